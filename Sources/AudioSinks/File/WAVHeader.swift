import MediaTime
import PCMAudio

/// The beginning of a WAV file, up to its samples.
///
/// Reserves room for the 64-bit sizes of RF64 (EBU Tech 3306) in a chunk that readers skip. A file
/// may then grow over 4 GiB after its header was written.
struct WAVHeader {
    var format: WAVFormat
    var channelCount = AudioFormat.pipeline.channelCount
    var sampleRate = AudioFormat.pipeline.sampleRate

    /// The header's bytes. `nil` means that the size is not known yet; readers then read up to the
    /// end of the file.
    func bytes(dataByteCount: Int?) -> [UInt8] {
        let frameSize = channelCount * format.bytesPerSample
        let riffSize = dataByteCount.map { $0 + Self.byteCount - 8 }
        let needsRF64 = (riffSize ?? 0) >= Int(UInt32.max)
        let shortSize = { (size: Int?) in
            needsRF64 ? UInt32.max : size.map(UInt32.init) ?? UInt32.max
        }
        var bytes: [UInt8] = []
        bytes.append(text: needsRF64 ? "RF64" : "RIFF")
        bytes.append(number: shortSize(riffSize))
        bytes.append(text: "WAVE")
        bytes.append(text: needsRF64 ? "ds64" : "JUNK")
        bytes.append(number: UInt32(28))
        bytes.append(number: UInt64(needsRF64 ? riffSize ?? 0 : 0))
        bytes.append(number: UInt64(needsRF64 ? dataByteCount ?? 0 : 0))
        bytes.append(number: UInt64(needsRF64 ? (dataByteCount ?? 0) / frameSize : 0))
        bytes.append(number: UInt32(0))
        bytes.append(text: "fmt ")
        bytes.append(number: UInt32(16))
        bytes.append(number: UInt16(format == .float32 ? 3 : 1))
        bytes.append(number: UInt16(channelCount))
        bytes.append(number: UInt32(sampleRate))
        bytes.append(number: UInt32(sampleRate * frameSize))
        bytes.append(number: UInt16(frameSize))
        bytes.append(number: UInt16(8 * format.bytesPerSample))
        bytes.append(text: "data")
        bytes.append(number: shortSize(dataByteCount))
        return bytes
    }

    /// The size of the header, up to the first sample.
    static let byteCount = 80
}

extension [UInt8] {
    fileprivate mutating func append(text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
