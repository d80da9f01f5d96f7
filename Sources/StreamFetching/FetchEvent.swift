/// What happens to a stream that is being fetched.
package enum FetchEvent: Sendable {
    /// The server is asked, for the `attempt`-th time since the stream was there last, from 1.
    case connecting(attempt: Int)

    /// The server answers.
    case connected(StreamHeaders)

    /// So many bytes of audio arrived.
    case received(byteCount: Int)

    case lost(FetchFailure)

    /// A recording that was lost goes on at the byte where it broke off.
    case resumed

    /// The next try comes after this time.
    case waiting(for: Duration)

    /// No more is tried; the failure is the last one.
    case gaveUp(FetchFailure)
}
