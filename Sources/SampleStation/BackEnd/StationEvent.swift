import FoundationEssentials

/// What the station pushes to its sessions.
package enum StationEvent: Hashable, Sendable {
    case streamAdded(LiveStream)
    case streamUpdated(LiveStream)
    case streamRemoved(LiveStream)
    case streamerMuted(LiveStream)
    case streamerUnmuted(LiveStream)
    case playInStreamAd(PlayInStreamAdInstruction)
    case playAdGroup(PlayAdGroupInstruction)

    /// The event's name on the wire.
    package var name: String {
        switch self {
        case .streamAdded: "streamAdded"
        case .streamUpdated: "streamUpdated"
        case .streamRemoved: "streamRemoved"
        case .streamerMuted: "streamerMuted"
        case .streamerUnmuted: "streamerUnmuted"
        case .playInStreamAd: "playInStreamAdInstruction"
        case .playAdGroup: "playAdGroupInstruction"
        }
    }

    /// The JSON that goes with it, with addresses below `base`.
    func json(base: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data =
            switch self {
            case .streamAdded(let stream), .streamUpdated(let stream), .streamRemoved(let stream),
                .streamerMuted(let stream), .streamerUnmuted(let stream):
                try encoder.encode(stream.located(at: base))
            case .playInStreamAd(let instruction): try encoder.encode(instruction)
            case .playAdGroup(let instruction): try encoder.encode(instruction)
            }
        return String(decoding: data, as: UTF8.self)
    }
}
