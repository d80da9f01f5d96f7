import ArgumentParser
import Interlude

/// `interlude ctl VERB`: controls a running player.
struct CtlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Control a running player.",
        discussion: """
            status           print the state of the player as JSON
            push SPOT...     play these spots as one break
            ignore           drop the waiting spots
            pause, resume    pause and resume
            live             go to the live edge
            delay T          listen this far behind the live edge
            seek T           go to this stream time; -30s counts from the live edge
            volume GAIN      set the volume: 0 to 1.5, or decibels as in -6dB
            skip [--break]   skip the spot, or the whole break, if that is allowed
            play SOURCE      play another source in the same player
            stop             end the player
            """)

    @Option(
        help: ArgumentHelp("The process of the player, if several are running.", valueName: "pid"))
    var player: Int32?

    @Flag(name: .customLong("break"), help: "With skip: skip the whole break.")
    var isWholeBreak = false

    @Argument(help: "The verb.")
    var verb: ControlVerb

    @Argument(parsing: .allUnrecognized, help: "The values of the verb.")
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
