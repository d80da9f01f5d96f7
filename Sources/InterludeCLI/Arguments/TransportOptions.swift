import ArgumentParser
import MediaTime
import PCMAudio

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

    @Option(
        name: .customLong("ad-volume"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set the volume of advertisements, in addition to --volume and after their loudness was "
                + "matched, at output time T or at once.",
            valueName: "[T=]gain"),
        transform: ScheduledArgument<GainArgument>.init(parsingVolume:))
    var adVolumes: [ScheduledArgument<GainArgument>] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Start with the volume and the source that were chosen last with ctl, the page, keys "
                + "or the desktop, if the configuration is still the same. Typed options win."))
    var remember = false
}

/// A volume on the command line: a factor `0`…`1.5`, or decibels such as `-6dB`.
struct GainArgument: Hashable, Sendable {
    let gain: Gain

    init(parsing text: String) throws(UnusableArgument) {
        let isDecibels = text.lowercased().hasSuffix("db")
        let number = isDecibels ? text.dropLast(2) : text[...]
        let isPlain = number.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard isPlain, let value = Double(number) else {
            throw UnusableArgument("write a volume from 0 to 1.5, or in decibels, as in -6dB")
        }
        let gain = isDecibels ? Gain.decibels(value) : Gain(linear: Float(value))
        do {
            self.gain = try gain.checkedVolume()
        } catch {
            throw UnusableArgument("a volume must be between 0 and 1.5 (+3.5dB)")
        }
    }
}
