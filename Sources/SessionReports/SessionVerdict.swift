import Interlude
import MediaTime
import ReportPages

/// A summary with the end of its session: what was missed, and whether the session passed.
package struct SessionVerdict: Hashable, Sendable {
    package var summary: SessionSummary
    /// How much output time was played.
    package var played: Duration
    package var end: SessionEnd
    /// How long the session was to play before a signal ended it; `nil` if none did.
    package var interruptedOf: Duration?
    /// The output times of the pushes that the session ended before, in order.
    package var unreachedPushes: [Duration]
    /// What had to be heard, and whether it was; empty without `--expect`.
    package var expectations: [ExpectationResult]

    package init(
        _ summary: SessionSummary, played: Duration, end: SessionEnd,
        interruptedOf: Duration? = nil, unreachedPushes: [Duration] = [],
        expectations: [ExpectationResult] = []
    ) {
        self.summary = summary
        self.played = played
        self.end = end
        self.interruptedOf = interruptedOf
        self.unreachedPushes = unreachedPushes
        self.expectations = expectations
    }

    /// What was requested and not heard: `the source was not heard`, `1 spot failed, 2 pushes were not
    /// reached`; `nil` if nothing was missed.
    package var shortfall: String? {
        misses.isEmpty ? nil : misses.joined(separator: ", ")
    }

    private var misses: [String] {
        [
            missedSource, interruption, failedSpots, cutOffSpots, failedBumpers, unreadLists,
            failedDecisions, lostBeacons, missedPushes,
        ].compactMap { $0 }
    }

    /// Why the session failed; empty if it passed.
    var reasons: [String] {
        ([failure] + misses + [unmetCount]).compactMap { $0 }
    }

    /// What was expected and not heard, with what was heard instead; `nil` if all was heard.
    package var unmetExpectations: String? {
        let reasons = expectations.compactMap(\.reason)
        let rest = reasons.count - Self.namedCount
        let more = rest > 0 ? ["and \(rest) more"] : []
        return reasons.isEmpty
            ? nil : (reasons.prefix(Self.namedCount) + more).joined(separator: "; ")
    }

    /// How many expectations ``unmetExpectations`` names.
    private static let namedCount = 5

    private var unmetCount: String? {
        let count = expectations.count { $0.deviation != nil }
        return count == 0 ? nil : "\(count) of \(expectations.count) expectations not met"
    }

    var failure: String? {
        switch end {
        case .asked: nil
        case .failed(let failure): failure.description
        }
    }

    /// A session that failed has another reason.
    var missedSource: String? {
        summary.isUnheard && end == .asked ? "the source was not heard" : nil
    }

    var interruption: String? {
        interruptedOf.map { "a signal ended it before its \(Figures.tenths($0)) s" }
    }

    var failedSpots: String? {
        let count = summary.faultCount
        return count == 0 ? nil : "\(Self.count(count, "spot")) failed"
    }

    var cutOffSpots: String? {
        switch summary.cutOffCount {
        case 0: nil
        case 1: "the file of 1 spot is cut off"
        case let count: "the files of \(count) spots are cut off"
        }
    }

    var failedBumpers: String? {
        summary.failedBumperCount == 0 ? nil : "a bumper or the slate failed"
    }

    var unreadLists: String? {
        switch summary.unreadListCount {
        case 0: nil
        case 1: "a list of breaks was not played whole"
        case let count: "\(count) breaks or lists of breaks were not played"
        }
    }

    var failedDecisions: String? {
        let count = summary.undecidedCount
        return count == 0
            ? nil : "\(Self.count(count, "break")) left out because ad servers failed"
    }

    var lostBeacons: String? {
        let count = summary.beacons.undelivered
        return count == 0 ? nil : "\(Self.count(count, "beacon")) not delivered"
    }

    private var missedPushes: String? {
        switch unreachedPushes.count {
        case 0: nil
        case 1: "1 push was not reached"
        case let count: "\(count) pushes were not reached"
        }
    }

    /// The line for people: `played 12.3 s, 1 break, 1 spot, 5.0 s of ads, …: passed`.
    package var line: String {
        let length = played < .seconds(60) ? "\(Figures.tenths(played)) s" : Figures.clock(played)
        var parts = ["played \(length)"]
        if summary.breakCount > 0 { parts.append(Self.count(summary.breakCount, "break")) }
        if summary.leftOutCount > 0 {
            parts.append("\(Self.count(summary.leftOutCount, "break")) left out")
        }
        if summary.startedCount > 0 { parts.append(Self.count(summary.startedCount, "spot")) }
        if summary.faultCount > 0 { parts.append("\(summary.faultCount) failed") }
        if summary.adFrameCount > 0 { parts.append("\(Figures.tenths(adTime)) s of ads") }
        if let gap = summary.worstGap { parts.append("worst gap \(Figures.tenths(gap)) ms") }
        parts.append(Self.count(underrunCount, "underrun"))
        let verdict = reasons.isEmpty ? "passed" : "failed (\(reasons.joined(separator: ", ")))"
        return "\(parts.joined(separator: ", ")): \(verdict)"
    }

    var adTime: Duration { .frames(summary.adFrameCount) }

    var underrunCount: Int { summary.streamUnderrunCount + summary.deviceUnderrunCount }

    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
