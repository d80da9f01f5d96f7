/// Where in a stream a pod is, in true[X]'s words (rule T1).
public enum TruexSlotType: String, Hashable, Sendable, Codable, CaseIterable {
    case preroll = "PREROLL"
    case midroll = "MIDROLL"
    /// Shown while the listener has paused a live stream.
    case pauseLive = "PAUSELIVE"
    /// Shown over a live stream that plays on.
    case overlayLive = "OVERLAYLIVE"
}
