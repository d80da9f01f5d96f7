import AdPlayback
import MediaTime
import Playout

/// The voice-over of a choice card: an audio advertisement.
struct VoiceOver: Hashable, Sendable {
    let number: Int

    /// The addresses of the voice-overs to play after it.
    var rest: ArraySlice<String>

    /// Its length in frames; `nil` until it is loaded.
    var frameCount: Int?

    /// Its loudness; `nil` if it is silent, or too short to be measured.
    var loudness: SpotLoudness?

    /// Its gain in dB, fixed at its first layout.
    var decibels: Double?

    /// Its frame at which it continues.
    var position = FrameTime.zero

    var isPaused = false

    var voice: Voice { .voiceOver(number: number) }
}
