import MediaTime

/// The header of one MP3 frame (ISO 11172-3, 2.4.1.3; ISO 13818-3) or ADTS frame (ISO 14496-3,
/// 1.A.2.2): the two formats that repeat their parameters in every frame.
struct FrameHeader: Hashable {
    let container: Container
    /// Samples per second, as the frame declares.
    let sampleRate: Int
    /// The frame's size in bytes, including the header.
    let size: Int

    /// Parses the header at the start of `bytes`; `nil` if there is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 7 else { return nil }
        let header = Array(bytes.prefix(7))
        guard header[0] == 0xFF else { return nil }
        if header[1] & 0xF6 == 0xF0 {
            self.init(adts: header)
        } else if header[1] & 0xE6 == 0xE2 {
            self.init(layer3: header)
        } else {
            return nil
        }
    }

    private init?(adts header: [UInt8]) {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
            11_025, 8000, 7350,
        ]
        let index = Int(header[2] >> 2 & 15)
        size = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
        guard index < rates.count, size >= 7 else { return nil }
        sampleRate = rates[index]
        container = .aac
    }

    private init?(layer3 header: [UInt8]) {
        let version = header[1] >> 3 & 3
        let bitRateIndex = Int(header[2] >> 4)
        let rateIndex = Int(header[2] >> 2 & 3)
        guard version != 1, bitRateIndex != 0, bitRateIndex != 15, rateIndex != 3 else {
            return nil
        }
        let isMPEG1 = version == 3
        let rate = [44_100, 48_000, 32_000][rateIndex]
        let kilobits =
            isMPEG1
            ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        // Version 2 is MPEG-2, at half the rate; version 0 is MPEG-2.5, at a quarter.
        sampleRate = isMPEG1 ? rate : version == 2 ? rate / 2 : rate / 4
        let padding = Int(header[2] >> 1 & 1)
        size = (isMPEG1 ? 144_000 : 72_000) * kilobits[bitRateIndex - 1] / sampleRate + padding
        container = .mp3
    }

    /// Whether both can be frames of one stream.
    func isAlike(_ other: FrameHeader) -> Bool {
        container == other.container && sampleRate == other.sampleRate
    }
}
