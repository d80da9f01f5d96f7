import MediaTime

/// An established session with the back end.
final class Link: Sendable {
    let backEnd: BackEnd
    let userID: Int
    let reports: ReportQueue

    /// `/api/sessions/ID`.
    let path: String

    private let pushes: PushChannel

    private struct Answer: Decodable {
        var sessionId: String
        var userId: Int
    }

    /// Has the back end let a player in.
    init(
        to backEnd: BackEnd, with credentials: Credentials, clock: any Clock<Duration>
    ) async throws(BackEndFailure) {
        let answer: Answer = try await backEnd.ask(.post, "/api/sessions", sending: credentials)
        self.backEnd = backEnd
        userID = answer.userId
        path = "/api/sessions/\(answer.sessionId)"
        reports = ReportQueue(to: backEnd, at: path, clock: clock)
        pushes = PushChannel(of: backEnd, at: "\(path)/events", clock: clock)
    }

    func streams() async throws(BackEndFailure) -> [LiveStream] {
        try await backEnd.ask(.get, "\(path)/streams")
    }

    func stream(_ id: Int) async throws(BackEndFailure) -> LiveStream {
        try await backEnd.ask(.get, "\(path)/streams/\(id)")
    }

    func startListening(to stream: Int) async throws(BackEndFailure) -> StartListeningAnswer {
        try await backEnd.ask(.post, "\(path)/play", sending: ["streamId": stream])
    }

    func stopListening() async throws(BackEndFailure) {
        try await backEnd.tell(.post, "\(path)/stop")
    }

    /// Hears what is pushed until the task is cancelled or the back end has ended the session.
    func hearPushes(_ take: @escaping @Sendable (PushEvent) -> Void) async {
        await pushes.run(take)
    }

    /// Sends the reports that wait, ends the session, and lets go of every connection.
    func close() async {
        await reports.close(within: .seconds(5))
        do {
            try await backEnd.tell(.delete, path)
        } catch {
            // A back end that is away forgets the session by itself.
        }
        await backEnd.close()
    }
}
