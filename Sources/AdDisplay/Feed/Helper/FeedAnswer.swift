/// What comes back from a ``FeedDriver``.
public enum FeedAnswer: Hashable, Sendable {
    case loaded(FeedAdRequest.ID, FeedAd)
    case failed(FeedAdRequest.ID, FeedAdFailure)
    case turn(FeedTicket)
    case audio(FeedTicket, FeedAudioNews)
}
