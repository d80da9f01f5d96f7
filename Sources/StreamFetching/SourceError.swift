import Glibc
import HLSStreaming
import PlainText

/// Why a source cannot be read, in one line that says what to try.
package enum SourceError: Error, Hashable {
    /// There is no file at this path.
    case missing(String)

    /// There is a folder at this path.
    case folder(String)

    /// The source exists but cannot be read.
    case unreadable(String, reason: String)

    /// The source cannot be opened, because this process may open no more files.
    case tooManyOpenFiles(String)

    /// The typed text, or the playlist's entry, is not a playable address.
    case notAnAddress(String)

    /// The playlist at this place has no entries.
    case emptyPlaylist(String)

    /// The playlist at this place exceeds ``Playlist/maximumByteCount``.
    case oversizedPlaylist(String)

    /// Playlists lead to playlists, more than this many times.
    case nestedPlaylists(String, limit: Int)

    /// The HLS stream at this address cannot be played.
    case HLS(String, HLSFailure)

    /// The file at this path is an HLS playlist.
    case localHLS(String)

    /// The HLS segment, or the key, at this address does not decrypt.
    case undecryptable(String)

    /// The server sends a web page.
    case webPage(String)

    /// The source at this place is larger than the limit.
    case oversized(String, maximumByteCount: Int)

    /// The recording at this place changed on its server while it was read.
    case changed(String)

    /// The recording at this place must be downloaded before it can be read, and exceeds the limit.
    case unseekable(String, maximumByteCount: Int)

    /// The recording at this place cannot be written to a temporary file.
    case unstorable(String, reason: String)

    /// The server no longer has the rest of the interrupted recording at this place.
    case replaced(String)
}

extension SourceError {
    /// The source `name` cannot be read because a system call failed with `errno` `code`.
    init(reading name: String, code: CInt) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing(name)
        case EMFILE: self = .tooManyOpenFiles(name)
        default: self = .unreadable(name, reason: String(cString: strerror(code)))
        }
    }
}

extension SourceError: CustomStringConvertible {
    package var description: String { words.printable(limit: Self.limit) }

    /// Limits long names from outside; shortening keeps the advice at the end.
    private static let limit = 600

    private var words: String {
        switch self {
        case .missing(let path):
            "\(path): there is no such file; check the path"
        case .unreadable(let name, let reason):
            "\(name): cannot be read (\(reason)); check its permissions, or copy it elsewhere"
        case .folder(let path):
            "\(path): is a folder; name a file in it"
        case .tooManyOpenFiles(let name):
            "\(name): too many files are open in this process; raise the limit with 'ulimit -n'"
        case .notAnAddress(""):
            "the source is empty; give an http:// or https:// address, a file, or -"
        case .notAnAddress(let text):
            "\(text): cannot be played; give an http:// or https:// address, a file, or -"
        case .emptyPlaylist(let place):
            "\(place): the playlist names nothing to play; give the address of the stream itself"
        case .oversizedPlaylist(let place):
            "\(place): too long for a playlist; give the address of the stream itself"
        case .nestedPlaylists(let place, let limit):
            "\(place): more than \(limit) playlists name one another; "
                + "give the address of the stream itself"
        case .webPage(let place):
            "\(place): this is a web page; give the address of the stream itself"
        case .oversized(let place, let maximum):
            "\(place): larger than the \(maximum) bytes that are taken; use a smaller file"
        case .replaced(let place):
            "\(place): it broke off, and the server has no more of it; play it again"
        case .changed(let place):
            "\(place): it changed on the server while it was read; play it again"
        case .unseekable(let place, let maximum):
            "\(place): its index is at its end, its server sends no byte ranges, and it is larger "
                + "than the \(maximum >> 20) MiB that are downloaded; download it and play the "
                + "file, or move the index to its beginning (ffmpeg -movflags +faststart)"
        case .unstorable(let place, let reason):
            "\(place): its download cannot be stored (\(reason)); free some space, or name "
                + "another folder in TMPDIR"
        case .HLS(let place, let failure):
            "\(place): the HLS stream cannot be played: \(failure)"
        case .localHLS(let path):
            "\(path): an HLS playlist in a file cannot be played; give the http:// or https:// "
                + "address that the station publishes"
        case .undecryptable(let place):
            "\(place): cannot be decrypted with the key that the playlist names; try again later"
        }
    }
}
