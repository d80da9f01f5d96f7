import Foundation
import SampleStation

/// The sample media beside this checkout.
enum Samples {
    static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../SampleMedia").standardized.path()

    static func folder() throws -> MediaFolder { try MediaFolder(path: path) }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    static func programme(_ codec: LiveCodec) throws -> LiveProgramme {
        try LiveProgramme(codec, file: bytes("programme/programme.\(codec.rawValue)"), path: "")
    }

    static func configuration() throws -> StationConfiguration {
        StationConfiguration(media: try folder())
    }
}
