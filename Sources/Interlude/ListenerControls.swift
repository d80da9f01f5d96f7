/// What a listener may ask of a player at one moment.
///
/// While an advertisement is heard, a listener can neither pause nor go elsewhere. An operator can go
/// elsewhere; the stream is then there when the advertisement is over (rule X7).
public struct ListenerControls: Hashable, Sendable {
    public var pause = false
    public var resume = false

    /// Whether he may go to another place of the stream.
    public var seek = false

    /// Whether there is a spot that can be skipped.
    public var skip = false

    /// Whether there is a live edge to go to, and he is not there.
    public var live = false

    /// Whether he may fall behind the live edge.
    public var delay = false

    public init() {}
}
