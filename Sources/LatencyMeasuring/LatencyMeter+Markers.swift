import MediaTime

extension LatencyMeter {
    /// The breaks of one player. Each player has a delay of its own.
    private static let breaksOfPlayer = 5

    /// Plays live streams with marked breaks, and measures the time from each marker to its spot.
    mutating func measureMarkers(count: Int) throws(MeasurementError) {
        var left = count
        while left > 0 {
            let batch = min(left, Self.breaksOfPlayer)
            try measureMarkersOfPlayer(count: batch)
            left -= batch
        }
    }

    private mutating func measureMarkersOfPlayer(count: Int) throws(MeasurementError) {
        let station = try MarkedStation(speed: stage.stationSpeed)
        defer { station.close() }
        var place = listener.now
        let player = try MeasuredPlayer(
            playing: station.address, on: stage, options: stage.markedOptions)
        for number in 1...count {
            let found = try listener.wait(for: "the spot of a marked break", from: place) {
                MarkedBreak(in: $0)
            }
            guard found.number == number,
                let marker = station.handed(frame: found.marked - 1),
                let lastFrame = station.handed(frame: found.lastFrame)
            else {
                throw MeasurementError(.defect, "a measured player left out a marked break")
            }
            record(found, markedAt: marker, lastFrameAt: lastFrame)
            place = found.end
        }
        try player.end()
        try waitForSilence()
    }

    /// Records the figures of a break, whose marker was sent at `marker`, and the last frame before
    /// its spot at `lastFrame`.
    private mutating func record(
        _ found: MarkedBreak, markedAt marker: MonotonicTime, lastFrameAt lastFrame: MonotonicTime
    ) {
        let delay = found.lastFrameHeard.seconds(since: lastFrame) * 1000
        record(found.spot, since: marker, as: .marker, atMonitor: .markerAtMonitor)
        record(delay, as: .liveDelay)
        record(
            found.spot.heard.seconds(since: marker) * 1000 - delay, as: .markerBeyondDelay)
        record(Double(found.toSpot), as: .markerToSpot)
        record(Double(found.toStream), as: .markerToStream)
        record(Double(found.gap), as: .markerGap)
    }
}
