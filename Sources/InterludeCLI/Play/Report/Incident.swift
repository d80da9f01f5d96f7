import MediaTime

/// Something that happened to a session beside its breaks.
struct Incident: Hashable, Sendable {
    var kind: Kind
    var frame: FrameTime
    /// What the event log says of it.
    var words: String
    /// Where it was over, for what lasts; `nil` if it was not, or does not last.
    var end: FrameTime?

    enum Kind: Hashable, Sendable, CaseIterable {
        case streamUnderrun
        case deviceUnderrun
        case lateChange
        case reconnect
        case discontinuity
        case lostSink
        case warning
        case dropped
        case failure
        case pause
        case shift

        /// Whether it is what somebody wanted, rather than something that went wrong.
        var isWanted: Bool {
            switch self {
            case .pause, .shift: true
            case .streamUnderrun, .deviceUnderrun, .lateChange, .reconnect, .discontinuity,
                .lostSink, .warning, .dropped, .failure:
                false
            }
        }

        /// Whether the stream's being heard again ends it.
        var lasts: Bool {
            switch self {
            case .streamUnderrun, .reconnect, .pause: true
            case .deviceUnderrun, .lateChange, .discontinuity, .lostSink, .warning, .dropped,
                .failure, .shift:
                false
            }
        }

        var title: String {
            switch self {
            case .streamUnderrun: "the stream ran dry"
            case .deviceUnderrun: "the sound server ran dry"
            case .lateChange: "a change came late"
            case .reconnect: "the stream broke off"
            case .discontinuity: "the sound does not follow on"
            case .lostSink: "the output was gone"
            case .warning: "warning"
            case .dropped: "spots without a break"
            case .failure: "the session failed"
            case .pause: "pause"
            case .shift: "another place in the stream"
            }
        }
    }
}
