import Foundation
import SampleStation
import TestServers

/// The sample media of this checkout.
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

/// FFmpeg's commands.
enum FFmpeg {
    /// The messages of `ffmpeg` for the first `seconds` of the audio at `address`.
    static func complaints(decoding address: String, seconds: Int) async throws -> String {
        try await onThread {
            try Command([
                "ffmpeg", "-nostdin", "-v", "warning", "-i", address, "-t", "\(seconds)",
                "-f", "null", "-",
            ]).successful().errors
        }
    }

    /// The number of audio packets that `ffprobe` finds in a file.
    static func packetCount(of path: String) async throws -> Int? {
        let output = try await onThread {
            try Command([
                "ffprobe", "-v", "error", "-count_packets", "-show_entries",
                "stream=nb_read_packets", "-of", "csv=p=0", path,
            ]).successful().output
        }
        return Int(output.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
