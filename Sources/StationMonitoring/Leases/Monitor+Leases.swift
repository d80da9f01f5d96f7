/// Stations that are shared with other processes.
extension Monitor {
    /// At every so many looks for alarms, leases are looked for: once a second.
    private static let ticksBetweenLeases = 2

    /// Joins the processes that use the list's folder of leases; `nil` without one.
    func leases(of list: StationList) throws(MonitorFailure) -> StationLeases? {
        guard let folder = list.leaseFolder else { return nil }
        return try StationLeases(
            of: list.stations.map(\.name), in: folder, say: surroundings.say)
    }

    /// Watches the stations whose leases are free, and leaves to other processes what they are to
    /// watch, once a second.
    func share(_ watching: inout Watching) {
        guard watching.leases != nil else { return }
        watching.ticksToLeases -= 1
        guard watching.ticksToLeases <= 0 else { return }
        watching.ticksToLeases = Self.ticksBetweenLeases
        guard let changes = watching.leases?.look() else { return }
        leave(Set(changes.given.map(\.station)), &watching)
        begin(changes.taken, &watching)
    }

    private func leave(_ names: Set<String>, _ watching: inout Watching) {
        guard !names.isEmpty else { return }
        let left = watching.runs.filter { names.contains($0.name) }
        watching.runs.removeAll { names.contains($0.name) }
        // The alarms that stand are another process's from now on.
        for name in names { watching.book.handOver(name) }
        watching.endings.append(Task { await Self.stop(left) })
        say("leaves \(Self.stations(names.count)) to others", watching)
    }

    private func begin(_ leases: [StationLease], _ watching: inout Watching) {
        guard !leases.isEmpty else { return }
        var runs = Dictionary(watching.runs.map { ($0.name, $0) }) { first, _ in first }
        let leases = Dictionary(leases.map { ($0.station, $0) }) { first, _ in first }
        for station in watching.list.stations {
            guard let lease = leases[station.name] else { continue }
            watching.book.adopt(lease.memory, of: station.name)
            let run = begun(station, in: watching.list, lease)
            run.start()
            runs[station.name] = run
        }
        watching.runs = watching.list.stations.compactMap { runs[$0.name] }
        say("takes \(Self.stations(leases.count))", watching)
    }

    private func say(_ words: String, _ watching: Watching) {
        let all = watching.list.stations.count
        surroundings.say("leases: \(words), watches \(watching.runs.count) of \(all)")
    }

    private static func stations(_ count: Int) -> String {
        count == 1 ? "1 station" : "\(count) stations"
    }
}
