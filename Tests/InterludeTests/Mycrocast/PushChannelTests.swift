import Interlude
import TestServers
import Testing

@Suite("Push channel", .timeLimit(.minutes(1)))
struct PushChannelTests {
    private static let stream = """
        {"id":4,"title":"Night","description":"","genre":"","language":"en","listeners":0,\
        "startTime":0,"likes":0,"dislikes":0,"muted":false,\
        "streamer":{"id":1,"name":"x","likes":0,"dislikes":0}}
        """

    /// A back end that pushes the result of `events` for the `Last-Event-ID` of the request.
    private func server(
        _ events: @escaping @Sendable (String?) -> [FaultServer.Step]
    ) -> FaultServer {
        FaultServer { request, _ in
            if request.target.hasSuffix("/events") {
                return events(request.headers["last-event-id"])
            }
            let body =
                request.target.hasSuffix("/streams") ? "[]" : #"{"sessionId":"s","userId":7}"#
            return .answer(Array(body.utf8), type: "application/json") + [.halfClose]
        }
    }

    private func service(_ server: FaultServer) -> Mycrocast {
        Mycrocast(service: server.address(), clock: ImmediateClock()) { configuration, options in
            AudioSession(configuration, output: AudioOutput(.null), options: options)
        }
    }

    @Test("resumes after the last event it received, and drops events it does not understand")
    func reconnects() async throws {
        let server = server { lastID in
            switch lastID {
            case nil:
                [
                    .head("200 OK", "Content-Type: text/event-stream"),
                    .text("id: 1\nevent: streamAdded\ndata: \(Self.stream)\n\n"),
                    .text("id: 2\nevent: streamUpdated\ndata: {}\n\nid: 3\nevent: streamRem"),
                ]
            case "2":
                [
                    .head("200 OK", "Content-Type: text/event-stream"),
                    .text("id: 3\nevent: streamRemoved\ndata: \(Self.stream)\n\n"), .stall,
                ]
            default: .answer([], status: "400 Bad")
            }
        }
        defer { server.stop() }
        let service = service(server)
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        await witness.note(.added(4))
        await witness.note(.removed(4))
        await service.terminate()
        #expect(await witness.rest().isEmpty)
        let asked = server.requests.filter { $0.target.hasSuffix("/events") }
        #expect(asked.map { $0.headers["last-event-id"] } == [nil, "2"])
    }

    @Test("handles a repeated event once, and waits before it reconnects")
    func repeats() async throws {
        let isOver = Gate()
        let server = server { _ in
            [
                .head("200 OK", "Content-Type: text/event-stream"),
                .text("id: 7\nevent: streamAdded\ndata: \(Self.stream)\n\n"),
            ]
        }
        defer { server.stop() }
        let clock = CountedClock(sleeps: 2) { isOver.open() }
        let service = Mycrocast(service: server.address(), clock: clock) {
            AudioSession($0, output: AudioOutput(.null), options: $1)
        }
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        try await onThread { isOver.wait() }
        await service.terminate()
        #expect(await witness.rest() == [.added(4)])
        let asked = server.requests.filter { $0.target.hasSuffix("/events") }
        #expect(asked.count == 5)
    }

    @Test("reports when the service has ended the session")
    func ended() async throws {
        let gate = Gate()
        let server = server { _ in [.wait(gate)] + .answer([], status: "401 Gone") }
        defer { server.stop() }
        let service = service(server)
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        gate.open()
        await witness.note(.failure(.authentication))
        #expect(!service.sessionEstablished)
        try await service.start(apiKey: "a", customerToken: "b")
        await service.terminate()
    }
}
