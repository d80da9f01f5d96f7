import Advertising
import ArgumentParser

/// The advertisements of `interlude play`, and what the stream does under them.
struct AdvertisementOptions: ParsableArguments {
    @Option(
        name: .customLong("push"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Push these spots at output time T, as in 10s=spot.mp3; 0s= plays them before the "
                + "programme. A spot is a file, an address, or a .json file with one "
                + "advertisement. In an address, write a comma as %2C.",
            valueName: "T=spot[,spot...]"),
        transform: ScheduledArgument<[SpotArgument]>.init(parsingPush:))
    var pushes: [ScheduledArgument<[SpotArgument]>] = []

    @Option(
        name: .customLong("ignore"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Drop the waiting spots at output time T.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var ignores: [TimeArgument] = []

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

    @Option(name: .customLong("break"), help: "What the stream does during a break.")
    var breakPolicy = BreakArgument.mute

    @Option(help: "Where a held live stream resumes. Files resume where they were held.")
    var resume = ResumeArgument.live

    @Option(
        help: ArgumentHelp(
            "The loudness of spots: that of the programme (match), -18 LUFS (tech1008), -23 LUFS "
                + "(r128), a loudness of your choice (fixed=LUFS), or unchanged (off). "
                + "(default: match)",
            valueName: "match|tech1008|r128|fixed=LUFS|off"),
        transform: LoudnessArgument.init(parsing:))
    var matchLoudness = LoudnessArgument.match

    /// The pushes, with all descriptions read and all spots numbered.
    func readPushes() throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        try SpotArgument.advertisements(in: pushes)
    }
}
