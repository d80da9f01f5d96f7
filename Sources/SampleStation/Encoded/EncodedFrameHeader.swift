import MediaTime

/// A frame header that has the frame's length.
package protocol EncodedFrameHeader: Equatable, Sendable {
    /// Parses the header at `index`; `nil` if there is none.
    init?(at index: Int, in bytes: [UInt8])

    /// The frame's length, header included.
    var byteCount: Int { get }

    /// Samples per channel.
    var sampleCount: Int { get }

    /// In Hz.
    var sampleRate: Int { get }

    /// Whether the frame at `index` describes the file and has no audio.
    func isSilentDescription(at index: Int, in bytes: [UInt8]) -> Bool
}

/// The header of an MPEG audio layer III frame, four bytes (ISO/IEC 11172-3, 2.4.1.3, and 13818-3).
package struct MP3FrameHeader: EncodedFrameHeader {
    package let byteCount: Int
    package let sampleCount: Int
    package let sampleRate: Int
    package let channelCount: Int

    /// In kbit/s.
    package let bitRate: Int

    private let isMPEG1: Bool

    package init?(at index: Int, in bytes: [UInt8]) {
        guard index + 4 <= bytes.count, bytes[index] == 0xff, bytes[index + 1] & 0xe6 == 0xe2
        else { return nil }
        let version = Int(bytes[index + 1] >> 3 & 3)
        let bitRateIndex = Int(bytes[index + 2] >> 4)
        let rateIndex = Int(bytes[index + 2] >> 2 & 3)
        guard version != 1, bitRateIndex != 0, bitRateIndex != 15, rateIndex != 3 else {
            return nil
        }
        isMPEG1 = version == 3
        bitRate = (isMPEG1 ? Self.bitRates1 : Self.bitRates2)[bitRateIndex]
        sampleRate = Self.sampleRates[rateIndex] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
        channelCount = bytes[index + 3] >> 6 == 3 ? 1 : 2
        sampleCount = isMPEG1 ? 1152 : 576
        let padding = Int(bytes[index + 2] >> 1 & 1)
        byteCount = sampleCount / 8 * bitRate * 1000 / sampleRate + padding
    }

    /// A Xing, Info or VBRI frame, which encoders write first. It decodes to silence.
    package func isSilentDescription(at index: Int, in bytes: [UInt8]) -> Bool {
        let sideInformation = isMPEG1 ? (channelCount == 1 ? 17 : 32) : (channelCount == 1 ? 9 : 17)
        let frame = bytes[index..<min(index + byteCount, bytes.count)]
        let xing = frame.dropFirst(4 + sideInformation)
        return xing.starts(with: "Xing".utf8) || xing.starts(with: "Info".utf8)
            || frame.dropFirst(4 + 32).starts(with: "VBRI".utf8)
    }

    private static let sampleRates = [44_100, 48_000, 32_000]
    private static let bitRates1 = [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}

/// The header of an AAC frame in a stream, seven or nine bytes (ISO/IEC 13818-7, 6.2).
package struct ADTSFrameHeader: EncodedFrameHeader {
    package let byteCount: Int
    package let sampleCount: Int
    package let sampleRate: Int

    /// The length of the header itself, with its checksum if it has one.
    package let headerByteCount: Int

    /// The MPEG-4 audio object type: 2 for AAC-LC.
    package let objectType: Int

    /// The index of ``sampleRate`` in the standard's table.
    package let sampleRateIndex: Int

    /// The number of channels up to 6; 7 means eight.
    package let channelConfiguration: Int

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
        headerByteCount = bytes[index + 1] & 1 == 1 ? 7 : 9
        objectType = Int(bytes[index + 2] >> 6) + 1
        sampleRateIndex = rateIndex
        channelConfiguration = Int(bytes[index + 2] & 1) << 2 | Int(bytes[index + 3] >> 6)
        sampleRate = Self.sampleRates[rateIndex]
        sampleCount = 1024 * (Int(bytes[index + 6] & 3) + 1)
    }

    package func isSilentDescription(at index: Int, in bytes: [UInt8]) -> Bool { false }

    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
        8_000, 7_350,
    ]
}
