import HTTPAccess
import Testing
import TestServers

@Suite("The status of a running player", .timeLimit(.minutes(2)))
struct StatusSourcesTests {
    @Test("is the same from `interlude ctl status` and from the API")
    func same() async throws {
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"), ["--web", "\(port)", "--pause", "500ms"])
        _ = try await onThread { try player.wait(for: "session.paused") }
        let address = try #require(WebAddress("http://127.0.0.1:\(port)/api/state"))
        let client = WebClient(configuration: WebClientConfiguration())
        var printed = ""
        var served = ""
        // The log has the pause a moment before the status, and the buffer may still fill after it.
        while true {
            printed = try await Self.status(of: player)
            let reply = try await client.exchange(
                WebRequest(address, from: .typed, headers: []), maximumByteCount: 200_000,
                within: .seconds(10))
            served = String(decoding: reply.document.bytes, as: UTF8.self)
            let later = try await Self.status(of: player)
            let isPaused = printed.contains(#""state":"paused""#)
            if isPaused, later.withoutTime == printed.withoutTime { break }
        }
        #expect(printed.hasPrefix(#"{"schema":1,"t":"#))
        #expect(printed.contains(#""state":"paused","paused":true"#))
        // Output time goes on in a pause.
        let (expected, found) = (printed.withoutTime.dropLast() + ",", served.withoutTime)
        #expect(found.hasPrefix(expected), "\(expected)\n\(found)")
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(20)) }.status == 0)
    }

    /// What `interlude ctl status` prints, without the line break.
    private static func status(of player: Player) async throws -> String {
        let run = try await onThread { try player.control("status") }
        #expect(run.status == 0, "\(run.errors)")
        return String(run.output.dropLast())
    }
}

extension String {
    /// The status without its output time.
    fileprivate var withoutTime: String {
        replacing(#/"t":[0-9.]+,/#, with: "", maxReplacements: 1)
    }
}
