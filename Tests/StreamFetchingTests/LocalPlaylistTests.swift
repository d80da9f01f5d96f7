import Foundation
import StreamFetching
import TestFiles
import Testing

@Suite("Playlists that are files")
struct LocalPlaylistTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func follow(_ name: String, _ text: String) throws -> StreamFetching.SourceLocation {
        let path = try folder.write(text.utf8, to: name)
        return try #require(all(path).first)
    }

    private func all(_ path: String) throws -> [StreamFetching.SourceLocation] {
        try StreamFetching.SourceLocation(parsing: path).followingLocalPlaylists()
    }

    @Test("missing entries are skipped, and possible ones are tried in turn")
    func alternatives() throws {
        let address = "http://radio.example/live"
        #expect(try follow("song.mp3", "ID3").description == folder.path + "/song.mp3")
        let place = try follow("a.m3u", "none.mp3\nsong.mp3\n\(address)\n")
        #expect(place.description == folder.path + "/song.mp3")
        #expect(try all(folder.path + "/a.m3u").map(\.description).last == address)
        #expect(try follow("b.m3u", "\(address)\nb.m3u\n").description == address)
        _ = try follow("c.m3u", String(repeating: "\(address)\nc.m3u\n", count: 100))
        #expect(try all(folder.path + "/c.m3u").count < 100)
    }

    @Test("a playlist leads to an address, or to a file beside it")
    func following() throws {
        let address = "http://radio.example/live"
        #expect(try follow("a.m3u", "# x\n\(address)\n").description == address)
        #expect(try follow("b", "[playlist]\nFile1=\(address)\n").description == address)
        #expect(try follow("song.mp3", "ID3").description == folder.path + "/song.mp3")
        #expect(try follow("c.M3U", "song.mp3").description == folder.path + "/song.mp3")
        #expect(try follow("d.m3u", "c.M3U").description == folder.path + "/song.mp3")
    }

    @Test("at most eight of many entries are tried")
    func many() throws {
        let path = try folder.write("http://radio.example/live\n".utf8, to: "a.m3u")
        #expect(try all(path).count == 1)
        let list = (1...20).map { "http://radio.example/\($0)\n" }.joined()
        let places = try all(try folder.write(list.utf8, to: "b.m3u"))
        #expect(places.map(\.description) == (1...8).map { "http://radio.example/\($0)" })
    }

    @Test("one that leads to itself first is refused, whatever follows")
    func loop() throws {
        #expect(throws: SourceError.nestedPlaylists(folder.file("a.m3u"), limit: 5)) {
            try follow("a.m3u", "a.m3u\nhttp://radio.example/live\n")
        }
    }

    @Test("one without a usable entry is refused")
    func refusing() throws {
        #expect(throws: SourceError.missing(folder.file("none.mp3"))) {
            try follow("a.m3u", "none.mp3")
        }
        #expect(throws: SourceError.emptyPlaylist(folder.file("b.pls"))) {
            try follow("b.pls", "[playlist]")
        }
        #expect(throws: SourceError.localHLS(folder.file("c.m3u8"))) {
            try follow("c.m3u8", "#EXTM3U\n#EXT-X-ENDLIST\na.ts")
        }
        #expect(throws: SourceError.nestedPlaylists(folder.file("d.m3u"), limit: 5)) {
            try follow("d.m3u", "d.m3u")
        }
    }

    @Test("five playlists may lead from one to the next, and no more")
    func nested() throws {
        let address = "http://radio.example/live"
        #expect(try follow("1.m3u", address).description == address)
        for number in 2...5 {
            let place = try follow("\(number).m3u", "\(number - 1).m3u")
            #expect(place.description == address)
        }
        let path = folder.file("6.m3u")
        #expect(throws: SourceError.nestedPlaylists(path, limit: 5)) {
            try follow("6.m3u", "5.m3u")
        }
    }
}
