import HTTPAccess
import StreamFetching

/// `.m3u` and `.pls` documents, and the places that they name.
enum PlaylistFuzz: FuzzTarget {
    static let name = "playlist"
    static let kind = FuzzKind.text
    static let words = [
        "#EXTM3U", "#EXT-X-", "#EXTINF:-1,", "[playlist]", "File1=", "NumberOfEntries=", "http://",
        "https://", "file:", "\u{FEFF}", "\r\n", "[::1]", ":65536", "%00",
    ]

    static func run(_ bytes: [UInt8]) {
        for format in [Playlist.Format.m3u, .pls] {
            for entry in Playlist(parsing: bytes, as: format).entries { follow(entry) }
        }
        _ = Playlist.Format(firstBytes: bytes)
    }

    private static func follow(_ entry: String) {
        // try?: the player skips an entry that is no place.
        _ = try? SourceLocation(parsing: entry).description
        guard let base = WebAddress("http://station.example/lists/all.m3u?x=1") else { return }
        guard let address = WebAddress(entry, relativeTo: base) else { return }
        precondition(WebAddress(address.description) != nil, "an address is printed as another")
    }
}
