import ArgumentParser
import MediaTime

/// The output options of `interlude play`.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output: pulse[:NAME], null, wav:FILE (32-bit float) or wav16:FILE. "
                + "(default: pulse if a sound server answers, else null)",
            valueName: "sink"),
        transform: SinkArgument.init(parsing:))
    var sink: SinkArgument?

    @Option(
        help: "Virtual time runs as fast as possible, with the outputs null, wav and wav16 only.")
    var clock = ClockArgument.real

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Stop after this much output time, as in 90s.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var duration: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much audio is queued at the sound server. Changes do not wait for it. "
                + "(default: $PULSE_LATENCY_MSEC, else 200ms)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var latency: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The length of the fades between stream and spots. (default: 8ms)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var fade = TimeArgument(FrameTime(.milliseconds(8)))

    func validate() throws {
        let sensible = FrameTime(.milliseconds(20))...FrameTime(.seconds(2))
        guard latency.map({ sensible.contains($0.time) }) ?? true else {
            throw ValidationError("--latency must be between 20ms and 2s")
        }
        guard fade.time <= FrameTime(.seconds(1)) else {
            throw ValidationError("--fade must be at most 1s")
        }
    }
}
