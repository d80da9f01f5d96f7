import CEBUR128
import MediaTime
import PCMAudio

/// Owns one libebur128 measurement of audio in the pipeline's format.
///
/// Decoding turns mono into two equal channels, and so mono is measured as dual mono, 3 LU above
/// one channel.
struct LoudnessState: ~Copyable {
    private let state: UnsafeMutablePointer<ebur128_state>

    /// What is measured in addition to the last 400 ms.
    enum Purpose {
        /// The true peak of the samples added last.
        case levels
        /// A whole spot: integrated loudness and true peak.
        case whole
    }

    init(measuring purpose: Purpose) {
        let mode: mode =
            switch purpose {
            case .levels: mode(EBUR128_MODE_M.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
            case .whole: mode(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
            }
        let format = AudioFormat.pipeline
        let state = ebur128_init(
            UInt32(format.channelCount), UInt(format.sampleRate), Int32(mode.rawValue))
        guard let state else { fatalError("out of memory") }
        self.state = state
    }

    deinit {
        var state: UnsafeMutablePointer<ebur128_state>? = state
        ebur128_destroy(&state)
    }

    /// Measures interleaved `samples`, which continue those before.
    mutating func add(_ samples: Span<Float>) {
        samples.withUnsafeBufferPointer {
            let result = ebur128_add_frames_float(
                state, $0.baseAddress, $0.count / AudioFormat.pipelineChannelCount)
            // It fails only when memory runs out.
            precondition(result == Int32(EBUR128_SUCCESS.rawValue), "out of memory")
        }
    }

    /// The loudness of the last 400 ms in LUFS; minus infinity for silence.
    var momentary: Double {
        var loudness = -Double.infinity
        ebur128_loudness_momentary(state, &loudness)
        return loudness
    }

    /// The integrated loudness by BS.1770-4 in LUFS; minus infinity if nothing passes the gate.
    var integrated: Double {
        var loudness = -Double.infinity
        ebur128_loudness_global(state, &loudness)
        return loudness
    }

    /// The greatest true peak of either channel, as a factor of full scale.
    var truePeak: Double {
        greatest { channel, peak in ebur128_true_peak(state, channel, &peak) }
    }

    /// The same for only the samples added last.
    var newestTruePeak: Double {
        greatest { channel, peak in ebur128_prev_true_peak(state, channel, &peak) }
    }

    private func greatest(_ read: (UInt32, inout Double) -> Int32) -> Double {
        (0..<UInt32(AudioFormat.pipelineChannelCount)).reduce(0) { greatest, channel in
            var peak = 0.0
            _ = read(channel, &peak)
            return max(greatest, peak)
        }
    }
}
