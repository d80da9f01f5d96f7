/// A source of encoded bytes, for a thread that may block.
///
/// One thread reads. Any thread may call ``cancel()``, which makes a blocked read return at once.
package protocol ByteReader: AnyObject, Sendable {
    /// Fills the front of `buffer` with the next bytes, and blocks until there is at least one.
    ///
    /// Returns the number of bytes read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// The total number of bytes; `nil` if it is not known.
    var size: Int? { get }

    /// Continues reading at byte `position`, counted from the first.
    ///
    /// Returns `false`, and keeps the position, if the source cannot seek.
    func seek(to position: Int) -> Bool

    /// Makes ``seek(to:)`` work, for a container that cannot be read in order. May block, for as
    /// long as a download takes.
    ///
    /// Returns `false` if the source cannot seek at all. If only this attempt failed, the next read
    /// throws the error.
    func enableSeeking() -> Bool

    /// Ends every present and future read. Callable from any thread.
    func cancel()
}

extension ByteReader {
    package func enableSeeking() -> Bool { false }
}
