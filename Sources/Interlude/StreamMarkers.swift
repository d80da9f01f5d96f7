import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The breaks that a stream marks in itself: which markers start breaks, and what fills them.
public struct StreamMarkers: Hashable, Sendable, Codable {
    /// What carries the markers that start and end breaks.
    public var carriers = Carrier.allCases

    /// How long after its place in the stream a marker takes effect that ``carriers`` brings, within
    /// ``cueOffsets``; less than zero for earlier, though no break begins before what was heard. It has
    /// to be measured, once for each station.
    ///
    /// Date ranges of HLS, with its interstitials, name a date, and are where they say.
    public var cueOffset = Duration.zero

    /// Ten seconds either way. A time out of range becomes the nearest one in range.
    public static let cueOffsets = Duration.seconds(-10)...Duration.seconds(10)

    /// The spots that fill a break, in turn: each break takes those that fit its length. Empty to
    /// leave the stream as it is.
    ///
    /// The session assigns their ids. A spot without a ``Advertisement/duration`` is loaded once at
    /// the start, to learn its length.
    public var fill: [Advertisement] = []

    /// The ad tags that are asked for the ads of each break, in turn until one has an ad: addresses, or
    /// files with an answer, in VAST or DAAST. Empty to ask none.
    ///
    /// The media that an HLS playlist names for a break come first, and ``fill`` fills the rest.
    public var adTags: [String] = []

    /// The ad tags that have a list of breaks (VMAP): addresses or files. Each break is filled from
    /// where the list says. A recording waits for its end; a live stream goes on under it. The breaks
    /// belong to the first source of the session.
    public var adSchedules: [String] = []

    /// Which ads of these breaks may be heard, and how often.
    public var adRules = AdRules()

    /// What ad servers are told of the listener's choices.
    public var privacy = AdPrivacy()

    /// How long before a break its ads are requested, if it is known by then. `nil` for 30 s in virtual
    /// time; with a real clock, each session then takes a time of its own between 10 and 30 s, so that
    /// the listeners of a station do not all ask at once.
    public var decisionLead: Duration?

    /// The spots for a break for which no ad server of ``adTags`` has an ad in time: in turn, those that
    /// fit. ``fill`` fills the rest. Their ids and lengths are found as those of ``fill``.
    public var fallback: [Advertisement] = []

    /// What becomes of a break that has begun before it can be heard from its start.
    public var joining = Joining.partial

    /// Breaks that begin by the clock of the stream, beside those that it marks; `nil` for none.
    public var interval: Interval?

    /// What a silence of the stream marks, beside its markers; `nil` for nothing.
    public var silence: Silence?

    /// What becomes of the advertisement that a station sends to each listener who connects.
    public var preroll = Preroll.fill

    /// The titles with which this station begins its advertisements, beside those that are known of
    /// many stations.
    public var adTitles: [AdTitlePattern] = []

    /// The feed in which the station says what it plays, and with it its advertisements; `nil` for
    /// none.
    public var nowPlaying: NowPlaying?

    /// How long a break may be that the stream marks. One whose end no marker gives ends after this
    /// long, and one that is marked as longer is cut. Less than zero counts as zero.
    public var longest = Self.defaultLongest

    /// What becomes of the spot that is heard when a marker ends its break early, as a later tag of an
    /// HLS interstitial that limits it further while it is heard.
    public var earlyEnd = BreakEndPolicy.cut

    /// What becomes of the spot that is heard when the length of its break is over. With
    /// ``BreakEndPolicy/finish`` the last ad of an ad server may be longer than the rest of its break.
    ///
    /// An interstitial of an HLS playlist is always cut at the limit that it had when it began.
    public var overrun = BreakEndPolicy.cut

    /// How long before a break its ads are requested where nothing else is said.
    static let usualLead = Duration.seconds(30)

    /// Chooses ``decisionLead``, unless it is set.
    mutating func spreadDecisions() {
        guard decisionLead == nil, !(adTags + adSchedules).isEmpty else { return }
        decisionLead = Self.usualLead - .milliseconds(Int.random(in: 0...20_000))
    }

    /// 10 minutes.
    public static let defaultLongest = Duration.seconds(600)

