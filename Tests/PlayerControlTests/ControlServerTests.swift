import Foundation
import Glibc
import Interlude
import Synchronization
import TestFiles
import Testing

@testable import PlayerControl

@Suite("Control server")
struct ControlServerTests {
    let temporary: TemporaryFolder
    let folder: ControlFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = ControlFolder(path: temporary.file("control"))
    }

    private func serve(
        as player: Int32 = 7,
        _ answer: @escaping @Sendable (ControlRequest) -> ControlReply = { _ in .accepted }
    ) throws -> ControlServer {
        try ControlServer(in: folder, player: player) { request, reply in reply(answer(request)) }
    }

    @Test("answers requests in order, on one connection")
    func roundTrip() throws {
        let server = try serve { request in
            switch request {
            case .status: .status(["state": "playing"])
            case .skip: .refused("nothing to skip")
            default: .accepted
            }
        }
        var client = try ControlClient(in: folder)
        let status = try client.send(.status)
        #expect(status.status == #"{"state":"playing"}"#)
        #expect(status.refusal == nil)
        #expect(try client.send(.skip).refusal == "nothing to skip")
        #expect(try client.send(.pause).refusal == nil)
        server.close()
        #expect(folder.players().isEmpty)
    }

    @Test("only the owner may enter: folder 0700, socket 0600")
    func permissions() throws {
        let server = try serve()
        #expect(try mode(of: folder.path) == 0o700)
        #expect(try mode(of: folder.socketPath(of: 7)) == 0o600)
        server.close()
        #expect(access(folder.socketPath(of: 7), F_OK) != 0)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("a folder that others can enter is refused")
    func openFolder() throws {
        mkdir(folder.path, 0o700)
        chmod(folder.path, 0o755)
        let error = #expect(throws: ControlError.self) { try serve() }
        #expect(error?.kind == .cannotWrite)
        #expect(folder.players().isEmpty)
    }

    @Test("the socket of a dead player is skipped and removed, or replaced")
    func stale() throws {
        try folder.prepare()
        // Bound, but nobody listens any more.
        _ = try UnixSocket.listen(at: folder.socketPath(of: 7))
        _ = try UnixSocket.listen(at: folder.socketPath(of: 8))
        let server = try serve(as: 8)
        #expect(folder.players() == [8])
        #expect(access(folder.socketPath(of: 7), F_OK) != 0)
        server.close()
    }

    @Test("without a player, and with several, a client says what to do")
    func choice() throws {
        let nobody = #expect(throws: ControlError.self) { _ = try ControlClient(in: folder) }
        #expect(nobody?.kind == .unavailable)
        let servers = [try serve(as: 7), try serve(as: 8)]
        let several = #expect(throws: ControlError.self) { _ = try ControlClient(in: folder) }
        #expect(several?.kind == .usage)
        #expect(several?.description.contains("7, 8") == true)
        var client = try ControlClient(to: 8, in: folder)
        #expect(try client.send(.status).refusal == nil)
        let wrong = #expect(throws: ControlError.self) { _ = try ControlClient(to: 9, in: folder) }
        #expect(wrong?.kind == .unavailable)
        for server in servers { server.close() }
    }

    @Test("several players are distinguished by their sources")
    func sources() throws {
        let sources: [(Int32, String)] = [(7, "a.mp3"), (8, "http://b.example/live")]
        let servers = try sources.map { player, source in
            try serve(as: player) { _ in .status(["source": .string(source)]) }
        }
        let several = #expect(throws: ControlError.self) { _ = try ControlClient(in: folder) }
        let list = "(7 plays a.mp3, 8 plays http://b.example/live)"
        #expect(several?.description.contains(list) == true)
        for server in servers { server.close() }
    }

    @Test("an invalid number in a request is named in the reply, and the next request is answered")
    func hostileNumber() throws {
        let server = try serve()
        let replies = try exchange("{\"verb\":\"volume\",\"gain\":-1}\n{\"verb\":\"pause\"}\n")
        try #require(replies.count == 2)
        #expect(replies[0].contains(#"\"gain\" must not be negative"#), "\(replies[0])")
        #expect(replies[1].contains("true"))
        server.close()
    }

    @Test(
        "a line that is not a request is refused, and the next one is answered",
        arguments: [
            "hello", "{", "{}", "[1]", #"{"verb":"dance"}"#, #"{"verb":"seek"}"#,
            #"{"verb":"push","spots":[{}]}"#, "\u{0}",
        ])
    func malformed(line: String) throws {
        let server = try serve()
        let replies = try exchange(line + "\n\n{\"verb\":\"pause\"}\n")
        try #require(replies.count == 2)
        #expect(replies[0].contains("not a request"))
        #expect(replies[1] == #"{"ok":true}"#)
        server.close()
    }

    @Test(
        "a request above the limit is refused, with and without its end",
        arguments: [(1, "\n"), (5_000, "\n"), (20_000, "")])
    func oversized(excess: Int, end: String) throws {
        let server = try serve()
        let frame = #"{"verb":"pause"}"#
        let spaces = ControlServer.longestLine + excess - frame.utf8.count
        let replies = try exchange(frame + String(repeating: " ", count: spaces) + end)
        #expect(replies.count == 1 && replies[0].contains("at most"))
        server.close()
    }

    @Test("a reply that is larger than a socket's buffer arrives whole")
    func longReply() throws {
        let source = String(repeating: "a", count: 1 << 20)
        let server = try serve { _ in .status(["source": .string(source)]) }
        let replies = try exchange("{\"verb\":\"status\"}\n")
        let isWhole = replies == [#"{"ok":true,"status":{"source":"\#(source)"}}"#]
        #expect(isWhole, "\(replies.map(\.utf8.count)) bytes")
        server.close()
    }

    @Test("a signal does not end the wait for a reply")
    func interrupted() throws {
        // Without SA_RESTART, which would let the system call continue by itself.
        var action = sigaction()
        var former = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        try #require(sigaction(SIGWINCH, &action, &former) == 0)
        defer { sigaction(SIGWINCH, &former, nil) }
        // The threads of a pool block all signals.
        var unblocked = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, SIGWINCH)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        let waiting = pthread_self()
        let status = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/thread-self")
        let server = try serve { _ in
            // try?: without its file, the thread counts as waiting.
            while let text = try? String(
                contentsOfFile: "/proc/\(status)/status", encoding: .utf8),
                !text.contains("State:\tS")
            {
                sched_yield()
            }
            pthread_kill(waiting, SIGWINCH)
            return .accepted
        }
        var client = try ControlClient(in: folder)
        #expect(try client.send(.pause).refusal == nil)
        server.close()
    }

    @Test("a player that accepts no connections is skipped")
    func full() throws {
        try folder.prepare()
        let listener = try UnixSocket.listen(at: folder.socketPath(of: 7))
        var waiting: [UnixSocket] = []
        // try?: the first connection that finds no room times out.
        while let socket = try? UnixSocket.connect(
            to: folder.socketPath(of: 7), within: .milliseconds(1))
        {
            waiting.append(socket)
        }
        #expect(!waiting.isEmpty)
        #expect(folder.players(within: .milliseconds(1)).isEmpty)
        withExtendedLifetime((listener, waiting)) {}
    }

    @Test("a reply in progress is sent before the server ends")
    func lastReply() throws {
        let closing = Mutex<ControlServer?>(nil)
        let closed = DispatchSemaphore(value: 0)
        let server = try serve { request in
            Thread {
                closing.withLock { $0 }?.close()
                closed.signal()
            }.start()
            return .accepted
        }
        closing.withLock { $0 = server }
        var client = try ControlClient(in: folder)
        #expect(try client.send(.stop).refusal == nil)
        closed.wait()
    }

    @Test("the progress of a push comes before its answer, and the next request follows that")
    func progress() throws {
        let steps = [
            SpotProgress(spot: 3, title: "Tea", .playing),
            SpotProgress(spot: 3, title: "Tea", .failed, reason: "it \"broke\""),
        ]
        let server = try ControlServer(in: folder, player: 7) { request, reply in
            if case .pushAndWait = request {
                for step in steps { reply(.progress(step)) }
            }
            reply(.accepted)
        }
        var client = try ControlClient(in: folder)
        var reported: [SpotProgress] = []
        #expect(try client.push([]) { reported.append($0) }.refusal == nil)
        #expect(reported == steps)
        #expect(try client.send(.pause).refusal == nil)
        server.close()
    }

    @Test("a push ends with the player that was to play it")
    func endOfPlayer() throws {
        let server = try ControlServer(in: folder, player: 7) { _, reply in
            reply(.progress(SpotProgress(spot: 3, title: "Tea", .playing)))
        }
        var client = try ControlClient(in: folder)
        let error = #expect(throws: ControlError.self) {
            try client.push([]) { _ in
                // Ends without an answer, as a process that is killed.
                server.close()
            }
        }
        #expect(error?.kind == .unavailable)
        #expect(error?.description.contains("player 7 ended before the spots") == true)
    }

    /// Sends `text` and returns the reply lines up to the end of the connection.
    private func exchange(_ text: String) throws -> [String] {
        let socket = try UnixSocket.connect(to: folder.socketPath(of: 7))
        var rest = ArraySlice(Array(text.utf8))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(socket.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // The server closes the connection in the middle of a request that is too long.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        shutdown(socket.descriptor, Int32(SHUT_WR))
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(socket.descriptor, &chunk, chunk.count, 0), count > 0 {
            received += chunk[..<count]
        }
        return String(decoding: received, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
