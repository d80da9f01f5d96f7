import AudioMixing
import MediaTime

/// A clip whose source is a voice instead of a store.
package struct PlannedClip: Hashable, Sendable {
    package var voice: Voice

    /// The output frames that the clip fills.
    package var output: FrameRange

    /// The programme frame of the voice that plays at the first output frame.
    package var sourceStart: FrameTime

    package var envelope: Envelope

    /// A constant gain in addition to the envelope, from loudness normalisation.
    package var gain: Float

    package var role: Role

    package enum Role: Hashable, Sendable {
        /// The voice plays: its position moves with the clip.
        case playing
        /// The fade-out of a voice that holds its position: audible, but the voice resumes where
        /// the fade began.
        case fadingAway
    }

    package init(
        voice: Voice, output: FrameRange, sourceStart: FrameTime, envelope: Envelope,
        gain: Float = 1, role: Role = .playing
    ) {
        self.voice = voice
        self.output = output
        self.sourceStart = sourceStart
        self.envelope = envelope
        self.gain = gain
        self.role = role
    }

    /// The programme frame that plays at output frame `time`.
    package func sourceFrame(at time: FrameTime) -> FrameTime {
        sourceStart + (time - output.start)
    }

    /// The total gain at output frame `time`.
    func gain(at time: FrameTime) -> Float { envelope.gain(at: time) * gain }

    /// This clip over the output frames of `range`, which lies in it or after it.
    func part(_ range: FrameRange) -> PlannedClip {
        var part = self
        part.output = range
        part.sourceStart = sourceFrame(at: range.start)
        return part
    }
}
