import ArgumentParser
import MediaTime

/// What `interlude play` does at scripted output times, as a listener's hand would.
struct TransportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Begin at this stream time of a file. (default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var start = TimeArgument(.zero)

    @Option(
        name: .customLong("seek"),
        help: ArgumentHelp(
            "At output time T go to this stream time; live: back from the live edge if negative.",
            valueName: "T=position"),
        transform: ScheduledArgument<TimeArgument>.init(parsingSeek:))
    var seeks: [ScheduledArgument<TimeArgument>] = []

    @Option(
        name: .customLong("pause"),
        help: ArgumentHelp("Pause at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var pauses: [TimeArgument] = []

    @Option(
        name: .customLong("unpause"),
        help: ArgumentHelp("Go on at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var unpauses: [TimeArgument] = []

    @Option(
        name: .customLong("volume"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set the volume, at output time T: 0 to 1.5, or decibels as -6dB.",
            valueName: "[T=]gain"),
        transform: ScheduledArgument<GainArgument>.init(parsingVolume:))
    var volumes: [ScheduledArgument<GainArgument>] = []
}
