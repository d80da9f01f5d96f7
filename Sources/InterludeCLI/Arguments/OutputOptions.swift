import ArgumentParser
import MediaTime

/// Where the audio of `interlude play` goes, by which clock, and for how long.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where audio goes: pulse[:NAME], null, wav:FILE (32-bit float) or wav16:FILE. "
                + "(default: pulse if a server answers, else null)",
            valueName: "sink"),
        transform: SinkArgument.init(parsing:))
    var sink: SinkArgument?

    @Option(help: "Virtual runs as fast as the machine can, with null and wav sinks only.")
    var clock = ClockArgument.real

    @Option(
        help: ArgumentHelp("Stop after this much output time, such as 90s.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var duration: TimeArgument?

    @Option(
        help: ArgumentHelp(
            "Output buffer asked of the sound server; it can be replaced until it is heard. "
                + "(default: $PULSE_LATENCY_MSEC, else 200ms)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var latency: TimeArgument?

    @Option(
        help: ArgumentHelp("Length of the ramps at joints. (default: 8ms)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var fade = TimeArgument(FrameTime(.milliseconds(8)))

    func validate() throws {
        let sensible = FrameTime(.milliseconds(20))...FrameTime(.seconds(2))
        guard latency.map({ sensible.contains($0.time) }) ?? true else {
            throw ValidationError("--latency lies between 20ms and 2s")
        }
        guard fade.time <= FrameTime(.seconds(1)) else {
            throw ValidationError("--fade is at most 1s")
        }
    }
}
