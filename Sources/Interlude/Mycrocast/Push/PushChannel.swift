import HTTPAccess
import Synchronization

/// Hears what the back end pushes to a session, and comes back when the connection is lost.
final class PushChannel: Sendable {
    private let backEnd: BackEnd
    private let path: String
    private let clock: any Clock<Duration>
    private let reading = Mutex(Reading())

    private struct Reading {
        var reader = ServerSentEventReader()
        /// Whether an event that is known to be new has come over the present connection.
        var hasHeardNew = false
        /// The ids of the latest events.
        var ids: [String] = []

        /// Takes `bytes` in, and returns the events that are complete with them and new.
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

    /// How many events a back end keeps for a player that comes back (docs/station.md).
    private static let memory = 256

    /// The wait before a lost connection is tried again, but for the first time.
    private static let wait = Duration.seconds(2)

    init(of backEnd: BackEnd, at path: String, clock: any Clock<Duration>) {
        self.backEnd = backEnd
        self.path = path
        self.clock = clock
    }

    /// Tells `take` of every event, in order and each once, until the task is cancelled or the
    /// back end does not know the session any more.
    func run(_ take: @escaping @Sendable (PushEvent) -> Void) async {
        var failureCount = 0
        while !Task.isCancelled {
            do {
                try await hear(take)
            } catch let error as HTTPAccessError where error.saysGone {
                return
            } catch {
                // Whatever it is, the way back is the same.
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
        let response = try await backEnd.openEvents(path, after: lastID)
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
