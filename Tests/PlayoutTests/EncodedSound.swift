import Foundation
import TestFiles
import TestServers

/// Makes inputs with the `ffmpeg` command.
enum EncodedSound {
    /// A chirp that differs left and right, encoded with `arguments`, in a file named like `name`.
    static func chirp(
        _ arguments: [String], to name: String, rate: Int, seconds: Int
    ) throws -> [UInt8] {
        try encoded(
            "sin(2*PI*(200*t+300*t*t))/2|sin(2*PI*(300*t+400*t*t))/3", arguments, to: name,
            rate: rate, seconds: seconds)
    }

    /// Three seconds of a sine of 440 Hz at half of full scale that begins at `phase`.
    static func tone(phase: Double, _ arguments: [String], to name: String) throws -> [UInt8] {
        let tone = "sin(2*PI*440*t+\(phase))/2"
        return try encoded("\(tone)|\(tone)", arguments, to: name, rate: 48_000, seconds: 3)
    }

    private static func encoded(
        _ expression: String, _ arguments: [String], to name: String, rate: Int, seconds: Int
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let output = folder.file(name)
        try Command(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                "aevalsrc=\(expression):s=\(rate)", "-af", "atrim=end_sample=\(rate * seconds)",
            ] + arguments + [output]
        ).successful()
        return try [UInt8](Data(contentsOf: URL(filePath: output)))
    }
}
