import Advertising
import Glibc
import MediaTime

/// The asynchronous part of a ``StreamAdHelper``: timers, loading and audio.
///
/// Called on the helper's executor. Answers go to ``StreamAdHelper/take(_:)`` on the same executor,
/// and never during a call.
public protocol FeedDriver: AnyObject {
    /// An ad that is available at once; `nil` if there is none. Never waits.
    func readyAd(for request: FeedAdRequest) -> FeedAd?

    /// Answered by ``FeedAnswer/loaded(_:_:)`` or ``FeedAnswer/failed(_:_:)``.
    func load(_ request: FeedAdRequest)
    /// Cancels the request and its timer; no answer needs to follow.
    func cancel(_ id: FeedAdRequest.ID)

    /// Answered by a ``FeedAdFailure/timeout`` after `timeout` unless disarmed.
    func armTimer(for id: FeedAdRequest.ID, after timeout: Duration)
    /// The request was answered.
    func disarmTimer(for id: FeedAdRequest.ID)

    /// Answered by ``FeedAnswer/turn(_:)`` after the current call has returned.
    func enqueueTurn(_ ticket: FeedTicket)

    /// Answered by ``FeedAnswer/audio(_:_:)`` for each event.
    func requestAudio(_ ticket: FeedTicket, for advertisement: Advertisement)
    /// Ends the audio if it still plays; no answer needs to follow.
    func releaseAudio(_ ticket: FeedTicket)
}

/// An answer from a ``FeedDriver``.
public enum FeedAnswer: Hashable, Sendable {
    case loaded(FeedAdRequest.ID, FeedAd)
    case failed(FeedAdRequest.ID, FeedAdFailure)
    case turn(FeedTicket)
    case audio(FeedTicket, FeedAudioEvent)
}

/// Milliseconds since 1970 by the system's clock.
public func wallClockMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
