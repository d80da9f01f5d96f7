/// A plotted figure of the report, with its text.
enum ReportSection: CaseIterable {
    case push
    case pushCommand
    case warmStart
    case coldStart
    case output

    var figure: FigureName {
        switch self {
        case .push: .push
        case .pushCommand: .pushCommand
        case .warmStart: .firstSoundWarm
        case .coldStart: .firstSoundCold
        case .output: .output
        }
    }

    /// The same figure at the monitor; `nil` if that is not measured.
    var atMonitor: FigureName? {
        switch self {
        case .push: .pushAtMonitor
        case .pushCommand: .pushCommandAtMonitor
        case .warmStart: .firstSoundWarmAtMonitor
        case .coldStart: .firstSoundColdAtMonitor
        case .output: nil
        }
    }

    var title: String {
        switch self {
        case .push: "Push to first sound"
        case .pushCommand: "Push by command to first sound"
        case .warmStart: "Change of stream to first sound"
        case .coldStart: "Start to first sound"
        case .output: "Rendered to heard"
        }
    }

    var text: String {
        switch self {
        case .push:
            "From the last byte of a push on the player’s socket to the first frame of the spot."
        case .pushCommand:
            "From the start of the process <code>interlude ctl push</code> to the first frame of "
                + "the spot."
        case .warmStart:
            "From the last byte of <code>ctl play</code> on the player’s socket to the first "
                + "frame of the other stream, a file."
        case .coldStart:
            "From the start of the process <code>interlude play</code> to the first frame of a file."
        case .output:
            "How long frames wait at the server between two changes. A change does not wait: it "
                + "takes the place of what waits."
        }
    }
}
