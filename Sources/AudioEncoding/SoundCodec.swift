/// The codecs that live audio is encoded with.
package enum SoundCodec: String, CaseIterable, Hashable, Sendable {
    /// In Ogg pages (RFC 7845).
    case opus
    /// MPEG-1 Layer III, without a bit reservoir: each frame can be decoded by itself.
    case mp3
    /// MPEG-4 AAC-LC in ADTS.
    case aac
    /// 16 bits in Ogg pages. Its samples are those of the mix, rounded to 16 bits.
    case flac

    /// In bits per second; 0 for a codec without a choice of it.
    package var usualBitRate: Int {
        switch self {
        case .opus, .aac: 128_000
        case .mp3: 192_000
        case .flac: 0
        }
    }

    /// The possible bit rates at 48 kHz in stereo, in bits per second; none for a codec without a
    /// choice.
    package var bitRates: [Int] {
        switch self {
        case .opus, .aac: Array(stride(from: 32_000, through: 320_000, by: 1_000))
        case .mp3:
            [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320].map { $0 * 1_000 }
        case .flac: []
        }
    }
}
