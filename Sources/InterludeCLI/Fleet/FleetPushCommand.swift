import Advertising
import ArgumentParser
import FleetControl
import FoundationEssentials
import MediaTime

/// `interlude fleet push`: plays spots at the players of a fleet, as one break.
struct FleetPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Play spots as one break at the players of a fleet.",
        discussion: """
            A player that is off plays them if it comes back within their time to live. Without \
            --wait, the command returns once the broker has the push.
            """)

    @OptionGroup var options: FleetOptions

    @Option(
        help: ArgumentHelp(
            "How long a player may begin with the spots, at most 24h.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var ttl = TimeArgument(FrameTime(FleetPush.usualTimeToLive))

    @Option(
        help: ArgumentHelp(
            "The id of the push: a player plays one only once. (default: a new one)",
            valueName: "id"))
    var id: String?

    @Flag(
        name: .customLong("wait"),
        help: ArgumentHelp(
            "Wait until every player that is connected has ended the spots, and print what became "
                + "of them. The exit status is 0 only if all were played to their end."))
    var waits = false

    @Argument(
        help: ArgumentHelp(
            "The spots: http(s) addresses, or .json files with one advertisement each.",
            valueName: "spot"))
    var spots: [String]

    func validate() throws {
        guard ttl.duration > .zero, ttl.duration <= .seconds(86_400) else {
            throw ValidationError("--ttl takes a time up to 24h")
        }
        if let id, !FleetPayload.isID(id) {
            throw ValidationError("--id takes up to 64 printable characters without spaces")
        }
    }

    func push() throws -> FleetPush {
        FleetPush(
            id: id ?? UUID().uuidString, sent: .now, timeToLive: ttl.duration,
            spots: try fleetSpots(spots, for: "push"))
    }

    func run() throws {
        let push = try push()
        let desk = try options.connect()
        defer { desk.close() }
        guard waits else {
            return try reached { () throws(FleetFailure) in
                try desk.push(push, to: options.target)
            }
        }
        var roster = FleetRoster()
        try reached { () throws(FleetFailure) in
            try desk.subscribe(to: [.presence, .ack])
            for message in try desk.kept() { roster.note(message) }
            try desk.push(push, to: options.target)
        }
        let players = roster.online(in: options.target)
        guard !players.isEmpty else {
            throw CommandError(
                .negative,
                "fleet push: no player is connected; those that come back within the time to live "
                    + "play it")
        }
        var answers = FleetAnswers(to: push.id, from: players)
        while !answers.open.isEmpty {
            let next = try reached { () throws(FleetFailure) in try desk.next(within: 1) }
            if let next, let ack = answers.note(next) {
                try Console.print(ack.words(of: next.player))
            }
            // Those that have it may play longer.
            if FleetDate.now > push.expiry.advanced(by: .seconds(5)) { answers.expire() }
        }
        if let shortfall = answers.shortfall {
            throw CommandError(.negative, "fleet push: \(shortfall)")
        }
    }
}

/// The spots of an operator's command, all at addresses.
func fleetSpots(_ texts: [String], for verb: String) throws -> [Advertisement] {
    let read = try texts.flatMap { try SpotArgument.list(parsing: $0) }
    let advertisements = try SpotArgument.advertisements(of: read)
    for spot in advertisements where !FleetPayload.isAddress(spot.audioFileURL) {
        throw CommandError(
            .usage,
            "fleet \(verb): \(spot.audioFileURL) is on this machine; players load spots from http "
                + "or https addresses")
    }
    return advertisements
}

extension FleetAck {
    /// The acknowledgement of `player` as columns, for people.
    fileprivate func words(of player: FleetName) -> String {
        ([player.text, state.rawValue] + [title, reason].compactMap { $0 }).joined(separator: "\t")
    }
}
