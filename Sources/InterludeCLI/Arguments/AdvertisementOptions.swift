import AdPlayback
import Advertising
import ArgumentParser
import HTTPAccess
import Interlude

/// The advertisements of `interlude play`, and what the stream does under them.
struct AdvertisementOptions: ParsableArguments {
    @Option(
        name: .customLong("push"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Push these spots at output time T, as in 10s=spot.mp3; 0s= plays them before the "
                + "programme, and end= when the file has ended. A spot is a file, an address, or "
                + "a .json file with one advertisement. In an address, write a comma as %2C.",
            valueName: "T=spot[,spot...]"),
        transform: ScheduledArgument<[SpotArgument]>.init(parsingPush:))
    var pushes: [ScheduledArgument<[SpotArgument]>] = []

    @Option(
        name: .customLong("ignore"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Drop the waiting spots at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var ignores: [TimeArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Fill the breaks that the stream marks with these spots: in turn, those that fit the "
                + "break's length. Media that an HLS playlist names for a break come first. Without "
                + "either, nothing covers the stream. Repeatable.",
            valueName: "spot[,spot...]"),
        transform: SpotArgument.list(parsing:))
    var fill: [[SpotArgument]] = []

    @Option(
        name: .customLong("ad-tag"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Ask this ad server for the ads of each break that the stream marks: an address, or a "
                + "file with an answer, in VAST or DAAST. A VMAP list, in a file or at an address "
                + "with 'vmap' in it, has breaks of its own. Tells the server what was heard. With "
                + "several, each is asked if those before it have no ad. --fill fills the rest. "
                + "Repeatable.",
            valueName: "address|file"),
        transform: Location.init(parsing:))
    var adTags: [Location] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Fill a break for which no ad server of --ad-tag has an ad in time with these spots: in "
                + "turn, those that fit. Repeatable.",
            valueName: "spot[,spot...]"),
        transform: SpotArgument.list(parsing:))
    var fallback: [[SpotArgument]] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play this before the first ad of each break, but for media that an HLS playlist names. "
                + "It is no ad, and a break whose length is marked includes it.",
            valueName: "spot"),
        transform: SpotArgument.init(parsing:))
    var bumperIn: SpotArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play this after the last ad of each break, as --bumper-in before the first.",
            valueName: "spot"),
        transform: SpotArgument.init(parsing:))
    var bumperOut: SpotArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play this over and over in the rest of a marked break that its ads do not fill, and in "
                + "one without ads, until the break ends. It is no ad, and lasts 1 s at least.",
            valueName: "spot"),
        transform: SpotArgument.init(parsing:))
    var slate: SpotArgument?

    @Option(
        help: ArgumentHelp(
            "Which markers in the stream start breaks: icy, hls, scte35 and id3, or all, or none. "
                + "(default: all)",
            valueName: "list"),
        transform: CuesArgument.init(parsing:))
    var cues = CuesArgument.all

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much later than its place in the stream a marker of --cues takes effect, at most "
                + "10s; earlier with a minus. Date ranges of HLS are where their dates say. "
                + "(default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsingPosition:))
    var cueOffset: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "Begin a break each T of the stream, too, which --fill fills.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var breakEvery: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "How long the breaks of --break-every are. (default: 30s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var breakLength: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "Hear so much of the programme between another break and one of --break-every. "
                + "(default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var breakDistance: TimeArgument?

    @Flag(
        inversion: .prefixedNo,
        help: "Begin a break of --break-every later if --break-distance is in its way, not never.")
    var breakCatchUp = true

    @Option(
        help: ArgumentHelp(
            "End a break that the stream marks after T at the latest, as one whose end no marker "
                + "gives. (default: 10m)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var breakLimit: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "What becomes of the spot that is heard when a marker ends its break early: cut it, "
                + "fade it out over half a second, or finish it."))
    var earlyEnd = BreakEndPolicy.cut

    @Option(
        help: ArgumentHelp(
            "What becomes of the spot that is heard when the length of its break is over: cut it, "
                + "fade it out, or finish it."))
    var overrun = BreakEndPolicy.cut

    @Option(
        help: ArgumentHelp(
            "A silence of the stream starts a break, which --fill fills, or ends a break whose "
                + "length no marker gives."))
    var silence: SilenceArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How quiet a silence is at least, in LUFS. (default: -40)", valueName: "LUFS"),
        transform: LevelArgument.init(parsing:))
    var silenceLevel: LevelArgument?

    @Option(
        help: ArgumentHelp(
            "How long a silence is at least. (default: 20s to start a break, 2s to end one)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var silenceLength: TimeArgument?

    @Option(
        name: .customLong("ad-title"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A title with which this station begins an advertisement, as a whole: * is any text, and "
                + "{ms}, {s} or {clock} its length. It ends with the next title. Repeatable.",
            valueName: "pattern"),
        transform: AdTitleArgument.init(parsing:))
    var adTitles: [AdTitleArgument] = []

    @Option(
        help: ArgumentHelp(
            "Read the station's now-playing feed, whose ads are breaks, too, which --fill fills.",
            valueName: "address"))
    var nowPlaying: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long after the times of the feed the station is heard, at most 1h either way. "
                + "(default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsingPosition:))
    var nowPlayingOffset: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "How often the feed is read, from 1s to 1h. (default: 10s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var nowPlayingEvery: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "What becomes of the advertisement that a station sends to each listener who connects: "
                + "fill it as any other break, mute it, or hear it."))
    var stationPreroll = StreamMarkers.Preroll.fill

    @Option(
        help: ArgumentHelp(
            "The schedule of the advertisements that are already in the stream: a file or an "
                + "address with an Uplynk preplay answer, VMAP or VAST. The stream is held at a "
                + "true[X] placeholder.",
            valueName: "file|address"),
        transform: Location.init(parsing:))
    var schedule: Location?

    @Option(
        help: ArgumentHelp(
            "Script a viewer of true[X] ads. Times count from the appearance of each choice card: "
                + "opt-in@T, opt-out@T, interact@T, done@T, cancel@T, back@T, leave@T. After the "
                + "last action, the viewer takes an earned credit and lets choice cards time out.",
            valueName: "action@T[,...]"),
        transform: ViewerArgument.init(parsing:))
    var viewer: ViewerArgument?

    @Option(
        help: ArgumentHelp(
            "For how long a true[X] credit also pays for the pods of --schedule and the marked "
                + "breaks that begin after its pod, in time that the player runs. (default: 0s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var creditLasts: TimeArgument?

    @Option(
        name: .customLong("break"),
        help: ArgumentHelp(
            "What the stream does during a break. A live stream is held only with --resume "
                + "continue; otherwise hold mutes it."))
    var breakPolicy = BreakArgument.mute

    @Option(
        name: .customLong("resume"),
        help: ArgumentHelp(
            "Where a held live stream resumes: at its live edge, as if it had been muted, or where "
                + "it was held (continue). Files resume where they were held. (default: live)"))
    var givenResume: ResumeArgument?

    /// Where a held live stream resumes, by default at its live edge.
    var resume: ResumeArgument { givenResume ?? .live }

    @Option(
        help: ArgumentHelp(
            "How a live stream gets back to its delay after a pause or a break that held it: 0.5 % "
                + "faster and with shorter silences (faster), or at once (jump). Without this "
                + "option it stays behind."))
    var catchUp: SessionConfiguration.CatchUp?

    @Option(
        help: ArgumentHelp(
            "The loudness of spots: that of the programme (match), -18 LUFS (tech1008), -23 LUFS "
                + "(r128), a loudness of your choice (fixed=LUFS), or unchanged (off). "
                + "(default: match)",
            valueName: "match|tech1008|r128|fixed=LUFS|off"),
        transform: LoudnessArgument.init(parsing:))
    var matchLoudness = LoudnessArgument.match
}

/// The markers that start breaks (`--cues`).
struct CuesArgument: Hashable, Sendable {
    let carriers: [StreamMarkers.Carrier]

    /// Parses `icy,hls,…`, `all` or `none`.
    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "all": carriers = StreamMarkers.Carrier.allCases
        case "none": carriers = []
        default:
            var named: Set<StreamMarkers.Carrier> = []
            for name in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let carrier = StreamMarkers.Carrier(rawValue: String(name)) else {
                    throw UnusableArgument("write all, none, or some of icy,hls,scte35,id3")
                }
                named.insert(carrier)
            }
            carriers = StreamMarkers.Carrier.allCases.filter(named.contains)
        }
    }

    private init(_ carriers: [StreamMarkers.Carrier]) {
        self.carriers = carriers
    }

    static let all = CuesArgument(StreamMarkers.Carrier.allCases)
}

