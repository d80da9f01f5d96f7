import Interlude

/// The alarms that stood when another process watched the station. A value.
///
/// It takes a while until this process finds for itself what is wrong. Until then an alarm stands,
/// unless something shows that it is over. An alarm for a fault that an interruption of the stream
/// ends as well is not inherited, so it is cleared.
struct InheritedAlarms: Hashable, Sendable {
    private var findings: [AlarmKind: AlarmFinding] = [:]

    init(_ alarms: [AlarmFinding] = []) {
        for alarm in alarms where Self.outlastsInterruption(alarm.kind) {
            findings[alarm.kind] = alarm
        }
    }

    private static func outlastsInterruption(_ kind: AlarmKind) -> Bool {
        switch kind {
        case .silence, .noCue, .breakLate, .beaconLost, .down: true
        case .breakWithoutEnd, .loudnessJump, .drift: false
        }
    }

    /// Since when the station was down; `nil` if it was not.
    var downSince: UTCTime? { findings[.down]?.since }

    mutating func take(_ record: EventRecord) {
        if ["cue.seen", "cue.merged"].contains(record.event) { findings[.noCue] = nil }
    }

    /// Takes the next level of a stream that plays. Audio quieter than `limit`, in LUFS, is silent.
    mutating func take(_ level: HeardLevel, silentBelow limit: Double) {
        if level.loudness >= limit { findings[.silence] = nil }
    }

    /// Those that stand at `now` and are not among `found`.
    func findings(
        besides found: [AlarmFinding], _ limits: AlarmLimits, at now: UTCTime
    ) -> [AlarmFinding] {
        // A station that is down has no other alarm of the stream.
        let isDown = found.contains { $0.kind == .down }
        return AlarmKind.allCases.compactMap { kind -> AlarmFinding? in
            guard let finding = findings[kind], !found.contains(where: { $0.kind == kind }) else {
                return nil
            }
            let stands =
                switch kind {
                case .silence: limits.silence != nil && !isDown
                case .noCue: limits.noCue != nil && !isDown
                case .breakLate:
                    limits.breakLate != nil && now - finding.since < CueWatch.memory
                case .beaconLost:
                    limits.beaconLost != nil && now - finding.since < BeaconWatch.window
                // The station's availability has it.
                case .down, .breakWithoutEnd, .loudnessJump, .drift: false
                }
            return stands ? finding : nil
        }
    }
}
