import AudioDecoding
import Foundation
import TestFiles
import TestServers

/// Makes inputs with the `ffmpeg` command.
enum Samples {
    /// A chirp of a little over two seconds, left and right different: 100 000 samples at 44.1 kHz.
    static let chirp = "sin(2*PI*(200*t+1500*t*t))/2|sin(2*PI*(300*t+1200*t*t))/3"

    /// `count` samples of the chirp at `rate`, encoded by ffmpeg with `arguments`.
    static func encoded(
        _ arguments: [String], to name: String, rate: Int = 44_100, count: Int = 100_000,
        expression: String = chirp
    ) throws -> [UInt8] {
        let input = [
            "-f", "lavfi", "-i", "aevalsrc=\(expression):s=\(rate)", "-af",
            "atrim=end_sample=\(count)",
        ]
        return try ffmpeg(input + arguments, to: name)
    }

    /// The output of `ffmpeg` for `arguments`, in a file with the extension of `name`.
    static func ffmpeg(_ arguments: [String], to name: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let output = folder.file(name)
        try Command(["ffmpeg", "-nostdin", "-v", "error"] + arguments + [output]).successful()
        return try [UInt8](Data(contentsOf: URL(filePath: output)))
    }

    /// `bytes` as decoded by the `ffmpeg` command, in the pipeline's format.
    static func reference(of bytes: [UInt8], named name: String) throws -> [Float] {
        let folder = try TemporaryFolder()
        let input = try folder.write(bytes, to: name)
        let pcm = try ffmpeg(
            ["-i", input, "-map", "0:a:0", "-f", "f32le", "-ar", "48000", "-ac", "2"],
            to: "reference.pcm")
        return floats(in: pcm)
    }

    static func floats(in bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { bytes in
            [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
                UnsafeMutableRawBufferPointer(buffer)
                    .copyMemory(from: .init(rebasing: bytes[..<(bytes.count / 4 * 4)]))
                count = bytes.count / 4
            }
        }
    }
}
