/// An event of a stream that is being fetched.
package enum FetchEvent: Sendable {
    /// A request is sent, the `attempt`-th since audio last arrived, counted from 1.
    case connecting(attempt: Int)

    /// The server has responded.
    case connected(StreamHeaders)

    /// This many bytes of audio have arrived.
    case received(byteCount: Int)

    case lost(FetchFailure)

    /// A recording continues at the byte at which it was interrupted.
    case resumed

    /// The next try follows after this time.
    case waiting(for: Duration)

    /// There are no more tries; carries the last failure.
    case gaveUp(FetchFailure)
}
