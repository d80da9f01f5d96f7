import Interlude

extension MonitorSnapshot {
    /// The answer of `/metrics`.
    package var metrics: String {
        var text = MetricsText()
        addStates(to: &text)
        addCounts(to: &text)
        addAlarms(to: &text)
        return text.text
    }

    private func addStates(to text: inout MetricsText) {
        text.add(
            "interlude_up", .gauge, "Whether the stream of the station plays (1) or not (0).",
            samples { $0.figures.isPlaying ? 1 : 0 })
        text.add(
            "interlude_behind_live_seconds", .gauge, "How far playback is behind the live edge.",
            samples { $0.figures.behindLive?.inSeconds })
        text.add(
            "interlude_buffered_seconds", .gauge, "How much audio is available ahead of playback.",
            samples { $0.figures.buffered.inSeconds })
        text.add(
            "interlude_loudness_lufs", .gauge, "The loudness of the last minutes of the programme.",
            samples(\.figures.loudness))
    }

    private func addCounts(to text: inout MetricsText) {
        text.add(
            "interlude_cues_total", .counter, "Markers of breaks in the stream.",
            samples { Double($0.figures.cueCount) })
        text.add(
            "interlude_breaks_total", .counter, "Breaks that began with a spot.",
            samples { Double($0.figures.breakCount) })
        text.add(
            "interlude_breaks_unfilled_total", .counter, "Marked breaks without a spot.",
            samples { Double($0.figures.unfilledCount) })
        text.add(
            "interlude_spots_total", .counter, "Spots by how they ended.",
            samples("outcome", StationFigures.SpotOutcome.allCases) { station, outcome in
                Double(station.figures.spots[outcome] ?? 0)
            })
        text.add(
            "interlude_underruns_total", .counter, "How often no audio was available, by place.",
            samples("place", Place.allCases) { station, place in
                switch place {
                case .stream: Double(station.figures.streamUnderrunCount)
                case .device: Double(station.figures.deviceUnderrunCount)
                }
            })
        text.add(
            "interlude_beacons_total", .counter, "Beacons to ad servers by what became of them.",
            samples("outcome", StationFigures.BeaconOutcome.allCases) { station, outcome in
                Double(station.figures.beacons[outcome] ?? 0)
            })
        text.add(
            "interlude_reconnects_total", .counter, "How often the connection was lost.",
            samples { Double($0.figures.reconnectCount) })
        text.add(
            "interlude_restarts_total", .counter, "How often the session was started again.",
            samples { Double($0.figures.restartCount) })
    }

    private func addAlarms(to text: inout MetricsText) {
        text.add(
            "interlude_alarm", .gauge, "Whether the alarm stands (1) or not (0).",
            samples("alarm", AlarmKind.allCases) { station, kind in
                station.alarms.contains { $0.kind == kind } ? 1 : 0
            })
        text.add(
            "interlude_alarms_total", .counter, "How often the alarm was raised.",
            samples("alarm", AlarmKind.allCases) { station, kind in
                Double(station.raisedCounts[kind] ?? 0)
            })
        text.add(
            "interlude_webhook_notices_total", .counter,
            "Notices to the webhook by what became of them.",
            [
                .init([.init("outcome", "delivered")], Double(webhook.delivered)),
                .init([.init("outcome", "lost")], Double(webhook.lost)),
            ])
    }

    private enum Place: String, CaseIterable {
        case stream
        case device
    }

    /// One sample for each station with a value.
    private func samples(_ value: (Station) -> Double?) -> [MetricsText.Sample] {
        stations.compactMap { station in
            value(station).map { .init([.init("station", station.name)], $0) }
        }
    }

    /// One sample for each station and each of `names`, the values of the label `label`.
    private func samples<Name: RawRepresentable<String>>(
        _ label: String, _ names: [Name], _ value: (Station, Name) -> Double
    ) -> [MetricsText.Sample] {
        stations.flatMap { station in
            names.map { name in
                .init(
                    [.init("station", station.name), .init(label, name.rawValue)],
                    value(station, name))
            }
        }
    }
}