/// What the stream does during a break (`--break`).
enum BreakArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// The stream continues unheard.
    case mute
    /// The stream stands still, and resumes without a loss.
    case hold
    /// The stream continues at a lower volume.
    case duck
}

/// Where a held live stream resumes (`--resume`).
enum ResumeArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case live
    /// Where it was held.
    case `continue`
}

extension BreakEndPolicy: ExpressibleByArgument {}

extension SessionConfiguration.CatchUp: ExpressibleByArgument {}

extension StreamMarkers.Preroll: ExpressibleByArgument {}

/// What a silence marks (`--silence`).
typealias SilenceArgument = StreamMarkers.Silence.Role

extension StreamMarkers.Silence.Role: ExpressibleByArgument {}

/// A title of an advertisement (`--ad-title`).
struct AdTitleArgument: Hashable, Sendable {
    let pattern: AdTitlePattern

    init(parsing text: String) throws(UnusableArgument) {
        do throws(AdTitlePatternError) {
            pattern = try AdTitlePattern(text)
        } catch {
            throw UnusableArgument(error.description)
        }
    }
}

/// A loudness in LUFS (`--silence-level`).
struct LevelArgument: Hashable, Sendable {
    let loudness: Double

    init(parsing text: String) throws(UnusableArgument) {
        guard let loudness = LoudnessArgument.loudness(Substring(text), in: -70...0) else {
            throw UnusableArgument("write a loudness from -70 to 0 LUFS, such as -40")
        }
        self.loudness = loudness
    }
}

