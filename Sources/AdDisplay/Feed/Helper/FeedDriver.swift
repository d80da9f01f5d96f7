import Advertising
import Glibc
import MediaTime

/// What a ``StreamAdHelper`` cannot do itself: wait, load and be heard.
///
/// Called on the helper's executor. What comes of it goes back by ``StreamAdHelper/take(_:)`` on
/// the same executor, and never from inside these calls.
public protocol FeedDriver: AnyObject {
    /// An ad that is there already; `nil` if none is. Never waits.
    func readyAd(for request: FeedAdRequest) -> FeedAd?

    /// Answered by ``FeedAnswer/loaded(_:_:)`` or ``FeedAnswer/failed(_:_:)``.
    func load(_ request: FeedAdRequest)
    /// Lets go of the request and of its timer; nothing need come back.
    func cancel(_ id: FeedAdRequest.ID)

    /// Answered by a ``FeedAdFailure/timeout`` after so long, unless disarmed.
    func armTimer(for id: FeedAdRequest.ID, after timeout: Duration)
    /// The answer to the request is in, and nothing is left to be waited for.
    func disarmTimer(for id: FeedAdRequest.ID)

    /// Answered by ``FeedAnswer/turn(_:)``, once whoever called is done.
    func enqueueTurn(_ ticket: FeedTicket)

    /// Answered by ``FeedAnswer/audio(_:_:)`` as often as there are news.
    func requestAudio(_ ticket: FeedTicket, for advertisement: Advertisement)
    /// Ends the sound, if it has not ended; nothing need come back.
    func releaseAudio(_ ticket: FeedTicket)
}

/// What comes back from a ``FeedDriver``.
public enum FeedAnswer: Hashable, Sendable {
    case loaded(FeedAdRequest.ID, FeedAd)
    case failed(FeedAdRequest.ID, FeedAdFailure)
    case turn(FeedTicket)
    case audio(FeedTicket, FeedAudioNews)
}

/// Milliseconds since 1970, by the clock on the wall.
public func wallClockMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
