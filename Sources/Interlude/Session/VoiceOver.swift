import AdPlayback
import MediaTime
import Playout

/// The voice that speaks a choice card: an audio advertisement of its own.
struct VoiceOver: Hashable, Sendable {
    let number: Int

    /// What is to be heard after it.
    var rest: ArraySlice<String>

    /// Frames in it, once it is loaded.
    var frameCount: Int?

    /// How loud it is; `nil` if it is silent, or too short to be measured.
    var loudness: SpotLoudness?

    /// The gain that its loudness is given, from its first layout on.
    var decibels: Double?

    /// Its frame with which it goes on.
    var position = FrameTime.zero

    var isPaused = false

    var voice: Voice { .voiceOver(number: number) }
}
