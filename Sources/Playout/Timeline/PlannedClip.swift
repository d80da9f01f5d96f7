import AudioMixing
import MediaTime

/// A clip whose source is named by voice: what the rules speak of, before stores come in.
package struct PlannedClip: Hashable, Sendable {
    package var voice: Voice

    /// The output frames that the clip fills.
    package var output: FrameRange

    /// The programme frame of the voice that is heard at the first output frame.
    package var sourceStart: FrameTime

    package var envelope: Envelope

    /// The gain of all of the clip, under its envelope: what its loudness was given.
    package var gain: Float

    package var role: Role

    package enum Role: Hashable, Sendable {
        /// The voice plays on: where the clip is, the voice is.
        case playing
        /// The end of a fade out of a voice that holds its position: heard, but the voice goes on
        /// later from where the fade began.
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

    /// The programme frame that is heard at output frame `time`.
    package func sourceFrame(at time: FrameTime) -> FrameTime {
        sourceStart + (time - output.start)
    }

    /// The gain at which it is heard at output frame `time`.
    func gain(at time: FrameTime) -> Float { envelope.gain(at: time) * gain }

    /// What is heard of this clip in the output frames of `range`, which lies in it or after it.
    func part(_ range: FrameRange) -> PlannedClip {
        var part = self
        part.output = range
        part.sourceStart = sourceFrame(at: range.start)
        return part
    }
}
