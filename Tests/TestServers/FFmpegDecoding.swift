import Foundation
import TestFiles

/// What the `ffmpeg` command decodes a stream's bytes to.
package struct FFmpegDecoding {
    /// At 48 kHz, left and right by turns.
    package let samples: [Float]
    /// All that it complained of, but for the length that no live stream says.
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

    /// Frames that it came to.
    package var frameCount: Int { samples.count / 2 }
}
