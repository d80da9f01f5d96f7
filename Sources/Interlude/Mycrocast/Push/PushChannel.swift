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
        /// Whether an event has come over the present connection.
        var hasHeard = false
    }

    /// The wait before a lost connection is tried again, but for the first time (contract 5.4).
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
            failureCount = reading.withLock { $0.hasHeard } ? 0 : failureCount + 1
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
            reading = Reading(reader: ServerSentEventReader(after: reading.reader.lastID))
            return reading.reader.lastID
        }
        let response = try await backEnd.openEvents(path, after: lastID)
        try await response.forEachChunk { chunk in
            let events = self.reading.withLock { reading in
                let events = reading.reader.receive(chunk)
                if !events.isEmpty { reading.hasHeard = true }
                return events
            }
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
