/// Whether something that a reader did with an ad had an effect.
public enum AdPageReply: Hashable, Sendable {
    case accepted
    /// It had none, and this is why.
    case refused(String)
    /// There is no such ad in the page, or not any more.
    case unknown
}
