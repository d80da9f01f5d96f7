import AudioMixing
import MediaTime

/// A description of what to play from one output frame on, from which clips are made.
///
/// It defines the transitions: the stream fades out over the first frames of a break, and in after
/// its last. A break's first spot fades in and its last one out; spots that touch join without a
/// fade, and spots that overlap crossfade. A new fade starts from the present gain, and so no gain
/// ever steps.
package struct Arrangement: Hashable, Sendable {
    /// The first output frame that this arrangement describes.
    package var start: FrameTime

    /// `nil` if no stream plays, now or later.
    package var programme: Programme?

    /// Spots in order, on output frames; the first may have begun before ``start``. Each may overlap
    /// the next one, and no other.
    package var spots: [PlacedSpot] = []

    package var underSpots: StreamUnderSpots = .muted

    package var spotLimit: SpotLimit = .whereRaised

    /// The listener's volume, for the stream, the spots and the mute music.
    package var volume: Float = 1

    /// What the volume of the spots and of the voice-over is multiplied by as well.
    package var adVolume: Float = 1

    /// The volume of the spots and of the voice-over.
    var heardAdVolume: Float { volume * adVolume }

    /// The music in place of a stream that its streamer has muted; `nil` if it is not muted.
    package var muteMusic: MuteMusic?

    /// The voice-over of a choice card while the stream stands still; `nil` if there is none.
    package var voiceOver: VoiceOver?

    /// The length of a fade in frames.
    package var fadeFrameCount: Int

    package init(start: FrameTime, programme: Programme? = nil, fadeFrameCount: Int) {
        self.start = start
        self.programme = programme
        self.fadeFrameCount = fadeFrameCount
    }

    /// The stream: where it continues, and whether it is audible.
    package struct Programme: Hashable, Sendable {
        package var voice: Voice

        /// The programme frame at which the stream continues.
        package var position: FrameTime

        package var state: State = .playing

        /// The programme frame at which the stream stops by itself and holds its position; `nil` if
        /// it plays on.
        package var stop: FrameTime?

        /// How a stream that was not audible before ``Arrangement/start`` begins.
        package var entry: Entry = .fade

        package enum State: Hashable, Sendable {
            case playing
            /// Holds its position: paused by the listener, or waiting for samples.
            case waiting
            /// Holds its position until the spots are over.
            case waitingForSpots
            /// Plays, but its streamer has muted it.
            case mutedByStreamer
        }

        package enum Entry: Hashable, Sendable {
            case fade
            /// At full gain: it is the stream's very first frame, which must stay unchanged.
            case cut
            /// With a crossfade of `frameCount` frames from the same stream at another position,
            /// unless there is a break.
            case crossfade(frameCount: Int)
        }

        package init(voice: Voice, position: FrameTime) {
            self.voice = voice
            self.position = position
        }
    }

    package struct PlacedSpot: Hashable, Sendable {
        package var voice: Voice
        package var range: FrameRange

        /// Its constant gain.
        package var gain: Float

        /// The output frame from which it fades out, up to the end of ``range``; `nil` if it fades
        /// no longer than at any end of a break.
        package var fadeStart: FrameTime?

        /// The frames in one turn of a loop; `nil` for a spot that is heard once.
        package var turnFrameCount: Int?

        package init(voice: Voice, range: FrameRange, gain: Float = 1) {
            self.voice = voice
            self.range = range
            self.gain = gain
        }
    }

    /// Where the limiter keeps peaks of spots under the ceiling.
    package enum SpotLimit: Hashable, Sendable {
        /// Where they are amplified or mixed with other audio; elsewhere they stay unchanged.
        case whereRaised
        case everywhere
    }

    /// What the stream does while a spot plays.
    package enum StreamUnderSpots: Hashable, Sendable {
        /// It plays on muted.
        case muted
        /// It waits, and resumes at the frame at which the break began.
        case held
        /// It plays under the spots at `gain`, reached after `attackFrameCount` frames and held
        /// until `releaseFrameCount` frames before the end.
        case ducked(gain: Float, attackFrameCount: Int, releaseFrameCount: Int)
    }

    package struct MuteMusic: Hashable, Sendable {
        /// Frames in one turn of the loop.
        package var frameCount: Int

        /// How far ahead of ``Arrangement/start`` turns are laid. This limits the number of clips
        /// in a plan, even for short turns.
        package var reach: Int

        /// The least length of a turn in frames.
        package static let shortest = FrameTime.rate / 10

        package init(frameCount: Int) {
            self.frameCount = frameCount
            reach = min(600 * FrameTime.rate, max(64 * frameCount, 10 * FrameTime.rate))
        }
    }
}

extension Arrangement {
    /// Replaces everything on `timeline` from ``start`` on by this arrangement.
    package func lay(on timeline: inout OutputTimeline) {
        let before = timeline
        timeline.cut(at: start)
        layProgramme(on: &timeline, after: before)
        laySpots(on: &timeline, after: before)
        layMuteMusic(on: &timeline, after: before)
        layVoiceOver(on: &timeline, after: before)
        letGo(on: &timeline, after: before)
        layLimits(on: &timeline)
    }

    /// The length in frames of the stream's fade at ``start``, outside of breaks.
    var changeFrameCount: Int {
        guard let programme, programme.state == .playing,
            case .crossfade(let frameCount) = programme.entry,
            !breaks.contains(where: { $0.contains(start) })
        else { return fadeFrameCount }
        return frameCount
    }

    /// The breaks: output ranges that spots fill without a gap.
    package var breaks: [FrameRange] {
        spots.reduce(into: []) { breaks, spot in
            if let last = breaks.last, spot.range.start <= last.end {
                breaks[breaks.count - 1].end = max(last.end, spot.range.end)
            } else {
                breaks.append(spot.range)
            }
        }
    }
}
