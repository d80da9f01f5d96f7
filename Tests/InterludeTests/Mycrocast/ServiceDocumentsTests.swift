import HTTPAccess
import Interlude
import TestFiles
import TestServers
import Testing

@Suite("A reference in a service's documents", .timeLimit(.minutes(1)))
struct ServiceDocumentsTests {
    private static let stream = """
        {"id":1,"title":"Night","description":"","genre":"","language":"en","listeners":0,\
        "startTime":0,"likes":0,"dislikes":0,"muted":false,\
        "streamer":{"id":1,"name":"x","likes":0,"dislikes":0}}
        """

    /// A service with one stream at `url`, and one spot before it at `spot`.
    private static func server(
        _ url: @escaping @Sendable (String) -> String, spot: String
    ) -> FaultServer {
        FaultServer { request, _ in
            if request.target.hasSuffix("/events") {
                return [.head("200 OK", "Content-Type: text/event-stream"), .stall]
            }
            if request.target == "/live" {
                return [
                    .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
                    .send(WAVBytes.header() + WAVBytes.body(MadeStreams.index[..<200_000])), .stall,
                ]
            }
            let host = request.headers["host"] ?? ""
            let answer = """
                {"streamerId":1,"mountPoint":"/live","url":"\(url(host))",\
                "needsToPlayPreStreamAd":true,"preStreamAdCount":1,\
                "preStreamAdList":[{"id":9,"url":"\(spot)"}],\
                "inStreamSpotList":[],"defaultSpotList":[],"fallbackSpotList":[],"spotGroups":[]}
                """
            let body =
                request.target.hasSuffix("/streams")
                ? "[\(stream)]"
                : request.target.hasSuffix("/play") ? answer : #"{"sessionId":"s","userId":7}"#
            return .answer(Array(body.utf8), type: "application/json") + [.halfClose]
        }
    }

    private static func service(_ server: FaultServer) -> Mycrocast {
        Mycrocast(service: server.address("")) { configuration, options in
            AudioSession(configuration, output: AudioOutput(.null), options: options)
        }
    }

    /// Plays the stream of `server`, and returns the first note that is one of `notes`.
    private static func play(
        _ server: FaultServer, until notes: Witness.Note...
    ) async throws -> Witness.Note {
        let service = service(server)
        let witness = Witness(of: service)
        try await service.start(apiKey: "a", customerToken: "b")
        #expect(service.sessionControl.play(streamId: 1))
        let note = try await witness.next { notes.contains($0) ? $0 : nil }
        await service.terminate()
        return note
    }

    private static let failed = Witness.Note.event("slot.failed")
    private static let loaded = Witness.Note.event("slot.loaded")

    @Test("leads to no other port of this machine")
    func privateSpot() async throws {
        let other = FaultServer { _, _ in .answer(WAVBytes.file([0, 0]), type: "audio/wav") }
        defer { other.stop() }
        let server = Self.server({ "http://\($0)/live" }, spot: other.address("/spot.wav"))
        defer { server.stop() }
        #expect(try await Self.play(server, until: Self.failed, Self.loaded) == Self.failed)
        #expect(other.requests.isEmpty)
    }

    @Test("leads to no file")
    func fileSpot() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(WAVBytes.file(.init(repeating: 0, count: 9600)), to: "a.wav")
        let server = Self.server({ "http://\($0)/live" }, spot: path)
        defer { server.stop() }
        #expect(try await Self.play(server, until: Self.failed, Self.loaded) == Self.failed)
    }

    @Test("is a stream only if it is an address", arguments: ["-", "a.wav"])
    func stream(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(WAVBytes.file(.init(repeating: 0, count: 96_000)), to: "a.wav")
        let server = Self.server({ _ in name == "-" ? "-" : path }, spot: "")
        defer { server.stop() }
        let note = try await Self.play(server, until: .state(.failed), .state(.buffering))
        #expect(note == .state(.failed))
    }
}
