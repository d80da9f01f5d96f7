import MediaTime

/// A WAV file of 32-bit stereo floats at 48 kHz, which plays bit for bit.
enum FloatWAV {
    static let bytesPerFrame = 2 * MemoryLayout<Float>.size

    /// The file for interleaved `samples`.
    static func file(of samples: [Float]) -> [UInt8] {
        let dataSize = UInt32(samples.count * MemoryLayout<Float>.size)
        var file = riff(size: 36 + dataSize) + format
        append("data", size: dataSize, to: &file)
        return file + data(of: samples)
    }

    /// The beginning of a file without an end, up to its first frame. `byteCount` is at least 52.
    static func endlessHeader(byteCount: Int) -> [UInt8] {
        // What FFmpeg writes where it cannot know the size, as into a pipe.
        let unknown = UInt32.max
        var header = riff(size: unknown) + format
        // The chunk that players leave out; 8 bytes each begin this one and the next.
        let padding = byteCount - header.count - 16
        append("JUNK", size: UInt32(padding), to: &header)
        header.append(contentsOf: repeatElement(0, count: padding))
        append("data", size: unknown, to: &header)
        return header
    }

    /// Interleaved `samples` as they stand in a file.
    static func data(of samples: [Float]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

    private static func riff(size: UInt32) -> [UInt8] {
        var header: [UInt8] = []
        append("RIFF", size: size, to: &header)
        return header + Array("WAVE".utf8)
    }

    private static var format: [UInt8] {
        let frameSize = UInt32(bytesPerFrame)
        var chunk: [UInt8] = []
        append("fmt ", size: 16, to: &chunk)
        // Format 3 is floats; two channels.
        append(3 | 2 << 16, to: &chunk)
        append(UInt32(FrameTime.rate), to: &chunk)
        append(UInt32(FrameTime.rate) * frameSize, to: &chunk)
        append(frameSize | 32 << 16, to: &chunk)
        return chunk
    }

    private static func append(_ name: String, size: UInt32, to file: inout [UInt8]) {
        file.append(contentsOf: Array(name.utf8))
        append(size, to: &file)
    }

    private static func append(_ value: UInt32, to file: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0) }
    }
}
