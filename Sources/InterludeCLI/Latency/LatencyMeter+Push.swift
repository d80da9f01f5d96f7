import AudioSinks
import Foundation
import MediaTime

extension LatencyMeter {
    /// How many breaks one player plays before its programme comes near its end.
    private static let mostBreaks = 100

    /// Pushes a spot again and again through a connection that is there.
    mutating func measurePushes(count: Int) throws(CommandError) {
        try pushAll(count) { player, stage throws(CommandError) in
            try player.ask(.push, stage.files.spot)
        } record: { meter, first, start, joint in
            meter.record(first, since: start, as: .push, atMonitor: .pushAtMonitor)
            meter.record(joint)
        }
    }

    /// Pushes a spot again and again by a process of its own.
    mutating func measurePushCommands(count: Int) throws(CommandError) {
        try pushAll(count) { player, stage throws(CommandError) in
            var push = try ChildProcess(
                stage.program, ["ctl", "--player", "\(player.pid)", "push", stage.files.spot],
                environment: stage.environment)
            guard push.waitForEnd() else {
                throw CommandError(.defect, "'interlude ctl push' failed while it was measured")
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
        by push: (inout MeasuredPlayer, LatencyStage) throws(CommandError) -> MonotonicTime,
        record: (inout LatencyMeter, CodedRun, MonotonicTime, Joint) -> Void
    ) throws(CommandError) {
        var left = count
        while left > 0 {
            var player = try startedPlayer(["--events", stage.files.events])
            let batch = min(left, Self.mostBreaks)
            // The first one loads the spot, and is not counted.
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

    /// How many changes the sound server had begun to read past when they came, by the log of the
    /// player that has ended: a joint that is not exact is one of them.
    private func lateChangeCount() throws(CommandError) -> Int {
        do {
            let log = try String(contentsOfFile: stage.files.events, encoding: .utf8)
            return log.split(separator: "\n").count { $0.contains(#""event":"sink.late""#) }
        } catch {
            throw CommandError(.defect, "a measured player left no event log")
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
