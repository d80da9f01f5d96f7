import Foundation
import StreamFetching
import Testing

@Suite("Playlists that are files")
struct LocalPlaylistTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func follow(_ name: String, _ text: String) throws -> StreamFetching.SourceLocation {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        return try StreamFetching.SourceLocation(parsing: path).followingLocalPlaylists()
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

    @Test("one that leads nowhere is refused")
    func refusing() throws {
        let path = { (name: String) in folder.appending(path: name).path }
        #expect(throws: SourceError.missing(path("none.mp3"))) {
            try follow("a.m3u", "none.mp3")
        }
        #expect(throws: SourceError.emptyPlaylist(path("b.pls"))) {
            try follow("b.pls", "[playlist]")
        }
        #expect(throws: SourceError.HLS(path("c.m3u8"))) {
            try follow("c.m3u8", "#EXTM3U\n#EXT-X-ENDLIST\na.ts")
        }
        #expect(throws: SourceError.nestedPlaylists(path("d.m3u"), limit: 5)) {
            try follow("d.m3u", "d.m3u")
        }
    }
}
