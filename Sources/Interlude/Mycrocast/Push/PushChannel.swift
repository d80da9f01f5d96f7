import FoundationEssentials
import HTTPAccess
import MediaTime
import Synchronization

/// Receives the pushes of a session, and reconnects when the connection is lost.
final class PushChannel: Sendable {
    private let client: ServiceClient
    private let path: String
    private let clock: any Clock<Duration>
    private let reading = Mutex(Reading())

    private struct Reading {
        var reader = ServerSentEventReader()
        /// Whether the present connection has delivered a new event.
        var hasHeardNew = false
        /// The ids of the latest events.
        var ids: [String] = []

        /// Reads `bytes`. Returns the new events that are complete.
        mutating func receive(_ bytes: [UInt8]) -> [ServerSentEvent] {
            reader.receive(bytes).filter { event in
                guard let id = event.id, !id.isEmpty else { return true }
                guard !ids.contains(id) else { return false }
                ids = ids.suffix(PushChannel.memory - 1) + [id]
                hasHeardNew = true
                return true
            }
        }
    }

    /// The number of events that a service keeps for a reconnecting player (docs/station.md).
    private static let memory = 256

    /// The wait before a lost connection is tried again, except for the first try.
    private static let wait = Duration.seconds(2)

    init(of client: ServiceClient, at path: String, clock: any Clock<Duration>) {
        self.client = client
        self.path = path
        self.clock = clock
    }

    /// Calls `take` with every event, in order and once, until the task is cancelled or the service
    /// no longer knows the session.
    func run(_ take: @escaping @Sendable (PushEvent) -> Void) async {
        var failureCount = 0
        while !Task.isCancelled {
            do {
                try await hear(take)
            } catch let error as HTTPAccessError where error.saysGone {
                return
            } catch {
                // Every error leads to a reconnection.
            }
            failureCount = reading.withLock { $0.hasHeardNew } ? 0 : failureCount + 1
            guard failureCount > 1 else { continue }
            do {
                try await clock.sleep(for: Self.wait)
            } catch {
                return
            }
        }
    }

    private func hear(_ take: @escaping @Sendable (PushEvent) -> Void) async throws {
        let lastID = reading.withLock { reading in
            reading.reader = ServerSentEventReader(after: reading.reader.lastID)
            reading.hasHeardNew = false
            return reading.reader.lastID
        }
        let response = try await client.openEvents(path, after: lastID)
        try await response.forEachChunk { chunk in
            let events = self.reading.withLock { $0.receive(chunk) }
            for event in events.compactMap(PushEvent.init) { take(event) }
        }
    }
}

extension HTTPAccessError {
    fileprivate var saysGone: Bool {
        guard case .status(let code, _) = reason else { return false }
        return [401, 403, 404, 410].contains(code)
    }
}

/// A push of the service (docs/station.md).
enum PushEvent: Hashable, Sendable {
    case streamAdded(LiveStream)
    case streamUpdated(LiveStream)
    case streamRemoved(LiveStream)
    case streamerMuted(LiveStream)
    case streamerUnmuted(LiveStream)
    case playInStreamAd(InStreamAd)
    case playAdGroup(AdGroup)

    /// Play spots of a list.
    struct InStreamAd: Hashable, Sendable, Decodable {
        var count: Int
        var streamId: Int
        var type: StartSpotList
    }

    /// Play a whole group of spots.
    struct AdGroup: Hashable, Sendable, Decodable {
        var adGroupId: Int
        var streamId: Int
    }

    /// Parses `event`; `nil` if this version does not know it or cannot read it.
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
