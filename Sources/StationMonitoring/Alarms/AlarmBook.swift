/// The alarms that stand at all stations. A value.
///
/// A limit that is exceeded raises its alarm at once. The alarm is cleared when the limit was kept for
/// ``clearDelay``, so that a station that comes and goes does not send a notice each time.
package struct AlarmBook: Hashable, Sendable {
    /// How long a limit has to be kept.
    package static let clearDelay = Duration.seconds(3)

    private var standing: [String: [AlarmKind: Standing]] = [:]
    private var raised: [String: [AlarmKind: Int]] = [:]

    private struct Standing: Hashable {
        var finding: AlarmFinding
        /// When the limit was first kept again; `nil` while it is exceeded.
        var keptSince: UTCTime?
    }

    package init() {}

    /// Takes all `findings` at a station, and returns what has changed.
    package mutating func note(
        _ findings: [AlarmFinding], of station: String, at now: UTCTime
    ) -> [AlarmNotice] {
        var notices: [AlarmNotice] = []
        var alarms = standing[station] ?? [:]
        for kind in AlarmKind.allCases {
            let finding = findings.first { $0.kind == kind }
            switch (alarms[kind], finding) {
            case (nil, nil): break
            case (nil, let finding?):
                alarms[kind] = Standing(finding: finding)
                raised[station, default: [:]][kind, default: 0] += 1
                notices.append(
                    AlarmNotice(change: .raised, station: station, finding: finding, time: now))
            case (let earlier?, var finding?):
                finding.since = earlier.finding.since
                alarms[kind] = Standing(finding: finding)
            case (var earlier?, nil):
                let keptSince = earlier.keptSince ?? now
                earlier.keptSince = keptSince
                alarms[kind] = earlier
                guard now - keptSince >= Self.clearDelay else { break }
                alarms[kind] = nil
                notices.append(
                    AlarmNotice(
                        change: .cleared, station: station, finding: earlier.finding, time: now))
            }
        }
        standing[station] = alarms.isEmpty ? nil : alarms
        return notices
    }

    /// Takes over the alarms that stand at a station that another process has watched.
    package mutating func adopt(_ memory: StationMemory, of station: String) {
        let alarms = memory.alarms.map { ($0.kind, Standing(finding: $0)) }
        standing[station] = Dictionary(alarms) { first, _ in first }
        raised[station] = memory.raisedCounts
    }

    /// Forgets a station that another process watches from now on, with the alarms that stand.
    package mutating func handOver(_ station: String) {
        (standing[station], raised[station]) = (nil, nil)
    }

    /// Clears the alarms of a station that is watched no longer, and forgets it.
    package mutating func forget(_ station: String, at now: UTCTime) -> [AlarmNotice] {
        raised[station] = nil
        guard let alarms = standing.removeValue(forKey: station) else { return [] }
        return AlarmKind.allCases.compactMap { kind in
            alarms[kind].map {
                AlarmNotice(change: .cleared, station: station, finding: $0.finding, time: now)
            }
        }
    }

    /// The alarms that stand at a station, in the order of their kinds.
    package func alarms(of station: String) -> [AlarmFinding] {
        AlarmKind.allCases.compactMap { standing[station]?[$0]?.finding }
    }

    /// How often each alarm was raised at a station.
    package func raisedCounts(of station: String) -> [AlarmKind: Int] { raised[station] ?? [:] }
}
