import AdPlayback
import Interlude
import MediaTime

/// The change of each time of a status per second, until the next status.
struct PageRates: Hashable, Sendable {
    let outputTime: Int
    let position: Int
    let behindLive: Int
    /// For the remaining times: of a spot, of a break, until a break.
    let remaining: Int

    init(_ status: PlayerStatus) {
        outputTime = status.isOutputRunning ? 1 : 0
        position = status.isOutputRunning && status.isStreamRunning ? 1 : 0
        behindLive = status.behindLive == nil ? 0 : 1 - position
        remaining = -outputTime
    }

    var json: JSONValue {
        [
            "t": .integer(Int64(outputTime)), "position": .integer(Int64(position)),
            "behindLive": .integer(Int64(behindLive)), "remaining": .integer(Int64(remaining)),
        ]
    }
}

extension PlayerStatus {
    /// The expected status after `elapsed`, if nothing else changes.
    func projected(after elapsed: Duration) -> PlayerStatus {
        let rates = PageRates(self)
        var status = self
        status.outputTime += elapsed * rates.outputTime
        status.position += elapsed * rates.position
        if let length { status.position = min(status.position, length) }
        status.behindLive = behindLive.map { $0 + elapsed * rates.behindLive }
        let left = { (time: Duration) in max(.zero, time + elapsed * rates.remaining) }
        status.adBreak?.spotRemaining = left(adBreak?.spotRemaining ?? .zero)
        status.adBreak?.skipWait = adBreak?.skipWait.map(left)
        status.adBreak?.remaining = adBreak?.remaining.map(left)
        status.adBreak?.leastRemaining = left(adBreak?.leastRemaining ?? .zero)
        status.truex = truex.after(frames: Int(FrameTime(elapsed).frames))
        for index in comingBreaks.indices {
            status.comingBreaks[index].wait = left(comingBreaks[index].wait)
        }
        return status
    }

    /// Whether a page that shows `other` is right: everything is equal, and times differ by less
    /// than a reader notices.
    func looksLike(_ other: PlayerStatus) -> Bool {
        guard timeless == other.timeless, truex.looksLike(other.truex) else { return false }
        let pairs: [(Duration?, Duration?, tolerance: Duration)] =
            [
                (outputTime, other.outputTime, .milliseconds(50)),
                (position, other.position, .milliseconds(50)),
                // Streams arrive in bursts.
                (behindLive, other.behindLive, .milliseconds(500)),
                (buffered, other.buffered, .seconds(2)),
                (availableDelay, other.availableDelay, .seconds(5)),
                (adBreak?.spotRemaining, other.adBreak?.spotRemaining, .milliseconds(50)),
                (adBreak?.skipWait, other.adBreak?.skipWait, .milliseconds(50)),
                (adBreak?.remaining, other.adBreak?.remaining, .milliseconds(50)),
                (adBreak?.leastRemaining, other.adBreak?.leastRemaining, .milliseconds(50)),
            ]
            + zip(comingBreaks, other.comingBreaks).map {
                ($0.wait, $1.wait, .milliseconds(50))
            }
        return pairs.allSatisfy { one, other, tolerance in
            let difference = (one ?? .zero) - (other ?? .zero)
            return difference <= tolerance && .zero - difference <= tolerance
        } && abs((loudness ?? 0) - (other.loudness ?? 0)) < 0.3
    }

    /// The status with all times set to zero.
    private var timeless: PlayerStatus {
        var status = self
        status.outputTime = .zero
        status.position = .zero
        status.buffered = .zero
        status.behindLive = behindLive.map { _ in .zero }
        status.availableDelay = availableDelay.map { _ in .zero }
        status.adBreak?.spotRemaining = .zero
        status.adBreak?.skipWait = adBreak?.skipWait.map { _ in .zero }
        status.adBreak?.remaining = adBreak?.remaining.map { _ in .zero }
        status.adBreak?.leastRemaining = .zero
        status.truex = .nothing
        status.loudness = loudness.map { _ in 0 }
        status.sinkWait = nil
        status.reconnection?.remaining = nil
        for index in comingBreaks.indices { status.comingBreaks[index].wait = .zero }
        return status
    }
}
