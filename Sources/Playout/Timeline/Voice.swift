/// Names one source of sound in a session, in events and plans that know nothing of stores.
package enum Voice: Hashable, Sendable, Codable {
    /// The programme. Each opening, seek and jump is a generation of its own, so that what comes
    /// late from an earlier one is told apart.
    case stream(generation: Int)

    /// A spot, by the number of its play token.
    case spot(token: UInt64)

    /// What is heard while the streamer has muted the stream.
    case muteMusic

    /// The audio that speaks a choice card of true[X].
    case voiceOver(number: Int)
}