/// The loudness of spots (`--match-loudness`).
struct LoudnessArgument: Hashable, Sendable {
    let profile: LoudnessProfile

    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "match": profile = .match
        case "tech1008": profile = .tech1008
        case "r128": profile = .r128
        case "off": profile = .off
        case _ where text.hasPrefix("fixed="):
            profile = .fixed(try Self.loudness(text.dropFirst(6)))
        case _:
            throw UnusableArgument("write match, tech1008, r128, fixed=LUFS or off")
        }
    }

    /// The allowed values of `fixed=`, in LUFS.
    private static let range = -60.0...0

    private static func loudness(_ text: Substring) throws(UnusableArgument) -> Double {
        guard let loudness = loudness(text, in: range) else {
            throw UnusableArgument("fixed= takes a loudness from -60 to 0 LUFS, such as fixed=-16")
        }
        return loudness
    }

    /// A number of `range`; `nil` for other text.
    static func loudness(_ text: Substring, in range: ClosedRange<Double>) -> Double? {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || "-.".contains($0)) }
        guard isPlain, let loudness = Double(text), range.contains(loudness) else { return nil }
        return loudness
    }

    private init(_ profile: LoudnessProfile) {
        self.profile = profile
    }

    static let match = LoudnessArgument(.match)
}

/// The script of a true[X] viewer (`--viewer`).
struct ViewerArgument: Hashable, Sendable {
    let script: ViewerScript

    init(parsing text: String) throws(UnusableArgument) {
        do {
            script = try ViewerScript(parsing: text) { time in
                try TimeArgument(parsing: time).duration
            }
        } catch {
            throw UnusableArgument("\(error)")
        }
    }
}
