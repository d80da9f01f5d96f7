import Foundation
import Interlude
import TestFiles
import TestServers
import Testing

/// Sends every verb to a real control socket in every role, and compares the replies with the table
/// in docs/security.md.
@Suite("What a role may request at the socket", .timeLimit(.minutes(4)))
struct SocketRoleTests {
    private static let spot = Peers.sample("spots/ferry.mp3")

    /// The arguments of `verb`, and why a player of a file refuses it; `nil` if it does not.
    private static func example(of verb: ControlVerb) -> (values: [String], refusal: String?) {
        switch verb {
        case .status, .ignore, .pause, .mute, .unmute, .consent, .stop: ([], nil)
        case .push: ([spot], nil)
        case .resume: ([], "nothing is paused")
        case .live: ([], "only a live stream has a live edge")
        case .delay: (["1s"], "only a live stream has a delay")
        case .seek: (["1s"], nil)
        case .volume, .adVolume: (["0.5"], nil)
        case .skip: ([], "there is no advertisement to be skipped")
        case .play: ([Peers.sample("programme/with-pods.flac")], nil)
        }
    }

    private static let rows: [Substring: [String]] = {
        let file = URL(filePath: #filePath).appending(path: "../../../docs/security.md")
        // try?: without the document there are no rows, and a test fails.
        let text = (try? String(contentsOf: file.standardizedFileURL, encoding: .utf8)) ?? ""
        let rows = text.matches(of: #/(?m)^\| `([\w-]+)` \|(.*)\|$/#).map { row in
            (row.1, row.2.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return Dictionary(rows) { first, _ in first }
    }()

    @Test("is in the table, for every verb", arguments: ControlVerb.allCases)
    func row(verb: ControlVerb) throws {
        let cells = try #require(Self.rows[verb.rawValue[...]])
        let route = verb == .status ? "GET /api/state" : "POST /api/\(verb.rawValue)"
        let page =
            verb == .consent
            ? "no way to the socket, and none from a page"
            : "no way to the socket; a page has `\(route)` · `RoleTests/listener`"
        #expect(
            cells == [
                "yes · `SocketRoleTests/operator`",
                page,
                "no · `SocketRoleTests/stranger`, `ControlServerTests/permissions`",
            ])
    }

    @Test("is in the table, and no other row is")
    func complete() {
        #expect(Set(Self.rows.keys) == Set(ControlVerb.allCases.map { $0.rawValue[...] }))
    }

    @Test("as an operator who owns the socket", arguments: ControlVerb.allCases)
    func `operator`(verb: ControlVerb) async throws {
        let player = try Player(Peers.sample("programme/programme.mp3"), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let (values, refusal) = Self.example(of: verb)
        let run = try await onThread { try player.control([verb.rawValue] + values) }
        if let refusal {
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.errors.contains(refusal), "\(run.errors)")
        } else {
            #expect(run.status == 0, "\(run.errors)")
        }
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
    }

    @Test(
        "as another user of the machine, even if others can enter the folder",
        arguments: ControlVerb.allCases)
    func stranger(verb: ControlVerb) async throws {
        let player = try Player(Peers.sample("programme/programme.mp3"), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        #expect(try Self.state(of: player.folder.path) == [S_IFDIR | 0o700, geteuid()])
        let socket = try #require(try player.socketName)
        #expect(try Self.state(of: player.folder.file(socket)) == [S_IFSOCK | 0o600, geteuid()])
        // A client looks for players only in its own user's folder; with a process id it asks any.
        let number = String(socket.dropFirst("interlude-".count).dropLast(".sock".count))
        // If no other user can ask, owner and mode are checked instead.
        if let stranger = Stranger.wrapper {
            for mode in [0o700, 0o711] as [mode_t] {
                #expect(chmod(player.folder.path, mode) == 0)
                // The client reads a file first, and others may not be able to.
                let rest = verb == .play ? ["http://127.0.0.1:1/"] : Self.example(of: verb).values
                let values = ["--player", number, verb.rawValue] + rest
                let run = try await onThread { try player.control(values, by: stranger) }
                #expect(run.status == 69, "\(run.errors)")
                #expect(run.errors.contains("is not a running player"), "\(run.errors)")
            }
            #expect(chmod(player.folder.path, 0o700) == 0)
        }
        // The owner finds the player unchanged.
        let run = try await onThread { try player.control("status").successful() }
        #expect(run.output.contains(#""state":"playing""#), "\(run.output)")
        #expect(run.output.contains(#""volume":1"#), "\(run.output)")
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
    }

    /// The kind and mode of a file, and its owner.
    private static func state(of path: String) throws -> [UInt32] {
        var state = stat()
        try #require(lstat(path, &state) == 0)
        return [state.st_mode, state.st_uid]
    }
}
