/// The topics of a fleet, all below `interlude/FLEET`.
package struct FleetTopics: Hashable, Sendable {
    let fleet: FleetName

    package init(of fleet: FleetName) {
        self.fleet = fleet
    }

    /// What a player reads, for each ``FleetTarget`` that includes it.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        /// Spots to play as one break.
        case push
        /// Breaks at times of the day; retained.
        case schedule
        /// The spots that fill breaks; retained.
        case house
    }

    /// What a player writes.
    package enum Report: String, Hashable, Sendable, CaseIterable {
        /// Whether it is connected; retained.
        case presence
        /// Its status; retained.
        case status
        /// The lines of its event log.
        case events
        /// What became of pushes.
        case ack
    }

    package func topic(of order: Order, for target: FleetTarget) -> String {
        "interlude/\(fleet)/\(target.levels)/\(order.rawValue)"
    }

    package func topic(of report: Report, from player: FleetName) -> String {
        "interlude/\(fleet)/player/\(player)/\(report.rawValue)"
    }

    /// The filter for the reports of one player, or of all.
    package func filter(for report: Report, from player: FleetName?) -> String {
        "interlude/\(fleet)/player/\(player?.text ?? "+")/\(report.rawValue)"
    }

    /// The player and the report of a topic; `nil` for any other topic.
    package func report(in topic: String) -> (player: FleetName, report: Report)? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 5, levels[0] == "interlude", levels[1] == fleet.text,
            levels[2] == "player", let player = FleetName(String(levels[3])),
            let report = Report(rawValue: String(levels[4]))
        else { return nil }
        return (player, report)
    }
}

/// Whom an order is for.
package enum FleetTarget: Hashable, Sendable {
    case all
    case group(FleetName)
    case player(FleetName)

    var levels: String {
        switch self {
        case .all: "all"
        case .group(let name): "group/\(name)"
        case .player(let name): "player/\(name)"
        }
    }
}
