import HTTPAccess
import PlainText
import StreamFetching
import Testing

@Suite("Source location")
struct SourceLocationTests {
    @Test(
        "a typed source is an address, a path or standard input",
        arguments: [
            ("-", "standard input"),
            ("http://radio.example/live", "http://radio.example/live"),
            ("HTTPS://Radio.Example:8443/a?b=c", "https://radio.example:8443/a?b=c"),
            ("http://user:secret@radio.example/", "http://radio.example/"),
            ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("file:///srv/a%20b.mp3", "/srv/a b.mp3"),
            ("music/a.mp3", "music/a.mp3"),
            ("/a:b.mp3", "/a:b.mp3"),
            ("a song: part 2.mp3", "a song: part 2.mp3"),
        ])
    func parsing(text: String, description: String) throws {
        #expect(try SourceLocation(parsing: text).description == description)
    }

    @Test(
        "anything else is refused",
        arguments: ["", "ftp://a/b", "http://", "http:/radio.example", "https:", "file:"])
    func refusing(text: String) {
        #expect(throws: SourceError.notAnAddress(text)) { try SourceLocation(parsing: text) }
    }
}

@Suite("Playlist")
struct PlaylistTests {
    @Test("an m3u has one entry a line, between comments")
    func m3u() {
        let text = "\u{FEFF}#EXTM3U\r\n#EXTINF:-1,Radio\r\n  http://a/b \r\n\r\nc.mp3\r\n"
        let playlist = Playlist(parsing: Array(text.utf8), as: .m3u)
        #expect(playlist.entries == ["http://a/b", "c.mp3"])
        #expect(!playlist.isHLS)
    }

    @Test("a pls has numbered entries")
    func pls() {
        let text = """
            [playlist]
            NumberOfEntries=2
            File1=http://a/b?x=y
            Title1=Radio
            file2 = c.mp3
            Length2=-1
            FileX=none
            """
        let playlist = Playlist(parsing: Array(text.utf8), as: .pls)
        #expect(playlist.entries == ["http://a/b?x=y", "c.mp3"])
    }

    @Test(
        "an entry that is too long is refused in one printable line",
        arguments: ["http://a/", "mms://x/\u{1B}]0;t\u{7}", "http://u:secret@a:x/"])
    func longEntry(beginning: String) throws {
        let entry = beginning + String(repeating: "a", count: 200_000)
        let error = try #require(throws: SourceError.self) { try SourceLocation(parsing: entry) }
        let line = error.description
        #expect(line.unicodeScalars.count <= 600)
        #expect(line.unicodeScalars.allSatisfy { $0.printing == .itself })
        #expect(line.hasSuffix("give an http:// or https:// address, a file, or -"))
        #expect(!line.contains("secret"))
    }

    @Test("an m3u with tags of HLS is HLS")
    func hls() {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nsegment.ts\n"
        #expect(Playlist(parsing: Array(text.utf8), as: .m3u).isHLS)
    }

    @Test(
        "a playlist is recognised by its beginning",
        arguments: [
            ("#EXTM3U\n", .m3u), ("\u{FEFF}\n#EXTM3U", .m3u), ("[playlist]\n", .pls),
            ("[Playlist]", .pls), ("ID3", nil), ("http://a/b", nil), ("", nil),
        ] as [(String, Playlist.Format?)])
    func sniffing(text: String, format: Playlist.Format?) {
        #expect(Playlist.Format(firstBytes: Array(text.utf8)) == format)
    }
}
