import PlainText

/// The stations that are watched, and where alarms are sent.
package struct StationList: Hashable, Sendable {
    package var stations: [WatchedStation]

    /// Where the page and the metrics are served; `nil` for nowhere.
    package var listen: ListenAddress?

    /// The http(s) address to which alarms are posted; `nil` for none.
    package var webhook: String?

    /// The folder for an event log of each station; `nil` for none.
    package var logFolder: String?

    /// The folder of the leases that this process shares with others; `nil` if it watches all
    /// stations.
    package var leaseFolder: String?

    /// The most stations of a list.
    package static let mostStations = 500

    /// The length limit of a name in Unicode scalars.
    package static let longestName = 80

    /// The length limit of the name of a log in bytes, which is that of Linux's file systems.
    package static let longestLogName = 255

    package init(_ stations: [WatchedStation]) {
        self.stations = stations
    }

    /// The name of the event log of the station with this name, in ``logFolder``.
    package static func logName(of station: String) -> String {
        "\(station.percentEncoded).jsonl"
    }

    /// This list after `old`, for a monitor that goes on: the places where it serves, writes logs and
    /// has leases are as they were.
    package func keepingPlaces(of old: StationList) -> StationList {
        var list = self
        (list.listen, list.logFolder) = (old.listen, old.logFolder)
        list.leaseFolder = old.leaseFolder
        return list
    }

    package struct ListenAddress: Hashable, Sendable {
        package var host: String
        /// 0 selects a free one.
        package var port: Int

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }
}

/// What has to be done so that a list takes the place of another one. A value.
package struct StationChanges: Hashable, Sendable {
    /// The names of stations whose sessions end.
    package var removed: [String] = []

    /// The stations whose sessions begin.
    package var added: [WatchedStation] = []

    /// The stations whose sessions go on, with their limits in the new list.
    package var kept: [WatchedStation] = []

    /// A station of the same name with another stream is another station.
    package init(from old: [WatchedStation], to new: [WatchedStation]) {
        let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
        removed = old.filter { after[$0.name]?.stream != $0.stream }.map(\.name)
        for station in new {
            if before[station.name]?.stream == station.stream {
                kept.append(station)
            } else {
                added.append(station)
            }
        }
    }
}
