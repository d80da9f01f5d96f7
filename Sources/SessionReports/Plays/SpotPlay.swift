import MediaTime
import PlainText

/// What became of a spot that was to be heard.
package struct SpotPlay: Hashable, Sendable {
    /// The name of the event log.
    var log: String
    /// When the session began (UTC, as of RFC 3339); `nil` if the log does not say.
    var sessionStart: String?
    var source: String?
    var breakNumber: Int?
    var slot: Int
    var spot: Int?
    var adID: String?
    var title: String?
    var url: String?
    /// The output time of its first frame; `nil` if none was heard.
    var start: FrameTime?
    /// How much of it was heard, in frames.
    var heard = 0
    var outcome = Outcome.cut
    var code: Int?
    var reason: String?

    enum Outcome: String, Hashable, Sendable {
        case completed
        case skipped
        case failed
        case notUsed
        case credited
        /// The log ends before the spot does.
        case cut

        init?(event: String) {
            guard event.hasPrefix("slot.") else { return nil }
            self.init(rawValue: String(event.dropFirst("slot.".count)))
            if self == .cut { return nil }
        }
    }

    /// How much of a spot counts as heard.
    enum Extent: Hashable, Sendable {
        case whole
        case part
        case none
    }

    var extent: Extent {
        if outcome == .completed { return .whole }
        return heard > 0 ? .part : .none
    }

    /// Why it was not heard to its end: always one reason; `nil` if it was.
    var shortfall: String? {
        switch outcome {
        case .completed: nil
        case .credited: "paid for by a credit"
        case .cut: "the log ends before it does"
        case .failed:
            [reason ?? "failed", code.map { "(\($0))" }].compactMap { $0 }
                .joined(separator: " ")
        case .skipped, .notUsed:
            [outcome.rawValue, reason].compactMap { $0 }
                .joined(separator: ": ")
        }
    }

    /// What it is called: its title, or else where it is from.
    var name: String {
        [title, url, adID].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "spot \(spot ?? 0)"
    }
}

extension SpotPlay {
    /// The first line of the CSV document.
    package static let csvHeader =
        "log,session_start,source,break,slot,spot,ad_id,title,url,outcome,start_s,heard_s,code,reason"

    /// A line of a CSV document (RFC 4180), without its end.
    package var csv: String {
        let fields: [String] = [
            Self.text(log), Self.text(sessionStart), Self.text(source),
            Self.number(breakNumber), "\(slot)", Self.number(spot), Self.text(adID),
            Self.text(title), Self.text(url), outcome.rawValue,
            start.map { Self.seconds($0.frames) } ?? "", Self.seconds(Int64(heard)),
            Self.number(code), Self.text(shortfall),
        ]
        return fields.joined(separator: ",")
    }

    private static func number(_ number: Int?) -> String { number.map(String.init) ?? "" }

    /// Seconds to the microsecond.
    private static func seconds(_ frames: Int64) -> String {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: Int64(FrameTime.rate))
        let digits = String(1_000_000 + rest * 1_000_000 / Int64(FrameTime.rate)).dropFirst()
        return "\(whole).\(digits)"
    }

    /// A text in quotes. A spreadsheet would calculate one that begins as a formula does, so a quote
    /// comes before it.
    private static func text(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        let line = text.printable()
        let isFormula = line.first.map { "=+-@".contains($0) } ?? false
        return "\"\(isFormula ? "'" : "")\(line.replacing("\"", with: "\"\""))\""
    }
}
