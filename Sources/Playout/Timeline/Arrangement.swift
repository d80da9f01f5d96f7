import AudioMixing
import MediaTime

/// What is to be heard from one output frame on, before it is written down as clips.
///
/// The rules of joints are here: the stream fades out over the first frames of
/// a break and in after its last; a break's first spot fades in and its last
/// one out; spots that touch are butted; a new fade starts from the gain that
/// is heard at that moment, so that none is ever a step.
package struct Arrangement: Hashable, Sendable {
    /// The first output frame that this arrangement is about.
    package var start: FrameTime

    /// `nil` when no stream is to be heard, now or later.
    package var programme: Programme?

    /// Spots in order, on output frames; the first may have begun before ``start``.
    package var spots: [PlacedSpot] = []

    package var underSpots: StreamUnderSpots = .muted

    package var spotLimit: SpotLimit = .whereRaised

    /// The listener's volume, for the stream, the spots and the mute music.
    package var volume: Float = 1

    /// What is heard instead of a stream that its streamer has muted; `nil` when it is not muted.
    package var muteMusic: MuteMusic?

    /// What speaks a choice card while the stream stands still; `nil` when nothing does.
    package var voiceOver: VoiceOver?

    /// How many frames a fade takes.
    package var fadeFrameCount: Int

    package init(start: FrameTime, programme: Programme? = nil, fadeFrameCount: Int) {
        self.start = start
        self.programme = programme
        self.fadeFrameCount = fadeFrameCount
    }

    /// The stream: where it goes on, and whether it may be heard.
    package struct Programme: Hashable, Sendable {
        package var voice: Voice

        /// The programme frame with which the stream goes on.
        package var position: FrameTime

        package var state: State = .playing

        /// The programme frame before which the stream stops by itself, and holds its position;
        /// `nil` where it plays on.
        package var stop: FrameTime?

        /// What a stream that was not heard before ``Arrangement/start`` begins with.
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
            /// The stream's very first frame, which nothing may touch.
            case cut
            /// The same stream at another frame, which is left for this one: the two cross over so
            /// many frames, unless there is a break.
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

        /// The gain of all of it.
        package var gain: Float

        package init(voice: Voice, range: FrameRange, gain: Float = 1) {
            self.voice = voice
            self.range = range
            self.gain = gain
        }
    }

    /// Where peaks of spots are kept under the ceiling.
    package enum SpotLimit: Hashable, Sendable {
        /// Where they are raised, or added to other sound: elsewhere they stay as they were made.
        case whereRaised
        case everywhere
    }

    /// What the stream does while a spot is heard.
    package enum StreamUnderSpots: Hashable, Sendable {
        /// Is consumed unheard, and is afterwards where it would have been.
        case muted
        /// Waits, and goes on from the frame at which the break began.
        case held
        /// Is heard under the spots at `gain`, after `attack` frames and until `release` frames
        /// before the end.
        case ducked(gain: Float, attackFrameCount: Int, releaseFrameCount: Int)
    }

    package struct MuteMusic: Hashable, Sendable {
        /// Frames in one turn of the loop.
        package var frameCount: Int

        /// How far ahead of ``Arrangement/start`` turns are laid: a plan has few clips, however
        /// short a turn is.
        package var reach: Int

        /// The fewest frames that a turn may have.
        package static let shortest = FrameTime.rate / 10

        package init(frameCount: Int) {
            self.frameCount = frameCount
            reach = min(600 * FrameTime.rate, max(64 * frameCount, 10 * FrameTime.rate))
        }
    }
}

extension Arrangement {
    /// Writes this arrangement onto `timeline` in place of everything from ``start`` on.
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

    /// How many frames a stream takes that comes or goes at ``start``, outside of breaks.
    var changeFrameCount: Int {
        guard let programme, programme.state == .playing,
            case .crossfade(let frameCount) = programme.entry,
            !breaks.contains(where: { $0.contains(start) })
        else { return fadeFrameCount }
        return frameCount
    }

    /// The breaks: output ranges that touching spots fill without a gap.
    package var breaks: [FrameRange] {
        spots.reduce(into: []) { breaks, spot in
            if let last = breaks.last, last.end == spot.range.start {
                breaks[breaks.count - 1].end = spot.range.end
            } else {
                breaks.append(spot.range)
            }
        }
    }
}
