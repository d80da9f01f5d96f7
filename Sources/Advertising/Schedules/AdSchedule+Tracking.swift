import PlainText

extension AdSchedule.Ad {
    /// The server's id, as far as an event log shows it.
    package var shortID: String? { id?.shortened(to: AdID.textLimit) }

    /// What has to be told of the ad; `nil` if nobody wants to learn of it.
    package var beacons: AdTracking? {
        var beacons = AdTracking()
        beacons.impressions = tracking["impression"] ?? []
        beacons.errors = tracking["error"] ?? []
        beacons.events = tracking.events.filter { !["impression", "error"].contains($0.name) }
        beacons.events += progress
        beacons.limit()
        return beacons == AdTracking() ? nil : beacons
    }
}

extension AdSchedule.Break {
    /// What has to be told of the break itself, apart from its ads; `nil` if nobody wants to learn
    /// of it.
    package var beacons: [AdTracking.Event]? {
        let events = tracking.events.limited()
        return events.isEmpty ? nil : events
    }
}

extension AdSchedule {
    /// Whether ad servers want to learn of its ads, as those of true[X] do, or may do so of ads that
    /// the schedule's server adds.
    package var hasBeacons: Bool {
        session != nil
            || (breaks + unplaced.map(\.laidOut)).contains { one in
                one.beacons != nil
                    || one.ads.contains { $0.beacons != nil || $0.truexParameters != nil }
            }
    }
}

extension [String: [String]] {
    /// The addresses with the names of their events, in the order of the names.
    fileprivate var events: [AdTracking.Event] {
        sorted { $0.key < $1.key }.flatMap { name, addresses in
            addresses.map { AdTracking.Event(name: name, address: $0) }
        }
    }
}
