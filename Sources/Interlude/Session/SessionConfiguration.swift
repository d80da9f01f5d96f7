import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// The settings of a session. They do not change while it runs.
///
/// A recording begins with the configuration, so every setting can be encoded and decoded.
public struct SessionConfiguration: Hashable, Sendable, Codable {
    /// The source as the operator named it: an address, the path of a file, or `-` for standard
    /// input.
    public var source: String

    /// The source that the session returns to when another one ends or cannot be played; `nil` to
    /// end the session then.
    ///
    /// A file continues where it was left. The end of the home ends the session. A home that cannot
    /// be played when the session returns to it is retried for ``giveUp``; if that is `nil`, it is
    /// always retried, without end.
    public var home: String?

    /// What the stream does during a break. With ``resume`` `live`, `hold` mutes a live stream.
    public var breakPolicy = BreakPolicy.mute

    /// Where a live stream resumes after it was held, or after the output was lost. A file always
    /// resumes where it stopped.
    public var resume = Resume.live

    /// How a live stream gets back to its delay after pauses and breaks that held it; `nil` to stay
    /// where that has left it, as in the recordings of earlier versions.
    ///
    /// The delay is the one with which the stream began, or that the listener has chosen since. A delay
    /// that underruns have caused is made up for in any case, unless ``resume`` is `continue`.
    public var catchUp: CatchUp?

    /// Whether the session plays the queued advertisements, or the app takes them.
    public var adPlayback = AdvertisementPlayback.automatic

    /// How the loudness of advertisements is adjusted.
    public var loudness = LoudnessProfile.match

    /// The length of the fades between stream and spots.
    public var fade: Duration = .milliseconds(8)

    /// For how long an ad and the next one of its break are heard together, in a crossfade of equal
    /// power; `nil` for ads that join without one, as in the recordings of earlier versions.
    ///
    /// At most ``longestCrossfade``, and half of the shorter ad. A break is shorter by its crossfades
    /// than its ads together, also one that the stream marks. Bumpers have none.
    public var crossfade: Duration?

    /// The longest ``crossfade``.
    public static let longestCrossfade = Duration.seconds(5)

    /// ``crossfade`` within its bounds.
    var crossfadeFrameCount: Int {
        max(0, min(crossfade ?? .zero, Self.longestCrossfade).frameCount)
    }

    /// The listener's volume at the start, from 0 to 1.5.
    public var volume = Gain.unity

    /// What the volume of advertisements is multiplied by as well, at the start, from 0 to 1.5; `nil`
    /// for nothing, as in the recordings of earlier versions.
    public var adVolume: Gain?

    /// The stream time at which the playback of a file starts.
    public var start: Duration = .zero

    /// The output time after which the session ends; `nil` plays until the source ends. The time
    /// for which ``outage`` makes output time stand still counts as well.
    public var duration: Duration?

    /// How far behind live a listener may be. This much of a live stream is kept (rule M5: 5
    /// minutes).
    public var maxDelay: Duration = .seconds(300)

    /// How long a ready stream waits for the spots that precede it; `nil` for no limit. After that
    /// the stream starts, and the spots play as soon as they are ready.
    public var firstSpotLimit: Duration? = .seconds(2)

    /// How much audio must be decoded before a stream starts.
    public var startThreshold: Duration = .milliseconds(120)

    /// How much audio a stream needs to resume after an underrun. The effective threshold is at
    /// least twice ``startThreshold``, and repeated underruns raise it (`RebufferRule`).
    public var rebufferThreshold: Duration = .seconds(1)

    /// How long a live stream is retried if it is lost after it has played; `nil` for no limit.
    ///
    /// A stream that was never heard is retried for 10 s, whatever this is. With `nil` and the
    /// source as ``home``, it is retried without limit as well.
    ///
    /// In a session with a ``home``, only that is retried without limit. Another source is given up
    /// after 60 s.
    public var giveUp: Duration? = .seconds(60)

    /// What the session does while its output is missing. With `nil`, as in the recordings of
    /// earlier versions, it waits without a limit, and ``duration`` counts output time only.
    public var outage: OutputOutageRule? = OutputOutageRule()

    /// The limit for retries of a source other than the home, if ``giveUp`` has none.
    static let giveUpElsewhere = Duration.seconds(60)

    /// The breaks that the stream marks; `nil` for none, as in the recordings of earlier versions.
    public var markers: StreamMarkers? = StreamMarkers()

    /// What is heard before and after the ads of each break, but for the media that an HLS playlist
    /// names; `nil` for nothing, as in the recordings of earlier versions.
    ///
    /// A break whose length is marked includes them. Their ids are those of the session.
    public var bumpers: BreakBumpers?

    /// What is heard over and over in the rest of a marked break that its ads do not fill, and in one
    /// that has no ad, until the break ends; `nil` for the programme.
    ///
    /// Not in the breaks of lists and of media that an HLS playlist names. At least one second long. It
    /// is no ad in logs and reports.
    public var slate: Advertisement?

    /// The breaks of an earlier session that this one continues, as ``AudioSession/timeline`` had them;
    /// `nil` for none.
    ///
    /// The timeline of this session begins with them, and numbers of breaks, slots and spots go on
    /// after theirs. A pod of a schedule of which every ad was heard, or paid for, is not played again.
    /// ``start`` does not follow from it: take the place of a file from the earlier timeline's
    /// ``AdTimeline/programme``.
    public var earlier: AdTimeline?

    /// The settings of true[X]: timeouts, and what a seek over breaks does.
    public var truex = TruexPolicy()

    /// The scripted answers of a viewer to each choice card; `nil` if the viewer is not scripted.
    package var viewer: ViewerScript?

    /// Commands for fixed output times, in order of time.
    public var script: [ScriptedCommand] = []

    /// What the first line of the event log says about the player; `nil` for a log without it.
    public var label: SessionLabel?

    public init(source: String) {
        self.source = source
    }

    /// Where a held live stream resumes.
    public enum Resume: String, Hashable, Sendable, Codable, CaseIterable {
        /// Where it would have been without the break.
        case live
        /// At the frame where it was held. From then on the listener is behind live by the length
        /// of the break.
        case `continue`
    }

    /// How a live stream gets back to its delay.
    public enum CatchUp: String, Hashable, Sendable, Codable, CaseIterable {
        /// It plays 0.5 % faster, and silences are shortened. Where a break mutes it, it jumps, because
        /// nobody hears that. Advertisements keep their speed.
        case faster
        /// It jumps as soon as it is heard again.
        case jump
    }

    /// A command, and the output time at which the session carries it out.
    public struct ScriptedCommand: Hashable, Sendable, Codable {
        /// The output time. A push is requested then, and is heard once its first spot is loaded:
        /// in virtual time at that frame.
        public var time: FrameTime
        public var command: SessionCommand

        public init(at time: FrameTime, _ command: SessionCommand) {
            self.time = time
            self.command = command
        }
    }
}
