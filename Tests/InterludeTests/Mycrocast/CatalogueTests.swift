import Interlude
import Synchronization
import TestServers
import Testing

@Suite("A requested catalogue", .timeLimit(.minutes(1)))
struct CatalogueTests {
    private static let stream = """
        {"id":4,"title":"Night","description":"","genre":"","language":"en","listeners":0,\
        "startTime":0,"likes":0,"dislikes":0,"muted":false,\
        "streamer":{"id":1,"name":"x","likes":0,"dislikes":0}}
        """

    /// A service that takes the `steps` of a route before each answer. The catalogue has a stream
    /// the first time, and is `later` after that.
    private static func server(
        later: String, _ steps: @escaping @Sendable (_ line: String) -> [FaultServer.Step]
    ) -> FaultServer {
        let isFirst = Atomic<Bool>(true)
        return FaultServer { request, _ in
            if request.target.hasSuffix("/events") {
                return steps("events") + .answer([], status: "401 Gone")
            }
            if request.line.hasPrefix("DELETE") { return steps("end") + .answer() }
            guard request.target.hasSuffix("/streams") else {
                return json(#"{"sessionId":"s","userId":7}"#)
            }
            guard isFirst.exchange(false, ordering: .relaxed) else {
                return steps("streams") + json(later)
            }
            return json("[\(stream)]")
        }
    }

    private static func json(_ text: String) -> [FaultServer.Step] {
        .answer(Array(text.utf8), type: "application/json") + [.halfClose]
    }

    private static func service(_ server: FaultServer) -> Mycrocast {
        Mycrocast(service: server.address(), clock: ImmediateClock()) {
            AudioSession($0, output: AudioOutput(.null), options: $1)
        }
    }

    @Test("reports a stream that is no longer in it")
    func removed() async throws {
        let server = Self.server(later: "[]") { $0 == "events" ? [.stall] : [] }
        defer { server.stop() }
        let service = Self.service(server)
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        #expect(try await service.streams.requestStreams().isEmpty)
        await service.terminate()
        #expect(await witness.rest() == [.removed(4)])
    }

    @Test("does not reach a session that is over")
    func late() async throws {
        let (isGone, isAnswered, isClosed) = (Gate(), Gate(), Gate())
        let server = Self.server(later: "[\(Self.stream)]") { route in
            switch route {
            case "events": [.wait(isGone)]
            case "streams": [.wait(isAnswered)]
            default: [.wait(isClosed)]
            }
        }
        defer { server.stop() }
        let service = Self.service(server)
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        let request = Task { try await service.streams.requestStreams() }
        isGone.open()
        await witness.note(.failure(.authentication))
        for _ in 0..<3 { isAnswered.open() }
        _ = await request.result
        #expect(service.streams.getStreams().isEmpty)
        isClosed.open()
        await service.terminate()
    }
}
