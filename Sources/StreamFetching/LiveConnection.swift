/// One connection to a live stream: its audio bytes as they arrive, from the first on.
///
/// What lies between the audio bytes on the wire (ICY blocks) is taken out
/// already: positions count audio bytes of this connection only.
package protocol LiveConnection: ByteReader {
    /// The media type that the server named, lower case and without parameters (`audio/mpeg`), or
    /// `nil` if it named none.
    var contentType: String? { get }

    /// Removes and returns the titles that stand before audio byte `position`, oldest first.
    ///
    /// Called on the reading thread, after the bytes before `position` were read; never waits.
    func takeTitles(before position: Int) -> [PositionedTitle]

    /// Says that the connection brought too little, and ends it as if it had broken off by itself
    /// because of that: what came can still be read.
    ///
    /// Callable from any thread.
    func breakOff(because shortage: Shortage)
}

/// What is wrong with a connection that brought something.
package enum Shortage: Hashable, Sendable {
    /// Nothing came over it that can be heard.
    case silence
    /// The sound that comes over it comes more slowly than it is heard.
    case slowness
    /// The sound that came over it was all known.
    case repetition
}

/// A title that came in the stream, and where.
package struct PositionedTitle: Hashable, Sendable {
    /// The title as the stream says it (ICY `StreamTitle`), decoded to text.
    package var text: String

    /// The audio byte of the connection that follows the title.
    package var position: Int

    package init(text: String, position: Int) {
        self.text = text
        self.position = position
    }
}
