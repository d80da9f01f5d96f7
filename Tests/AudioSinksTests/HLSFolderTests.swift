import Glibc
import TestFiles
import Testing

@testable import AudioSinks

@Suite("The folder of an HLS stream")
struct HLSFolderTests {
    @Test("has the playlist of an earlier session, also for a process without standard input")
    func firstDescriptor() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let written = Array("#EXTM3U\n".utf8)
            try folder.write(written, to: HLSFolder.playlistName)
            let stream = try HLSFolder(folder.path)
            // The file gets the descriptor.
            close(STDIN_FILENO)
            let read = try stream.earlierPlaylist()
            precondition(read == written)
            withExtendedLifetime(folder) {}
        }
    }

    @Test("has no playlist before the first session")
    func empty() throws {
        let folder = try TemporaryFolder()
        let stream = try HLSFolder(folder.file("live"))
        #expect(try stream.earlierPlaylist() == nil)
    }
}
