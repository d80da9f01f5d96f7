import FoundationEssentials
import MediaTime

extension LatencyMeter {
    /// The number of breaks after which the programme of a player would soon end.
    private static let mostBreaks = 100

    /// Pushes a spot repeatedly over an open connection.
    mutating func measurePushes(count: Int) throws(MeasurementError) {
        try pushAll(count) { player, stage throws(MeasurementError) in
            try player.ask(MeasuredPlayer.push(of: stage.files.spot))
        } record: { meter, first, start, joint in
            meter.record(first, since: start, as: .push, atMonitor: .pushAtMonitor)
            meter.record(joint)
        }
    }

    /// Pushes a spot repeatedly, each time with a new `interlude ctl`.
    mutating func measurePushCommands(count: Int) throws(MeasurementError) {
        try pushAll(count) { player, stage throws(MeasurementError) in
            var push = try ChildProcess(
                stage.program, ["ctl", "--player", "\(player.pid)", "push", stage.files.spot],
                environment: stage.environment)
            guard push.waitForEnd() else {
                throw MeasurementError(.defect, "'interlude ctl push' failed while it was measured")
            }
            return push.start
        } record: { meter, first, start, joint in
            meter.record(
                first, since: start, as: .pushCommand, atMonitor: .pushCommandAtMonitor)
            meter.record(joint)
        }
    }

    private mutating func pushAll(
        _ count: Int,
        by push: (inout MeasuredPlayer, LatencyStage) throws(MeasurementError) -> MonotonicTime,
        record: (inout LatencyMeter, CodedRun, MonotonicTime, Joint) -> Void
    ) throws(MeasurementError) {
        var left = count
        while left > 0 {
            var player = try startedPlayer(["--events", stage.files.events])
            let batch = min(left, Self.mostBreaks)
            // The first push loads the spot, and is not counted.
            for number in 0...batch {
                let place = listener.now
                let start = try push(&player, stage)
                let (first, joint) = try listener.wait(for: "a pushed spot", from: place) {
                    runs -> (CodedRun, Joint)? in
                    guard let joint = Joint(in: runs, of: .programme, around: .spot),
                        let first = runs.first(where: { $0.firstIndex(of: .spot) != nil })
                    else { return nil }
                    return (first, joint)
                }
                if number > 0 { record(&self, first, start, joint) }
                pauseAtRandom()
            }
            left -= batch
            try player.end()
            self.record(Double(try lateChangeCount()), as: .lateChanges)
            try waitForSilence()
        }
    }

    /// The number of late changes in the event log of the last player. Every inexact joint is one.
    private func lateChangeCount() throws(MeasurementError) -> Int {
        do {
            let log = try String(contentsOfFile: stage.files.events, encoding: .utf8)
            return log.split(separator: "\n").count { $0.contains(#""event":"sink.late""#) }
        } catch {
            throw MeasurementError(.defect, "a measured player left no event log")
        }
    }

    fileprivate mutating func record(_ joint: Joint) {
        record(Double(joint.toSpot.lost), as: .toSpotLost)
        record(Double(joint.toSpot.doubled), as: .toSpotDoubled)
        record(Double(joint.toSpot.gap), as: .toSpotGap)
        record(Double(joint.toStream.lost), as: .toStreamLost)
        record(Double(joint.toStream.doubled), as: .toStreamDoubled)
        record(Double(joint.toStream.gap), as: .toStreamGap)
    }
}
