import CALSA
import MediaTime

/// A sample format that is converted here, and not by a plug-in: a plug-in's queue cannot be
/// rewritten.
enum ALSAFormat: CaseIterable {
    /// In the order of preference.
    case float32
    case integer32
    case integer16

    var code: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .integer32: SND_PCM_FORMAT_S32_LE
        case .integer16: SND_PCM_FORMAT_S16_LE
        }
    }

    var bytesPerSample: Int {
        switch self {
        case .float32, .integer32: 4
        case .integer16: 2
        }
    }

    /// Writes `samples` to `memory` in this format: integers are rounded to the nearest and
    /// clipped, and 0 stands for NaN.
    func encode(_ samples: UnsafeBufferPointer<Float>, to memory: UnsafeMutableRawPointer) {
        for index in samples.indices {
            let sample = samples[index]
            let place = index * bytesPerSample
            switch self {
            case .float32: memory.storeBytes(of: sample, toByteOffset: place, as: Float.self)
            case .integer32:
                let value = (Double(sample) * 2_147_483_648).rounded(.toNearestOrEven)
                memory.storeBytes(
                    of: Int32(saturating: value).littleEndian, toByteOffset: place, as: Int32.self)
            case .integer16:
                let value = Double((sample * 32_768).rounded(.toNearestOrEven))
                memory.storeBytes(
                    of: Int16(saturating: value).littleEndian, toByteOffset: place, as: Int16.self)
            }
        }
    }
}
