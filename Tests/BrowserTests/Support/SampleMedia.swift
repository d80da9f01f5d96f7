import Foundation

/// The media that come with the project.
enum SampleMedia {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia").standardizedFileURL

    static func file(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }
}
