/// What becomes of the sound of an ad in a feed.
public enum FeedAudioNews: Hashable, Sendable {
    /// It is heard from here on.
    case granted
    /// It is not heard: something goes first, such as a break of the stream.
    case refused
    /// It was heard, and something else has taken its place.
    case lost
    /// It was heard to its end.
    case ended
}
