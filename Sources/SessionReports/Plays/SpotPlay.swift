import MediaTime

/// How much of a spot that was to be heard was heard.
package struct SpotPlay: Hashable, Sendable {
    /// The name of the event log.
    var log: String
    /// When the session began (UTC, as of RFC 3339); `nil` if the log does not say.
    var sessionStart: String?
    /// The source that played when its break began; `nil` if the log does not say.
    var source: String?
    var breakNumber: Int?
    /// The pod of an ad that is part of the stream; `nil` for any other.
    var pod: String?
    /// The place of an ad in its pod for one that is part of the stream; `nil` for one that was never
    /// loaded.
    var slot: Int?
    var spot: Int?
    var adID: String?
    var title: String?
    var url: String?
    /// The output time of its first frame; `nil` if none was heard, or the log does not say.
    var start: FrameTime?
    /// How much of it was heard, in frames.
    var heard = 0
    var outcome = Outcome.cut
    var code: Int?
    /// The reason of the event with which it ended.
    var reason: String?
    /// Whether its file is cut off, so that no more than that could be heard.
    var isFileCut = false

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
        case unheard
    }

    var extent: Extent {
        if outcome == .completed, !isFileCut { return .whole }
        return heard > 0 ? .part : .unheard
    }

    /// The name for people: its title, or else its address.
    var name: String {
        let names = [title, url, adID].lazy.compactMap { $0 }
        return names.first { !$0.isEmpty } ?? spot.map { "spot \($0)" } ?? unknownName
    }

    private var unknownName: String {
        breakNumber.map { "a spot of break \($0)" } ?? "a spot of no break"
    }
}

// MARK: - Why it was not heard

extension SpotPlay {
    /// Why it was not heard to its end, for people: always one reason; `nil` if it was.
    var shortfall: String? {
        switch outcome {
        case .completed: isFileCut ? "its file is cut off" : nil
        case .credited: Self.creditWords
        case .cut where reason == Self.gapReason: "its end is among the missing lines"
        case .cut: start == nil ? "the log ends before it begins" : "the log ends before it does"
        case .failed:
            [reason.flatMap { $0.isEmpty ? nil : $0 } ?? "failed", code.map { "(\($0))" }]
                .compactMap { $0 }.joined(separator: " ")
        case .skipped: skipWords
        case .notUsed: unuseWords
        }
    }

    /// The reason of a spot whose end is among missing lines of the log.
    static let gapReason = "gap"

    private static let creditWords = "paid for by a credit"

    private var skipWords: String {
        switch reason {
        case "listener": "skipped by the listener"
        case "stopped": "stopped with its stream"
        case "breakOver": "the break was over"
        case let reason?: "skipped: \(reason)"
        case nil: "skipped"
        }
    }

    private var unuseWords: String {
        switch reason {
        case "ignored": "dropped by 'ignore'"
        case "stopped": "its stream stopped before it"
        case "noStream": "no stream was open"
        case "skipped": "skipped before it began"
        case "takenByApp": "played by the app"
        case "credited": Self.creditWords
        case "expired": "the listener was too far behind live"
        case "queueFull": "too many spots were waiting"
        case "breakCancelled": "its break did not take place"
        case "nothingFits": "it does not fit the break"
        case "late": "the ad server answered too late"
        case "repeated": "its creative is in the break already"
        case "sameCategory": "another ad of its category is in the break"
        case "answerExpired": "the answer of the ad server had expired"
        case "afterEnd": "the stream ended before it"
        case "noEnd": "it was for the end of a live stream, which has none"
        case "tooSoon": "the rules for ads allowed none yet"
        case "passed": "the listener was past its place"
        case let reason?: "not used: \(reason)"
        case nil: "not used"
        }
    }
}
