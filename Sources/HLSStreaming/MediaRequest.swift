import AdCues
import HLSPlaylists

/// A segment, or a part of one, to be loaded and played.
package struct MediaRequest: Hashable, Sendable {
    /// How the first audio of a run relates to the last of the run before.
    package enum Joint: Hashable, Sendable {
        /// It continues that audio, in another encoding or from another encoder.
        case continued
        /// Audio between the two is missing.
        case interrupted
    }

    /// Counts the requests of a client.
    package var id: Int

    /// The index of the playlist against whose address the addresses here are resolved.
    package var choice: Int

    /// The number of the segment, which is its initialization vector unless the key has one.
    package var sequence: Int

    /// The index of the part in the segment; `nil` for a whole segment.
    package var part: Int?

    package var uri: String
    package var byteRange: ByteRange?
    package var duration: Duration
    package var map: InitializationSection?

    /// The key of AES-128; `nil` if the segment is not encrypted.
    package var key: EncryptionKey?

    /// Segments of one run are decoded as one sequence of bytes.
    package var run: Int

    /// How the run begins.
    package var joint: Joint

    /// The markers in it. Their positions count from its first frame, and are negative for markers
    /// that the playlist got later than their place.
    package var cues: [Cue]
}

/// A playlist to be loaded.
package struct PlaylistRequest: Hashable, Sendable {
    /// Counts the requests of a client.
    package var id: Int

    /// The index of the playlist.
    package var choice: Int

    /// What the server is asked to wait for; `nil` to answer at once.
    package var wait: Wait?

    /// Whether the server may leave out segments that are known.
    package var skip: Skip?

    package struct Wait: Hashable, Sendable {
        /// The segment that the playlist has to have (`_HLS_msn`).
        package var sequence: Int
        /// The part of it (`_HLS_part`); `nil` for the whole segment.
        package var part: Int?
    }

    package enum Skip: String, Hashable, Sendable {
        case segments = "YES"
        case segmentsAndDateRanges = "v2"
    }

    /// The directives for the query of the address, in the order of the specification.
    package var directives: [(name: String, value: String)] {
        var directives: [(String, String)] = []
        if let wait {
            directives.append(("_HLS_msn", "\(wait.sequence)"))
            if let part = wait.part { directives.append(("_HLS_part", "\(part)")) }
        }
        if let skip { directives.append(("_HLS_skip", skip.rawValue)) }
        return directives
    }
}
