import Foundation
import HTTPAccess
import TestFiles
import TestServers
import Testing

@Suite("The page of a player", .timeLimit(.minutes(2)))
struct PageTests {
    private let client = WebClient(configuration: WebClientConfiguration())

    private func ask(_ address: String, _ method: WebRequest.Method) async throws -> WebReply {
        var request = WebRequest(
            try #require(WebAddress(address)), from: .typed, headers: [])
        request.method = method
        return try await client.exchange(request, maximumByteCount: 200_000, within: .seconds(10))
    }

    @Test("shows a break, refuses a pause in it, and ends its streams when the player is ended")
    func course() async throws {
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"),
            ["--web", "\(port)", "--push", "1s=\(Peers.sample("spots/ferry.mp3"))"])
        let base = "http://127.0.0.1:\(port)"
        _ = try await onThread { try player.wait(for: "slot.started") }
        let state = try await ask("\(base)/api/state", .get)
        let text = String(decoding: state.document.bytes, as: UTF8.self)
        #expect(text.contains(#""spot":1,"spots":1,"title":"ferry.mp3""#))
        #expect(try await ask("\(base)/api/pause", .post).status == 409)
        #expect(try await ask("\(base)/api/skip", .post).status == 200)
        _ = try await onThread { try player.wait(for: "break.ended") }

        let events = try await client.open(
            WebRequest(try #require(WebAddress("\(base)/api/events")), from: .typed, headers: []))
        let sound = try await client.open(
            WebRequest(try #require(WebAddress("\(base)/listen")), from: .typed, headers: []))
        player.interrupt()
        // Both end, and are not broken off, which would throw.
        try await events.forEachChunk { _ in }
        try await sound.forEachChunk { _ in }
        let outcome = try await onThread { player.finish(within: .seconds(20)) }
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    @Test("a port that is taken is said so, before anything is played")
    func portTaken() throws {
        let server = FaultServer { _, _ in [] }
        try CommandRun.expect(
            [
                "play", Peers.sample("programme/programme.mp3"), "--sink", "null", "--web",
                "\(server.port)",
            ], status: 69)
        server.stop()
    }
}
