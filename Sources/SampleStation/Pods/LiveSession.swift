/// A listener of the live stream with pods, who asks where they are.
enum LiveSession: Sendable {
    case opened

    /// `firstSample` is the number of the stream's sample that the listener got first.
    case listening(firstSample: Int)
}
