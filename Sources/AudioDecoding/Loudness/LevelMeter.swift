import Foundation

/// Measures sound as it goes by: how loud it is, and how high it peaks.
///
/// For one thread.
package struct LevelMeter: ~Copyable {
    private var state = LoudnessState(measuring: .levels)

    package init() {}

    /// What was measured at the end of a piece of sound.
    package struct Reading: Hashable, Sendable {
        /// Of the last 400 ms, in LUFS; minus infinity for silence.
        package let momentary: Double
        /// Of the piece, in dBTP; minus infinity for silence.
        package let truePeak: Double
    }

    /// Measures `samples`, interleaved, which go on where those before ended.
    package mutating func measure(_ samples: Span<Float>) -> Reading {
        state.add(samples)
        return Reading(
            momentary: state.momentary, truePeak: 20 * log10(state.newestTruePeak))
    }
}
