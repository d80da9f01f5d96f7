/// What is measured. The raw value names it in JSON and for `--limit`.
enum FigureName: String, Hashable, Sendable, Codable, CaseIterable {
    case firstSoundCold = "first-sound-cold"
    case firstSoundColdAtMonitor = "first-sound-cold-at-monitor"
    case firstSoundWarm = "first-sound-warm"
    case firstSoundWarmAtMonitor = "first-sound-warm-at-monitor"
    case push
    case pushAtMonitor = "push-at-monitor"
    case pushCommand = "push-command"
    case pushCommandAtMonitor = "push-command-at-monitor"
    case output
    case toSpotLost = "to-spot-lost"
    case toSpotDoubled = "to-spot-doubled"
    case toSpotGap = "to-spot-gap"
    case toStreamLost = "to-stream-lost"
    case toStreamDoubled = "to-stream-doubled"
    case toStreamGap = "to-stream-gap"
    case lateChanges = "late-changes"
    case wakeUps = "wake-ups"
    case loadUnderruns = "load-underruns"
    case loadLost = "load-lost"
    case drift

    var unit: FigureUnit {
        switch self {
        case .firstSoundCold, .firstSoundColdAtMonitor, .firstSoundWarm, .firstSoundWarmAtMonitor,
            .push, .pushAtMonitor, .pushCommand, .pushCommandAtMonitor, .output:
            .milliseconds
        case .toSpotLost, .toSpotDoubled, .toSpotGap, .toStreamLost, .toStreamDoubled,
            .toStreamGap, .loadLost:
            .frames
        case .wakeUps: .perSecond
        case .lateChanges, .loadUnderruns: .times
        case .drift: .partsPerMillion
        }
    }

    /// What it is, for people.
    var title: String {
        switch self {
        case .firstSoundCold: "start of 'interlude play' to first sound"
        case .firstSoundColdAtMonitor: "the same, at the monitor"
        case .firstSoundWarm: "'ctl play' to the other stream's first sound"
        case .firstSoundWarmAtMonitor: "the same, at the monitor"
        case .push: "push request to the spot's first sound"
        case .pushAtMonitor: "the same, at the monitor"
        case .pushCommand: "start of 'ctl push' to the spot's first sound"
        case .pushCommandAtMonitor: "the same, at the monitor"
        case .output: "rendered to heard, between changes"
        case .toSpotLost: "stream to spot: frames lost"
        case .toSpotDoubled: "stream to spot: frames doubled"
        case .toSpotGap: "stream to spot: frames of gap"
        case .toStreamLost: "spot to stream: frames lost"
        case .toStreamDoubled: "spot to stream: frames doubled"
        case .toStreamGap: "spot to stream: frames of gap"
        case .lateChanges: "changes that came late, as the player says"
        case .wakeUps: "wake-ups of the sound thread"
        case .loadUnderruns: "underruns while all cores are busy"
        case .loadLost: "frames not as they should be meanwhile"
        case .drift: "sink's clock against this machine's"
        }
    }
}
