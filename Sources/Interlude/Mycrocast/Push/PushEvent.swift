import FoundationEssentials

/// What the back end pushes to a session (docs/station.md).
enum PushEvent: Hashable, Sendable {
    case streamAdded(LiveStream)
    case streamUpdated(LiveStream)
    case streamRemoved(LiveStream)
    case streamerMuted(LiveStream)
    case streamerUnmuted(LiveStream)
    case playInStreamAd(InStreamAd)
    case playAdGroup(AdGroup)

    /// Spots of a list are to be heard.
    struct InStreamAd: Hashable, Sendable, Decodable {
        var count: Int
        var streamId: Int
        var type: StartSpotList
    }

    /// A whole group of spots is to be heard.
    struct AdGroup: Hashable, Sendable, Decodable {
        var adGroupId: Int
        var streamId: Int
    }

    /// Reads `event`; `nil` for one that this version does not know or cannot read.
    init?(_ event: ServerSentEvent) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let data = Data(event.data.utf8)
        func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try decoder.decode(type, from: data)
        }
        do {
            switch event.name {
            case "streamAdded": self = .streamAdded(try value())
            case "streamUpdated": self = .streamUpdated(try value())
            case "streamRemoved": self = .streamRemoved(try value())
            case "streamerMuted": self = .streamerMuted(try value())
            case "streamerUnmuted": self = .streamerUnmuted(try value())
            case "playInStreamAdInstruction": self = .playInStreamAd(try value())
            case "playAdGroupInstruction": self = .playAdGroup(try value())
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
