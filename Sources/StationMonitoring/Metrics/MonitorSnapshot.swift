import Interlude
import PlainText

/// All stations at one moment. A value.
package struct MonitorSnapshot: Hashable, Sendable {
    package var time: UTCTime
    package var stations: [Station] = []
    package var webhook = WebhookCounts()

    package struct Station: Hashable, Sendable {
        package var name: String
        /// Without a password.
        package var source: String
        package var figures: StationFigures
        /// Since when the stream plays, or does not play.
        package var stateSince: UTCTime?
        package var alarms: [AlarmFinding]
        /// How often each alarm was raised.
        package var raisedCounts: [AlarmKind: Int]

        package init(
            name: String, source: String, figures: StationFigures, stateSince: UTCTime? = nil,
            alarms: [AlarmFinding] = [], raisedCounts: [AlarmKind: Int] = [:]
        ) {
            self.name = name
            self.source = source
            self.figures = figures
            self.stateSince = stateSince
            self.alarms = alarms
            self.raisedCounts = raisedCounts
        }
    }

    /// What has become of the notices to the webhook.
    package struct WebhookCounts: Hashable, Sendable {
        package var delivered = 0
        /// Refused, given up, or left out because too many were waiting.
        package var lost = 0

        package init() {}
    }

    package init(at time: UTCTime) {
        self.time = time
    }

    package var playingCount: Int { stations.count { $0.figures.isPlaying } }
    package var alarmCount: Int { stations.reduce(0) { $0 + $1.alarms.count } }

    /// The answer of `/api/stations`. Times are in seconds; `null` stands for what is unknown.
    package var json: JSONValue {
        ["time": .string(time.text), "stations": .array(stations.map(\.json))]
    }
}

extension MonitorSnapshot.Station {
    package var json: JSONValue {
        [
            "name": .string(name),
            "source": .string(source),
            "state": .string(figures.state.rawValue),
            "up": .bool(figures.isPlaying),
            "since": JSONValue(stateSince?.text),
            "title": JSONValue(figures.title?.printable(limit: 500)),
            "behindLive": JSONValue(figures.behindLive?.inSeconds),
            "buffered": .decimal(figures.buffered.inSeconds),
            "loudness": JSONValue(figures.loudness),
            "cues": JSONValue(figures.cueCount),
            "breaks": JSONValue(figures.breakCount),
            "unfilledBreaks": JSONValue(figures.unfilledCount),
            "spots": counts(figures.spots, StationFigures.SpotOutcome.allCases),
            "underruns": [
                "stream": JSONValue(figures.streamUnderrunCount),
                "device": JSONValue(figures.deviceUnderrunCount),
            ],
            "beacons": counts(figures.beacons, StationFigures.BeaconOutcome.allCases),
            "reconnects": JSONValue(figures.reconnectCount),
            "restarts": JSONValue(figures.restartCount),
            "alarms": .array(alarms.map(\.json)),
        ]
    }

    private func counts<Name: RawRepresentable<String>>(
        _ counts: [Name: Int], _ names: [Name]
    ) -> JSONValue {
        .object(names.map { JSONMember($0.rawValue, JSONValue(counts[$0] ?? 0)) })
    }
}
