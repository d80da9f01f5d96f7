import Foundation
import TestFiles

/// A stream's bytes as decoded by the `ffmpeg` command.
package struct FFmpegDecoding {
    /// At 48 kHz, interleaved.
    package let samples: [Float]
    /// All its messages, except the one about the unknown length of a live stream.
    package let complaints: String

    /// `format` is what ffmpeg calls the container.
    package init(of bytes: [UInt8], as format: String) throws {
        let folder = try TemporaryFolder()
        let input = try folder.write(bytes, to: "stream")
        let output = folder.file("decoded.pcm")
        let command = try Command([
            "ffmpeg", "-nostdin", "-v", "warning", "-f", format, "-i", input, "-f", "f32le",
            "-ac", "2", "-ar", "48000", output,
        ]).successful()
        complaints = command.errors.split(separator: "\n")
            .filter { !$0.contains("Estimating duration from bitrate") }
            .joined(separator: "\n")
        let pcm = try Data(contentsOf: URL(filePath: output))
        samples = pcm.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// The number of decoded frames.
    package var frameCount: Int { samples.count / 2 }
}
