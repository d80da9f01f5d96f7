import MediaTime

/// A session at Uplynk: what is played, and where further breaks are asked for.
public struct UplynkSession: Hashable, Sendable {
    /// What is to be played; `nil` where the answer does not say.
    public var playURL: String?

    /// The session's name (`sid`).
    public var id: String

    /// What the session's addresses begin with, an http(s) address without a slash at its end.
    public var prefix: String

    public init(playURL: String? = nil, id: String, prefix: String) {
        self.playURL = playURL
        self.id = id
        self.prefix = prefix
    }

    /// What a ping tells of.
    public enum PingEvent: Hashable, Sendable {
        case started
        /// The listener has gone elsewhere, from this point of the stream.
        case sought(from: FrameTime)
        /// The time that the last answer named has come.
        case due
    }

    /// The address of a ping by one who is at `position`.
    public func pingAddress(at position: FrameTime, for event: PingEvent) -> String {
        let place = "\(prefix)/session/ping/\(id).json?v=3&pt=\(position.inWholeMilliseconds)"
        switch event {
        case .started: return place + "&ev=start"
        case .sought(let origin): return place + "&ev=seek&ft=\(origin.inWholeMilliseconds)"
        case .due: return place
        }
    }
}

extension FrameTime {
    /// Seconds to the millisecond, as addresses have them.
    fileprivate var inWholeMilliseconds: String {
        let milliseconds = Int64(saturating: (Double(frames) / 48).rounded())
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(rest)"
    }
}
