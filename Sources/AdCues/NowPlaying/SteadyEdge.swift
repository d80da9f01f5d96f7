import MediaTime

/// Finds which frame of a live stream a station sends at a time of its clock.
///
/// The network delays what a station sends, and never hastens it. So of several readings of what was
/// received when, the one that is furthest ahead counts. Only the latest ones do, since the clock of
/// the station is not that of this machine.
package struct SteadyEdge: Hashable, Sendable {
    /// Of each reading, the frame that would have been received at time 0 of the clock.
    private var readings: [FrameTime] = []

    /// With a reading every 10 s, those of five minutes.
    private static let most = 30

    package init() {}

    /// Records that everything before `frame` was received at `time` of the clock.
    package mutating func note(_ frame: FrameTime, at time: Duration) {
        readings.append(frame - time.frameCount)
        if readings.count > Self.most { readings.removeFirst() }
    }

    /// Forgets the readings of a connection that is over.
    package mutating func forget() { readings = [] }

    /// The frame that the station sends at `time` of the clock; `nil` before the first reading.
    package func frame(at time: Duration) -> FrameTime? {
        readings.max().map { $0 + time.frameCount }
    }
}
