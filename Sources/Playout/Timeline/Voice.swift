/// Identifies one audio source of a session, in events and plans that do not refer to stores.
package enum Voice: Hashable, Sendable, Codable {
    /// The programme. Each opening, seek and jump has a generation of its own, which distinguishes
    /// late events of earlier ones.
    case stream(generation: Int)

    /// A spot, by the number of its play token.
    case spot(token: UInt64)

    /// The music that plays while the streamer has muted the stream.
    case muteMusic

    /// The voice-over of a true[X] choice card.
    case voiceOver(number: Int)
}
