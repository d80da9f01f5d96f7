import FoundationEssentials
import MediaTime

/// A WAV file of stereo floats at 48 kHz, which every player gives back as it is.
enum FloatWAV {
    /// The file's bytes for interleaved `samples`.
    static func file(of samples: [Float]) -> Data {
        let dataSize = UInt32(samples.count * MemoryLayout<Float>.size)
        let frameSize: UInt32 = 8
        var file = Data()
        file.append(contentsOf: Array("RIFF".utf8))
        append(36 + dataSize, to: &file)
        file.append(contentsOf: Array("WAVEfmt ".utf8))
        append(16, to: &file)
        // Format 3 is floats; two channels.
        append(3 | 2 << 16, to: &file)
        append(UInt32(FrameTime.rate), to: &file)
        append(UInt32(FrameTime.rate) * frameSize, to: &file)
        append(frameSize | 32 << 16, to: &file)
        file.append(contentsOf: Array("data".utf8))
        append(dataSize, to: &file)
        samples.withUnsafeBytes { file.append(contentsOf: $0) }
        return file
    }

    private static func append(_ value: UInt32, to file: inout Data) {
        withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0) }
    }
}
