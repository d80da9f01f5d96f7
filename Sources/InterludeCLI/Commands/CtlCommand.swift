import Advertising
import ArgumentParser
import Glibc
import Interlude
import PlainText
import PlayerControl

/// `interlude ctl VERB`: controls a running player.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Control a running player.",
        discussion: """
            status           print the state of the player as JSON
            push SPOT...     play these spots as one break; --wait reports each
                             one; --at T: at this stream time; --at end: when
                             the file ends
            ignore           drop the waiting spots
            pause, resume    pause and resume
            live             go to the live edge
            delay T          listen this far behind the live edge
            seek T           go to this time of a file, as in 20s; live: this far
                             behind the live edge
            volume GAIN      set the volume: 0 to 1.5, or decibels as in -6dB
            ad-volume GAIN   set the volume of advertisements, in addition to the
                             volume
            mute, unmute     set the volume to 0, and back to what it was
            skip [--break]   skip the spot, or the whole break, if that is allowed
            play SOURCE      play another source in the same player
            consent          set what ad servers may do, with --tcf-consent and the
                             other options; without any, take a consent back
            stop             end the player
            """)

    @Option(
        help: ArgumentHelp("The process of the player, if several are running.", valueName: "pid"))
    var player: Int32?

    @Flag(name: .customLong("break"), help: "With skip: skip the whole break.")
    var isWholeBreak = false

    @Flag(
        name: .customLong("wait"),
        help: ArgumentHelp(
            "With push: wait until every spot has ended, and print what became of it. The exit "
                + "status is 0 only if all were played to their end."))
    var waits = false

    @Option(
        help: ArgumentHelp(
            "With push: play the spots at this stream time, from the beginning of a file or from "
                + "where the player has joined a live stream; or at the end of a file.",
            valueName: "T|end"),
        transform: PlaceArgument.init(parsing:))
    var at: PlaceArgument?

    @OptionGroup(title: "With consent") var privacy: PrivacyOptions

    @Argument(help: "The verb.")
    var verb: ControlVerb

    @Argument(parsing: .allUnrecognized, help: "The values of the verb.")
    var values: [String] = []

    func request() throws(CommandError) -> ControlRequest {
        if waits, at != nil {
            throw CommandError(.usage, "ctl push: --wait does not go with --at")
        }
        // The parser passes on the word that ends the options.
        let values = values.split(separator: "--", maxSplits: 1).flatMap(\.self)
        let privacy = try privacy.read()
        if verb == .consent {
            guard values.isEmpty else {
                throw CommandError(.usage, "ctl consent: takes options only")
            }
            return .consent(privacy)
        }
        guard privacy == AdPrivacy() else {
            throw CommandError(
                .usage, "ctl \(verb.rawValue): --tcf-consent and such only go with consent")
        }
        return try ControlRequest(
            verb: verb, values: values, isWholeBreak: isWholeBreak, at: at?.place)
    }

    func run() throws {
        let request = try request()
        if waits { return try PushWaiting(for: request, to: player).run() }
        var client = try ControlClient(to: player)
        if let words = request.waitingWords, isatty(STDERR_FILENO) == 1 { Console.say(words) }
        let answer = try client.send(request)
        if let refusal = answer.refusal {
            throw CommandError(.negative, "ctl \(verb.rawValue): \(refusal)")
        }
        if let status = answer.status { try Console.print(json: status) }
    }
}

extension ControlVerb: ExpressibleByArgument {}

extension ControlRequest {
    /// What the player does for seconds before it answers; `nil` for most requests.
    var waitingWords: String? {
        guard case .play(let source) = self else { return nil }
        return "connecting to \(source.withoutUserInfo)"
    }

    /// The request of `interlude ctl VERB VALUES…`.
    init(
        verb: ControlVerb, values: [String], isWholeBreak: Bool = false,
        at place: StreamPlace? = nil
    ) throws(CommandError) {
        do {
            guard place == nil || verb == .push else {
                throw UnusableArgument("--at only goes with push")
            }
            guard !isWholeBreak || verb == .skip else {
                throw UnusableArgument("--break only goes with skip")
            }
            let request = try Self.request(for: verb, values)
            if let place, case .push(let spots) = request {
                self = .pushInStream(spots, at: place)
            } else {
                self = isWholeBreak ? .skipBreak : request
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.usage, "ctl \(verb.rawValue): \(error)")
        }
    }

    private static func request(
        for verb: ControlVerb, _ values: [String]
    ) throws -> ControlRequest {
        switch verb {
        case .status: return try plain(.status, values)
        case .ignore: return try plain(.ignore, values)
        case .pause: return try plain(.pause, values)
        case .resume: return try plain(.resume, values)
        case .live: return try plain(.live, values)
        case .mute: return try plain(.mute, values)
        case .unmute: return try plain(.unmute, values)
        case .skip: return try plain(.skip, values)
        case .stop: return try plain(.stop, values)
        case .consent: return .consent(AdPrivacy())
        case .push: return try push(values)
        case .delay: return .delay(try TimeArgument(parsing: single(values, "T")).duration)
        case .seek: return .seek(try TimeArgument(parsingPosition: single(values, "T")).duration)
        case .volume: return .volume(try GainArgument(parsing: single(values, "GAIN")).gain)
        case .adVolume:
            return .adVolume(try GainArgument(parsing: single(values, "GAIN")).gain)
        case .play:
            let source = try SourceArgument(parsing: single(values, "SOURCE"))
            guard source != .standardInput else {
                throw UnusableArgument(
                    "a running player cannot read standard input of this process")
            }
            try source.requirePresent()
            return .play(source.absolute.description)
        }
    }

    private static func push(_ values: [String]) throws -> ControlRequest {
        guard !values.isEmpty else { throw UnusableArgument("the SPOT is missing") }
        if let option = values.first(where: { $0.hasPrefix("--") }) {
            throw UnusableArgument(
                "there is no option '\(option)'; a file of that name is ./\(option)")
        }
        let spots = try values.flatMap { try SpotArgument.list(parsing: $0) }
        for spot in spots { try spot.requirePresent() }
        return .push(try SpotArgument.advertisements(of: spots))
    }

    private static func plain(
        _ request: ControlRequest, _ values: [String]
    ) throws(UnusableArgument) -> ControlRequest {
        if let surplus = values.first {
            throw UnusableArgument("takes no value, but got '\(surplus)'")
        }
        return request
    }

    private static func single(
        _ values: [String], _ name: String
    ) throws(UnusableArgument) -> String {
        guard let value = values.first, values.count == 1 else {
            throw UnusableArgument("needs exactly one \(name)")
        }
        return value
    }
}
