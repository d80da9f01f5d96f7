import AdPlayback
import Interlude

/// An option of `interlude play` that a station of a list may have: what is played in its breaks, and
/// how its stream is requested.
enum StationOption: String, CaseIterable {
    case source
    case cues
    case adTag = "ad-tag"
    case fill
    case fallback
    case bumperIn = "bumper-in"
    case bumperOut = "bumper-out"
    case slate
    case adTitle = "ad-title"
    case stationPreroll = "station-preroll"
    case nowPlaying = "now-playing"
    case nowPlayingOffset = "now-playing-offset"
    case nowPlayingEvery = "now-playing-every"
    case breakLimit = "break-limit"
    case earlyEnd = "early-end"
    case overrun
    case header
    case allowPrivate = "allow-private"

    /// Whether it may have a list of values.
    var isRepeating: Bool {
        switch self {
        case .adTag, .fill, .fallback, .adTitle, .header: true
        case .source, .cues, .bumperIn, .bumperOut, .slate, .stationPreroll, .nowPlaying,
            .nowPlayingOffset, .nowPlayingEvery, .breakLimit, .earlyEnd, .overrun, .allowPrivate:
            false
        }
    }

    /// Gives the option this value in `options`, or one more.
    ///
    /// Not by the parser of the command line, which takes milliseconds for each station.
    func set(_ text: String, in options: inout PlayCommand) throws(UnusableArgument) {
        switch self {
        case .source: options.source = try SourceArgument(parsing: text)
        case .cues: options.advertisements.cues = try CuesArgument(parsing: text)
        case .adTag: options.advertisements.adTags.append(try Location(parsing: text))
        case .fill: options.advertisements.fill.append(try SpotArgument.list(parsing: text))
        case .fallback:
            options.advertisements.fallback.append(try SpotArgument.list(parsing: text))
        case .bumperIn: options.advertisements.bumperIn = try SpotArgument(parsing: text)
        case .bumperOut: options.advertisements.bumperOut = try SpotArgument(parsing: text)
        case .slate: options.advertisements.slate = try SpotArgument(parsing: text)
        case .adTitle: options.advertisements.adTitles.append(try AdTitleArgument(parsing: text))
        case .stationPreroll:
            options.advertisements.stationPreroll = try Self.choice(
                text, among: StreamMarkers.Preroll.allCases)
        case .nowPlaying: options.advertisements.nowPlaying = text
        case .nowPlayingOffset:
            options.advertisements.nowPlayingOffset = try TimeArgument(parsingPosition: text)
        case .nowPlayingEvery:
            options.advertisements.nowPlayingEvery = try TimeArgument(parsing: text)
        case .breakLimit: options.advertisements.breakLimit = try TimeArgument(parsing: text)
        case .earlyEnd:
            options.advertisements.earlyEnd = try Self.choice(
                text, among: BreakEndPolicy.allCases)
        case .overrun:
            options.advertisements.overrun = try Self.choice(text, among: BreakEndPolicy.allCases)
        case .header: options.network.headers.append(try HeaderOption(parsing: text))
        case .allowPrivate:
            guard let isOn = Bool(text) else { throw UnusableArgument("write true or false") }
            options.network.allowPrivate = isOn
        }
    }

    private static func choice<Choice: RawRepresentable<String>>(
        _ text: String, among choices: [Choice]
    ) throws(UnusableArgument) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let names = choices.map(\.rawValue).joined(separator: ", ")
            throw UnusableArgument("write one of \(names)")
        }
        return choice
    }
}
