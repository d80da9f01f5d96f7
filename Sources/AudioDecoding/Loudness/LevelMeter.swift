import Glibc

/// Measures the momentary loudness and the true peak of passing audio.
///
/// For one thread.
package struct LevelMeter: ~Copyable {
    private var state = LoudnessState(measuring: .levels)

    package init() {}

    /// The levels at the end of a piece of audio.
    package struct Reading: Hashable, Sendable {
        /// Of the last 400 ms, in LUFS; minus infinity for silence.
        package let momentary: Double
        /// Of the piece, in dBTP; minus infinity for silence.
        package let truePeak: Double
    }

    /// Measures interleaved `samples`, which continue those before.
    package mutating func measure(_ samples: Span<Float>) -> Reading {
        state.add(samples)
        return Reading(
            momentary: state.momentary, truePeak: 20 * log10(state.newestTruePeak))
    }
}
