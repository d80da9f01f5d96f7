import AudioEncoding
import Interlude
import TestFiles
import TestServers
import Testing

@testable import InterludeWeb

@Suite("Listening at the page", .timeLimit(.minutes(1)))
struct ListenTests {
    @Test(
        "gets the heard audio until the player ends",
        arguments: [
            ("/listen", "audio/ogg", "OggS"), ("/listen.mp3", "audio/mpeg", "\u{FFFD}\u{FFFD}"),
        ])
    func sound(path: String, type: String, beginning: String) async throws {
        let folder = try TemporaryFolder()
        let (session, server) = try await Self.playing(in: folder)
        let port = server.address.port
        let exchange = try RawExchange(port: port)
        let text = try await onThread {
            exchange.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return exchange.receive { $0.utf8.count > 20_000 }
        }
        let answer = try Answer(text)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.hasPrefix(type) == true)
        // The first line is the size of the first chunk.
        let sound = answer.body.drop { !$0.isNewline }.dropFirst()
        #expect(sound.hasPrefix(beginning))
        _ = await session.send(.stop)
        _ = await session.ended()
        let rest = try await onThread { exchange.receive() }
        #expect(rest.hasSuffix("0\r\n\r\n"))
        await server.close()
    }

    @Test("ends with its last chunk even if the server is closed before the player ends")
    func serverClosedFirst() async throws {
        let folder = try TemporaryFolder()
        let (session, server) = try await Self.playing(in: folder)
        let port = server.address.port
        let sound = try RawExchange(port: port)
        let events = try RawExchange(port: port)
        _ = try await onThread {
            sound.send("GET /listen HTTP/1.1\r\nHost: localhost\r\n\r\n")
            events.listen(port: port, after: nil)
            _ = events.receive { $0.contains("event: state") }
            return sound.receive { $0.utf8.count > 20_000 }
        }
        async let isClosed: Void = server.close(within: .seconds(60))
        // The events end first.
        _ = try await onThread { events.receive() }
        _ = await session.send(.stop)
        let rest = try await onThread { sound.receive() }
        #expect(rest.hasSuffix("0\r\n\r\n"))
        await isClosed
    }

    /// A player with a live mix that plays in `folder`, and the server of its page.
    private static func playing(
        in folder: TemporaryFolder
    ) async throws -> (AudioSession, PageServer) {
        let programme = try folder.write(WAVBytes(seconds: 30), to: "programme.wav")
        var options = SessionOptions()
        options.liveMix = .offered
        let session = AudioSession(
            SessionConfiguration(source: programme), output: AudioOutput(.null), options: options)
        let hub = EventHub(session.status)
        session.addDelegate(hub)
        let server = try await PageServer(
            PageServerConfiguration(),
            ServedPlayer(session, pictures: AdPictures(SessionOptions())), hub)
        try session.play()
        return (session, server)
    }

    @Test("is refused by a player that does not offer it: 503")
    func notOffered() async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("GET /listen")
            #expect(answer.status == 503)
            #expect(answer.error != nil)
        }
    }
}
