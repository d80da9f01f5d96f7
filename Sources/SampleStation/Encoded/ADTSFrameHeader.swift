import MediaTime

/// The seven or nine bytes before an AAC frame in a stream (ISO/IEC 13818-7, 6.2).
package struct ADTSFrameHeader: FrameHeader {
    package let byteCount: Int
    package let sampleCount: Int
    package let sampleRate: Int

    package init?(at index: Int, in bytes: [UInt8]) {
        guard index + 7 <= bytes.count, bytes[index] == 0xff, bytes[index + 1] & 0xf6 == 0xf0
        else { return nil }
        let rateIndex = Int(bytes[index + 2] >> 2 & 15)
        guard Self.sampleRates.indices.contains(rateIndex) else { return nil }
        let length =
            Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3
            | Int(bytes[index + 5] >> 5)
        guard length >= 7 else { return nil }
        byteCount = length
        sampleRate = Self.sampleRates[rateIndex]
        sampleCount = 1024 * (Int(bytes[index + 6] & 3) + 1)
    }

    package func isSilentDescription(at index: Int, in bytes: [UInt8]) -> Bool { false }

    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
        8_000, 7_350,
    ]
}
