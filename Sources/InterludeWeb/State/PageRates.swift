import Interlude
import MediaTime

/// How much each time of a status changes in a second, until the next status says otherwise.
struct PageRates: Hashable, Sendable {
    let outputTime: Int
    let position: Int
    let behindLive: Int
    /// Of the times that are left: of a spot, of a break, until a break.
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
