import Foundation
import TestFiles
import TestServers

/// Makes inputs with the `ffmpeg` command.
enum EncodedSound {
    /// A chirp that differs left and right, encoded as `arguments` say, in a file named like `name`.
    static func chirp(
        _ arguments: [String], to name: String, rate: Int, seconds: Int
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let output = folder.file(name)
        let chirp = "sin(2*PI*(200*t+300*t*t))/2|sin(2*PI*(300*t+400*t*t))/3"
        try Command(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                "aevalsrc=\(chirp):s=\(rate)", "-af", "atrim=end_sample=\(rate * seconds)",
            ] + arguments + [output]
        ).successful()
        return try [UInt8](Data(contentsOf: URL(filePath: output)))
    }
}
