import ReportPages

/// A measured figure. The raw value is its name in JSON and for `--limit`.
enum FigureName: String, Hashable, Sendable, Codable, CaseIterable {
    case firstSoundCold = "first-sound-cold"
    case firstSoundColdAtMonitor = "first-sound-cold-at-monitor"
    case firstSoundWarm = "first-sound-warm"
    case firstSoundWarmAtMonitor = "first-sound-warm-at-monitor"
    case push
    case pushAtMonitor = "push-at-monitor"
    case pushCommand = "push-command"
    case pushCommandAtMonitor = "push-command-at-monitor"
    case marker
    case markerAtMonitor = "marker-at-monitor"
    case liveDelay = "live-delay"
    case markerBeyondDelay = "marker-beyond-delay"
    case markerToSpot = "marker-to-spot"
    case markerToStream = "marker-to-stream"
    case markerGap = "marker-gap"
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
            .push, .pushAtMonitor, .pushCommand, .pushCommandAtMonitor, .marker,
            .markerAtMonitor, .liveDelay, .markerBeyondDelay, .output:
            .milliseconds
        case .markerToSpot, .markerToStream, .markerGap, .toSpotLost, .toSpotDoubled, .toSpotGap,
            .toStreamLost, .toStreamDoubled, .toStreamGap, .loadLost:
            .frames
        case .wakeUps: .perSecond
        case .lateChanges, .loadUnderruns: .times
        case .drift: .partsPerMillion
        }
    }

    /// Its description for people.
    var title: String {
        switch self {
        case .firstSoundCold: "start of 'interlude play' to its first sound"
        case .firstSoundColdAtMonitor: "the same, at the monitor"
        case .firstSoundWarm: "'ctl play' to the first sound of the new stream"
        case .firstSoundWarmAtMonitor: "the same, at the monitor"
        case .push: "push request to the first sound of the spot"
        case .pushAtMonitor: "the same, at the monitor"
        case .pushCommand: "start of 'ctl push' to the first sound of the spot"
        case .pushCommandAtMonitor: "the same, at the monitor"
        case .marker: "marker in a live stream to the first sound of its spot"
        case .markerAtMonitor: "the same, at the monitor"
        case .liveDelay: "the last frame before the spot in that stream to its sound"
        case .markerBeyondDelay: "marker to spot, beyond that delay"
        case .markerToSpot: "marked break: frames of stream after its marker, before the spot"
        case .markerToStream: "marked break: frames of stream lost after its marked end"
        case .markerGap: "marked break: frames of gap, and wrong frames of the spot"
        case .output: "rendered to heard, without changes"
        case .toSpotLost: "stream to spot: frames lost"
        case .toSpotDoubled: "stream to spot: frames repeated"
        case .toSpotGap: "stream to spot: frames of gap"
        case .toStreamLost: "spot to stream: frames lost"
        case .toStreamDoubled: "spot to stream: frames repeated"
        case .toStreamGap: "spot to stream: frames of gap"
        case .lateChanges: "late changes in the event log"
        case .wakeUps: "wake-ups of the sound thread"
        case .loadUnderruns: "underruns with all cores busy"
        case .loadLost: "wrong frames with all cores busy"
        case .drift: "drift of the sink clock against the system clock"
        }
    }
}

/// The unit of a ``Figure``.
enum FigureUnit: String, Hashable, Sendable, Codable {
    case milliseconds = "ms"
    case frames
    case perSecond = "1/s"
    case times
    case partsPerMillion = "ppm"
}

/// A measured figure with all samples, in ``FigureName/unit``.
struct Figure: Hashable, Sendable, Codable {
    var name: FigureName
    var samples: [Double]
    var summary: Summary

    /// `nil` without samples.
    init?(_ name: FigureName, _ samples: [Double]) {
        guard let summary = Summary(samples) else { return nil }
        self.name = name
        self.samples = samples
        self.summary = summary
    }
}