    public init() {}

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        carriers = try values.decode([Carrier].self, forKey: .carriers)
        fill = try values.decode([Advertisement].self, forKey: .fill)
        joining = try values.decode(Joining.self, forKey: .joining)
        interval = try values.decodeIfPresent(Interval.self, forKey: .interval)
        // Older recordings have none of these.
        silence = try values.decodeIfPresent(Silence.self, forKey: .silence)
        cueOffset = try values.decodeIfPresent(Duration.self, forKey: .cueOffset) ?? .zero
        adTags = try values.decodeIfPresent([String].self, forKey: .adTags) ?? []
        adSchedules = try values.decodeIfPresent([String].self, forKey: .adSchedules) ?? []
        fallback = try values.decodeIfPresent([Advertisement].self, forKey: .fallback) ?? []
        adTitles = try values.decodeIfPresent([AdTitlePattern].self, forKey: .adTitles) ?? []
        nowPlaying = try values.decodeIfPresent(NowPlaying.self, forKey: .nowPlaying)
        preroll = try values.decodeIfPresent(Preroll.self, forKey: .preroll) ?? .fill
        longest =
            try values.decodeIfPresent(Duration.self, forKey: .longest) ?? Self.defaultLongest
        earlyEnd = try values.decodeIfPresent(BreakEndPolicy.self, forKey: .earlyEnd) ?? .cut
        adRules = try values.decodeIfPresent(AdRules.self, forKey: .adRules) ?? AdRules()
        privacy = try values.decodeIfPresent(AdPrivacy.self, forKey: .privacy) ?? AdPrivacy()
        decisionLead = try values.decodeIfPresent(Duration.self, forKey: .decisionLead)
        overrun = try values.decodeIfPresent(BreakEndPolicy.self, forKey: .overrun) ?? .cut
    }

    /// Breaks at a fixed interval, which ``StreamMarkers/fill`` fills.
    ///
    /// The first begins one interval after the listener has joined the stream. One that is due sooner
    /// than ``distance`` after another break waits, or is left out, as ``catchesUp`` says. The intervals
    /// that pass while one waits have none, nor has one whose end the listener has jumped over.
    public struct Interval: Hashable, Sendable, Codable {
        /// From the start of one break to that of the next, at most 24 h.
        public var every: Duration

        /// How long a break is. Spots that are longer do not fit.
        public var length: Duration

        /// How long the programme is heard between two breaks at least, whatever started them.
        public var distance: Duration

        /// Whether a break that is due too soon after another one is heard later.
        public var catchesUp: Bool

        public init(
            every: Duration, length: Duration = .seconds(30), distance: Duration = .zero,
            catchesUp: Bool = true
        ) {
            self.every = every
            self.length = length
            self.distance = distance
            self.catchesUp = catchesUp
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            every = try values.decode(Duration.self, forKey: .every)
            length = try values.decode(Duration.self, forKey: .length)
            distance = try values.decode(Duration.self, forKey: .distance)
            // Older recordings do not have it.
            catchesUp = try values.decodeIfPresent(Bool.self, forKey: .catchesUp) ?? true
        }
    }

    /// A silence in the sound of the stream that marks a break or its end.
    ///
    /// It is found in the programme at the listener's place, also where an advertisement covers it,
    /// within half a second.
    public struct Silence: Hashable, Sendable, Codable {
        /// What a silence marks.
        public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
            /// A break that ``StreamMarkers/fill`` fills: from when the silence is long enough until
            /// the sound returns. If the break holds the programme, the sound cannot return, and it
            /// ends after ``StreamMarkers/longest``.
            case starts
            /// The end of a break whose markers do not say how long it is.
            case ends
        }

        public var role: Role

        /// What is quieter is silent: the momentary loudness in LUFS (EBU Tech 3341), without gates.
        public var level: Double

        /// How long a silence is at least, within ``lengths``. A length out of range becomes the
        /// nearest one in range.
        public var length: Duration

        /// From half a second to ten minutes.
        public static let lengths: ClosedRange<Duration> = SilenceCueRule.lengths

        /// `length` defaults to 20 s where a silence starts a break, and to 2 s where it ends one.
        public init(_ role: Role, level: Double = -40, length: Duration? = nil) {
            self.role = role
            self.level = level
            let usual: Duration =
                switch role {
                case .starts: .seconds(20)
                case .ends: .seconds(2)
                }
            self.length = length ?? usual
        }
    }

    /// A now-playing feed of Triton's streaming service, in XML or JSON, which is read again and again
    /// while the source with which the session began is live.
    ///
    /// The ads that follow one another in it are a break, which lasts until the next entry that is
    /// none of an ad. A feed needs an output with the real clock.
    public struct NowPlaying: Hashable, Sendable, Codable {
        /// An http or https address.
        public var address: String

        /// How long after the times of the feed a listener at the live edge hears the station, within
        /// ``offsets``. It has to be measured, once for each station.
        public var offset: Duration

        /// How often the feed is read: once within this time that the listener hears the stream,
        /// within ``intervals``.
        public var every: Duration

        /// An hour either way. A time out of range becomes the nearest one in range, as for
        /// ``intervals``.
        public static let offsets = Duration.seconds(-3600)...Duration.seconds(3600)

        /// From a second to an hour.
        public static let intervals = Duration.seconds(1)...Duration.seconds(3600)

        public init(address: String, offset: Duration = .zero, every: Duration = .seconds(10)) {
            self.address = address
            self.offset = offset
            self.every = every
        }
    }

    /// What becomes of the advertisement that a station sends to each listener who connects, or
    /// connects again: one that its marker calls a preroll, or that begins with the connection.
    public enum Preroll: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is a break like any other, which ``StreamMarkers/fill`` fills.
        case fill
        /// It is not heard, and nothing plays in its place except the mute music.
        case mute
        /// It is heard.
        case hear
    }

    /// What carries a marker.
    public enum Carrier: String, Hashable, Sendable, Codable, CaseIterable {
        /// Metadata blocks of an Icecast or SHOUTcast stream.
        case icy
        /// Tags of an HLS playlist.
        case hls
        /// SCTE-35 sections, in the stream or in a playlist.
        case scte35
        /// Timed ID3 tags.
        case id3
    }

    /// What becomes of a break that began before it could be heard: because the listener joined
    /// inside it, or because its marker came late.
    public enum Joining: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is as long as a whole one, from where it is joined.
        case full
        /// What is left of it.
        case partial
        /// None: the next break is the first.
        case none
    }
}
