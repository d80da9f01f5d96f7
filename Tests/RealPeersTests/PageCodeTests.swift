import TestFiles
import TestServers
import Testing

@Suite("The QR code of a player's page")
struct PageCodeTests {
    private static let programme = Peers.sample("programme/programme.mp3")

    /// What a player prints that serves its page at `host`: on a terminal of this many rows.
    private static func print(
        host: String, rows: Int, _ environment: [String: String] = [:]
    ) async throws -> String {
        let folder = try TemporaryFolder()
        let variables = environment.merging(
            ["TERM": "xterm", "XDG_RUNTIME_DIR": folder.path]
        ) { given, _ in given }
        return try await onThread {
            // stty gives the terminal that script makes a size.
            let line =
                "stty rows \(rows) cols 80; exec \(Player.executable) play \(programme) "
                + "--sink null --duration 200ms --web \(host):0"
            return try Command(
                ["script", "--quiet", "--return", "--command", line, "/dev/null"],
                environment: variables
            ).successful().output
        }
    }

    /// The lines of blocks in `text`, without colours.
    private static func blocks(in text: String) -> [String] {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline)
            .map(String.init).filter { line in
                line.count > 20 && line.allSatisfy { " █▀▄".contains($0) }
            }
    }

    @Test("on a terminal leads to the printed address, without its token", arguments: ["", "1"])
    func decoded(noColor: String) async throws {
        let text = try await Self.print(host: "0.0.0.0", rows: 40, ["NO_COLOR": noColor])
        let page = try #require(text.firstMatch(of: /page: (http:\S+\/)#token=/)).1
        let code = try CodeReader.read(
            Self.blocks(in: text), drawn: noColor.isEmpty ? .dark : .light)
        #expect(code == String(page))
        #expect(text.contains("\u{1B}[30;47m") == noColor.isEmpty)
    }

    @Test(
        "is left out for this machine alone, on a small terminal and on a dumb one",
        arguments: [("127.0.0.1", 40, "xterm"), ("0.0.0.0", 12, "xterm"), ("0.0.0.0", 40, "dumb")])
    func leftOut(host: String, rows: Int, kind: String) async throws {
        let text = try await Self.print(host: host, rows: rows, ["TERM": kind])
        #expect(text.contains("page: http"))
        #expect(Self.blocks(in: text) == [])
    }

    @Test("is left out where standard error is no terminal")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let command = try await onThread {
            try Command(
                [
                    Player.executable, "play", Self.programme, "--sink", "null", "--duration",
                    "200ms", "--web", "0.0.0.0:0",
                ], environment: ["XDG_RUNTIME_DIR": folder.path]
            ).successful()
        }
        #expect(command.errors.contains("page: http"))
        #expect(!(command.output + command.errors).contains { "█▀▄".contains($0) })
    }
}
