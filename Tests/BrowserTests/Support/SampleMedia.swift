import Foundation
import TestServers

/// The media that come with the project.
enum SampleMedia {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia").standardizedFileURL

    static func file(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}

extension FaultServer {
    /// A server with a spot that is long enough for several steps and pictures in a slow browser, and
    /// short enough to load before a break does without it.
    static func longSpot() throws -> FaultServer {
        let programme = Array(try SampleMedia.file("programme/programme.mp3"))
        return FaultServer { _, _ in .answer(programme) }
    }
}
