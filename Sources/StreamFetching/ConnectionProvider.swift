/// Connects to a live stream, again and again for as long as it makes sense.
///
/// One thread asks for connections, one after another; ``cancel()`` may come
/// from any other.
package protocol ConnectionProvider: AnyObject, Sendable {
    /// Waits until the stream is connected: at once the first time, later with the provider's own
    /// pauses between attempts.
    ///
    /// Returns `nil` when cancelled. Throws when it gives up: no further call makes sense.
    func nextConnection() throws -> (any LiveConnection)?

    /// Ends every present and future wait for a connection, not the connections made.
    func cancel()
}
