import Glibc
import TestFiles
import Testing

@testable import PlayerControl

@Suite("Control client", .timeLimit(.minutes(1)))
struct ControlClientTests {
    private let temporary: TemporaryFolder
    private let folder: ControlFolder
    private let listener: UnixSocket

    init() throws {
        temporary = try TemporaryFolder()
        folder = ControlFolder(path: temporary.file("control"))
        try folder.prepare()
        listener = try UnixSocket.listen(at: folder.socketPath(of: 7))
    }

    /// The answer to a client, from a player that sends `text` at once.
    private func answer(_ text: String) throws -> ControlAnswer {
        var client = try ControlClient(to: 7, in: folder)
        let player = try #require(try listener.accept())
        #expect(send(player.descriptor, text, text.utf8.count, 0) == text.utf8.count)
        return try client.send(.pause)
    }

    @Test("reads a refusal, with or without its reason")
    func refusals() throws {
        #expect(try answer("{\"ok\":false,\"error\":\"no\"}\n").refusal == "no")
        let answer = try answer("{\"ok\":false}\n")
        #expect(answer.refusal == "the player gave no reason")
        #expect(answer.status == nil)
    }

    @Test("reports an answer that is none", arguments: ["hello", "{}", "{\"ok\":1}", ""])
    func invalid(text: String) {
        let error = #expect(throws: ControlError.self) { try answer(text + "\n") }
        #expect(error?.kind == .defect)
        #expect(error?.description == "player 7 sent an invalid answer")
    }

    @Test("reports a player that is gone, before the request or before its answer")
    func gone() throws {
        for direction in [SHUT_RDWR, SHUT_WR] {
            var client = try ControlClient(to: 7, in: folder)
            let player = try #require(try listener.accept())
            shutdown(player.descriptor, Int32(direction))
            do {
                _ = try client.send(.pause)
                Issue.record("has an answer")
            } catch {
                #expect(error.kind == .unavailable)
                #expect(error.description == "player 7 does not answer; it may be ending")
            }
        }
    }

    @Test("waits for a player as long as it says")
    func timeLimits() throws {
        for (limit, seconds, microseconds) in [(2.0, 2, 0), (1.5, 1, 500_000)] {
            let socket = try UnixSocket.connect(
                to: folder.socketPath(of: 7), within: .seconds(limit))
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                var time = timeval()
                var size = socklen_t(MemoryLayout<timeval>.size)
                getsockopt(socket.descriptor, SOL_SOCKET, option, &time, &size)
                #expect([time.tv_sec, time.tv_usec] == [seconds, microseconds])
            }
        }
    }

    @Test("a line may be as long as the limit, without its end")
    func lines() {
        var buffer = LineBuffer(limit: 4)
        buffer.append("abcd".utf8)
        #expect(!buffer.isOverfull && buffer.takeLine() == nil)
        buffer.append("\nefghi".utf8)
        #expect(!buffer.isOverfull)
        #expect(buffer.takeLine() == "abcd")
        #expect(buffer.isOverfull && buffer.takeLine() == nil)
        buffer.append("\n".utf8)
        #expect(buffer.isOverfull)
    }
}
