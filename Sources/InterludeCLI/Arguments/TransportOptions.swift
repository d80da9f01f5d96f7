import ArgumentParser
import MediaTime

/// Transport commands at scripted output times.
struct TransportOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Start a file at this stream time. (default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var start = TimeArgument(.zero)

    @Option(
        name: .customLong("seek"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Seek to this stream time at output time T. For a live stream, a negative position "
                + "counts back from the live edge.",
            valueName: "T=position"),
        transform: ScheduledArgument<TimeArgument>.init(parsingSeek:))
    var seeks: [ScheduledArgument<TimeArgument>] = []

    @Option(
        name: .customLong("pause"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Pause at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var pauses: [TimeArgument] = []

    @Option(
        name: .customLong("unpause"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Resume at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var unpauses: [TimeArgument] = []

    @Option(
        name: .customLong("volume"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set the volume, from 0 to 1.5 or in decibels (-6dB), at output time T or at once.",
            valueName: "[T=]gain"),
        transform: ScheduledArgument<GainArgument>.init(parsingVolume:))
    var volumes: [ScheduledArgument<GainArgument>] = []
}
