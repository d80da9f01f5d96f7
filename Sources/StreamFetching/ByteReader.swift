/// Encoded bytes in order, for a thread that may block.
///
/// One thread reads; ``cancel()`` may come from any other and makes a waiting
/// read return at once.
package protocol ByteReader: AnyObject, Sendable {
    /// Fills the front of `buffer` with the bytes that come next, waiting for the first of them.
    ///
    /// Returns how many bytes it filled; 0 at the end of the bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// How many bytes there are in all, or `nil` when that is not known.
    var size: Int? { get }

    /// Goes on reading at byte `position`, counted from the first.
    ///
    /// Returns `false`, and stays where it is, when these bytes come only in order.
    func seek(to position: Int) -> Bool

    /// Ends every present and future read. Callable from any thread.
    func cancel()
}
