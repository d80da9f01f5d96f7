import ArgumentParser
import Interlude

/// `interlude ctl VERB`: talks to a player that runs.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Talks to a running player.",
        discussion: """
            status           print what the player does, as JSON
            push SPOT...     deliver these spots as one push
            ignore           forget the spots that wait
            pause, resume    stop and go on
            live             go to the live edge
            delay T          listen so far behind the live edge
            seek T           go to this stream time; -30s is back from the live edge
            volume GAIN      0 to 1.5, or decibels as -6dB
            skip [--break]   skip the spot, or the whole break, where that is allowed
            play SOURCE      play another stream in the same player
            stop             end the player
            """)

    @Option(help: ArgumentHelp("Which player, if several run.", valueName: "pid"))
    var player: Int32?

    @Flag(name: .customLong("break"), help: "With skip: all spots of the break.")
    var isWholeBreak = false

    @Argument(help: "What to ask for.")
    var verb: ControlVerb

    @Argument(parsing: .allUnrecognized, help: "What belongs to the verb.")
    var values: [String] = []

    func request() throws(CommandError) -> ControlRequest {
        try ControlRequest(verb: verb, values: values, isWholeBreak: isWholeBreak)
    }

    func run() throws {
        let request = try request()
        var client = try ControlClient(to: player)
        let answer = try client.send(request)
        if let refusal = answer.refusal {
            throw CommandError(.negative, "ctl \(verb.rawValue): \(refusal)")
        }
        if let status = answer.status { try Console.print(json: status) }
    }
}
