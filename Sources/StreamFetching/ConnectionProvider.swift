/// Connects to a live stream, and reconnects as long as that is worthwhile.
///
/// One thread requests connections, one after another; any thread may call ``cancel()``.
package protocol ConnectionProvider: AnyObject, Sendable {
    associatedtype Connection: LiveConnection

    /// Blocks until the stream is connected. It tries at once the first time, and later with the
    /// provider's own pauses between attempts.
    ///
    /// Call it once to start, and again whenever the last connection has ended, thrown, or
    /// delivered undecodable data. Returns `nil` when the stream was read to its end. Throws if it
    /// fails for good or is cancelled; do not call it again after that.
    func nextConnection() throws -> Connection?

    /// Ends the present connection, and every present and future wait. Callable from any thread.
    func cancel()
}
