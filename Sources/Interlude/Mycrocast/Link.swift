import HTTPAccess
import MediaTime

/// An established session with the ad service.
final class Link: Sendable {
    let client: ServiceClient
    let userID: Int
    let reports: ReportQueue

    /// `/api/sessions/ID`.
    let path: String

    private let pushes: PushChannel
    /// Ends when the reports are closed.
    private let (reporting, isClosed) = AsyncStream.makeStream(of: Never.self)

    private struct Answer: Decodable {
        var sessionId: String
        var userId: Int
    }

    /// Opens a session with the ad service. Keeps reports in `reportFolder`; `nil` for memory.
    /// `warn` gets a line if they cannot be kept there.
    init(
        to client: ServiceClient, with credentials: Credentials, clock: any Clock<Duration>,
        reportFolder: String?, warn: @escaping @Sendable (String) -> Void
    ) async throws(ServiceFailure) {
        let answer: Answer = try await client.ask(.post, "/api/sessions", sending: credentials)
        self.client = client
        userID = answer.userId
        path = "/api/sessions/\(answer.sessionId)"
        var outbox: ReportOutbox?
        if let reportFolder {
            outbox = await Self.outbox(reportFolder, for: client.address, warn)
        }
        reports = ReportQueue(to: client, at: path, clock: clock, keptIn: outbox)
        pushes = PushChannel(of: client, at: "\(path)/events", clock: clock)
    }

    /// The outbox in `folder`; `nil` if the folder cannot be used. `warn` gets the reason for that, or
    /// for which a report cannot be written later.
    private static func outbox(
        _ folder: String, for service: WebAddress, _ warn: @escaping @Sendable (String) -> Void
    ) async -> ReportOutbox? {
        let report: @Sendable (String) -> Void = { reason in
            warn("reports are kept in memory only: \(reason)")
        }
        do {
            let outbox = try await ReportOutbox.open(folder, for: service)
            let failures = outbox.failures
            Task {
                for await reason in failures { report(reason) }
            }
            return outbox
        } catch {
            report("\(error)")
            return nil
        }
    }

    func streams() async throws(ServiceFailure) -> [LiveStream] {
        try await client.ask(.get, "\(path)/streams")
    }

    func stream(_ id: Int) async throws(ServiceFailure) -> LiveStream {
        try await client.ask(.get, "\(path)/streams/\(id)")
    }

    func startListening(to stream: Int) async throws(ServiceFailure) -> StartListeningAnswer {
        try await client.ask(.post, "\(path)/play", sending: ["streamId": stream])
    }

    func stopListening() async throws(ServiceFailure) {
        try await client.tell(.post, "\(path)/stop")
    }

    /// Receives pushes until the task is cancelled or the service has ended the session.
    func hearPushes(_ take: @escaping @Sendable (PushEvent) -> Void) async {
        await pushes.run(take)
    }

    /// Accepts no more reports, and waits some seconds for the queued ones.
    func closeReports() async {
        await reports.close(within: .seconds(5))
        isClosed.finish()
    }

    /// Waits until the reports are closed, for one task at a time.
    func reportsAreClosed() async {
        for await _ in reporting {}
    }

    /// Sends the queued reports, ends the session, and closes all connections.
    func close() async {
        await closeReports()
        do {
            try await client.tell(.delete, path)
        } catch {
            // A service that is unreachable expires the session by itself.
        }
        await client.close()
    }
}
