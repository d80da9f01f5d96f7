import AdCues
import MediaTime

/// One connection to a live stream: its audio bytes as they arrive.
///
/// ICY metadata blocks between the audio bytes are already removed: positions count only the audio
/// bytes of this connection.
package protocol LiveConnection: ByteReader {
    /// The media type that the server declared, in lower case and without parameters
    /// (`audio/mpeg`); `nil` if it declared none.
    var contentType: String? { get }

    /// How its first audio relates to the last audio of the connection before.
    var continuity: Continuity { get }

    /// Removes and returns the titles that precede audio byte `position`, oldest first.
    ///
    /// Called on the reading thread after the bytes before `position` were read; never blocks.
    func takeTitles(before position: Int) -> [PositionedTitle]

    /// Removes and returns what may mark a break before audio byte `position`, oldest first.
    ///
    /// Called as ``takeTitles(before:)`` is.
    func takeMarkers(before position: Int) -> [PositionedMarker]

    /// Ends the connection because it delivered too little, as if it had failed by itself. Received
    /// bytes can still be read.
    ///
    /// Callable from any thread.
    func breakOff(because shortage: Shortage)
}

extension LiveConnection {
    package var continuity: Continuity { .unknown }
}

/// How the first audio of a connection relates to the last audio of the connection before.
package enum Continuity: Hashable, Sendable {
    /// Its first packets tell: a station begins a connection with audio that may be known.
    case unknown
    /// It continues that audio, perhaps in another encoding.
    case continued
    /// Audio between the two is missing.
    case interrupted
}

/// What is wrong with a connection that delivers something.
package enum Shortage: Hashable, Sendable {
    /// It delivers no audio.
    case silence
    /// It delivers audio more slowly than real time.
    case slowness
    /// It delivered only audio that was already known.
    case repetition
}

/// A title from the stream, with its position.
package struct PositionedTitle: Hashable, Sendable {
    /// The title as the stream sends it (ICY `StreamTitle`), decoded to text.
    package var text: String

    /// The http or https address that comes with it (ICY `StreamUrl`), often of a picture; `nil` for
    /// none. Without name and password.
    package var artwork: String?

    /// The position of the audio byte that follows the title.
    package var position: Int

    package init(text: String, artwork: String? = nil, position: Int) {
        self.text = text
        self.artwork = artwork
        self.position = position
    }
}

/// What may mark the start or the end of a break, or says something else about the audio, with its
/// position.
package struct PositionedMarker: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A metadata block. What it means depends on the blocks before it, also on those of earlier
        /// connections.
        case block(ICYMetadata)
        /// The comments with which a logical stream of Ogg begins, likewise.
        case comments(VorbisComments)
        /// A cue. Its position counts from the first frame of the packet that follows.
        case cue(Cue)
        /// A timed ID3 tag that marks no break. It applies `offset` frames after the first frame of
        /// the packet that follows.
        case tag([TagFrame], offset: FrameTime)
    }

    package var content: Content

    /// The position of the audio byte that follows the marker.
    package var position: Int

    package init(_ content: Content, position: Int) {
        self.content = content
        self.position = position
    }
}
