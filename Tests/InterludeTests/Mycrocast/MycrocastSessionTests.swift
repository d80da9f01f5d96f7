import Interlude
import TestServers
import Testing

@Suite("Mycrocast session", .timeLimit(.minutes(1)))
struct MycrocastSessionTests {
    @Test(
        "fails as the service says, and can be started after that",
        arguments: SessionError.Kind.allCases)
    func failures(kind: SessionError.Kind) async throws {
        try await Stage.run { stage in
            try await stage.desk.ask(.post, "/control/fail?error=\(kind.rawValue)")
            let error = await #expect(throws: SessionError.self) {
                try await stage.service.start(
                    apiKey: "sample-key", customerToken: "sample-token")
            }
            #expect(error?.kind == kind)
            #expect(error?.message == "an operator asked for this failure")
            #expect(!stage.service.sessionEstablished)
            let streams = try await stage.service.start(
                apiKey: "sample-key", customerToken: "sample-token")
            #expect(streams.map(\.id) == [1, 2, 3])
            #expect(stage.service.sessionEstablished)
        }
    }

    @Test(
        "is refused without the right key and token",
        arguments: [
            ("wrong", "sample-token", .authentication), ("sample-key", "wrong", .security),
        ] as [(String, String, SessionError.Kind)])
    func refusals(key: String, token: String, kind: SessionError.Kind) async throws {
        try await Stage.run { stage in
            let error = await #expect(throws: SessionError.self) {
                try await stage.service.start(apiKey: key, customerToken: token)
            }
            #expect(error?.kind == kind)
        }
    }

    @Test(
        "reports a connection error if there is no service",
        arguments: ["http://127.0.0.1:1", "", "nonsense"])
    func noService(address: String) async throws {
        let service = Mycrocast(service: address)
        let error = await #expect(throws: SessionError.self) {
            try await service.start(apiKey: "a", customerToken: "b")
        }
        #expect(error?.kind == .connection)
        #expect(error?.message.isEmpty == false)
    }

    @Test(
        "fails for a reason of its kind if only the status of the answer says why",
        arguments: [
            (401, .authentication), (403, .security), (404, .stream), (429, .connection),
            (500, .connection), (503, .connection), (400, .generic), (428, .generic),
        ] as [(Int, SessionError.Kind)])
    func statuses(status: Int, kind: SessionError.Kind) async throws {
        let server = FaultServer { _, _ in
            [.send(Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8))]
        }
        defer { server.stop() }
        let service = Mycrocast(service: server.address(""))
        let error = await #expect(throws: SessionError.self) {
            try await service.start(apiKey: "a", customerToken: "b")
        }
        #expect(error?.kind == kind)
        #expect(error?.message.contains("the service answers \(status)") == true)
    }

    @Test("is required: before it, and after its end, everything else fails")
    func notStarted() async throws {
        try await Stage.runStarted { stage in
            await #expect(throws: SessionError.self) {
                try await stage.service.start(apiKey: "sample-key", customerToken: "sample-token")
            }
            let isThere = try await (
                stage.service.doesStreamExist(3), stage.service.doesStreamExist(9)
            )
            #expect(isThere == (true, false))
            await stage.service.terminate()
            #expect(!stage.service.sessionEstablished)
            #expect(stage.service.streams.getStreams().isEmpty)
            #expect(!stage.service.sessionControl.play(streamId: 1))
            #expect(stage.service.sessionControl.currentStatus() == .idle)
            #expect(stage.service.sessionControl.setDelay(.seconds(9)) == .zero)
            #expect(stage.service.advertisements.getAdvertisement() == nil)
            for work in [
                { _ = try await stage.service.streams.requestStreams() },
                { _ = try await stage.service.doesStreamExist(1) },
            ] as [@Sendable () async throws -> Void] {
                await #expect(throws: SessionError.self) { try await work() }
            }
        }
    }

    @Test("keeps the catalogue as the service pushes it")
    func catalogue() async throws {
        try await Stage.runStarted { stage in
            let streams = stage.service.streams
            #expect(streams.getStream(1)?.muteMusicURL?.hasSuffix("/media/mute-music.ogg") == true)
            #expect(streams.getStream(1)?.streamer.name == "Lighthouse Radio")
            try await stage.desk.ask(.post, "/control/streams", #"{"title":"Night"}"#)
            await stage.witness.note(.added(4))
            #expect(streams.getStream(4)?.title == "Night")
            try await stage.desk.ask(.patch, "/control/streams/4", #"{"title":"Late"}"#)
            await stage.witness.note(.updated("Late"))
            #expect(streams.getStream(4)?.title == "Late")
            let requested = try await streams.requestStreams()
            #expect(requested.count == 4)
            try await stage.desk.ask(.delete, "/control/streams/4")
            await stage.witness.note(.removed(4))
            #expect(streams.getStream(4) == nil)
            #expect(streams.getStreams().map(\.id) == [1, 2, 3])
        }
    }
}
