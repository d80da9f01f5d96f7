/// Connects to a live stream, again and again for as long as it makes sense.
///
/// One thread asks for connections, one after another; ``cancel()`` may come
/// from any other.
package protocol ConnectionProvider: AnyObject, Sendable {
    associatedtype Connection: LiveConnection

    /// Waits until the stream is connected: at once the first time, later with the provider's own
    /// pauses between attempts.
    ///
    /// Call it first to begin, and then whenever the last connection ended, threw, or brought what
    /// cannot be decoded. Returns `nil` when the stream was read to its end. Throws when it gives
    /// up or is cancelled: no further call makes sense.
    func nextConnection() throws -> Connection?

    /// Ends the present connection, and every present and future wait. Callable from any thread.
    func cancel()
}
