import Foundation
import TestFiles
import TestServers
import Testing

/// Runs of the built command in a terminal.
@Suite("A player in a terminal", .timeLimit(.minutes(4)))
struct TerminalRunTests {
    private let command: BuiltCommand
    private let terminal = PseudoTerminal(columns: 60)
    private let source: String

    init() throws {
        command = try BuiltCommand()
        source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
    }

    /// A player whose standard input and error are the terminal, once it plays.
    private func player(_ arguments: [String] = []) throws -> ServerProcess {
        let words = [BuiltCommand.executable, "play", source, "--sink", "null"] + arguments
        let process = ServerProcess(
            arguments: [
                "sh", "-c",
                "ulimit -c 0; exec setsid --ctty -w \"$@\" < \(terminal.path) 2> \(terminal.path)",
                "sh",
            ] + words,
            environment: command.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 })
        try process.start()
        try #require(terminal.text(until: "\rplaying  0:0") != nil)
        return process
    }

    @Test("obeys keys, explains those without effect, and restores the terminal")
    func keys() throws {
        let player = try player()
        #expect(terminal.deliversKeys)
        terminal.press("-")
        #expect(terminal.text(until: "volume 89 %") != nil)
        terminal.press("?")
        #expect(
            terminal.text(until: "space pause  l live  s skip an ad  + - volume")?.hasSuffix(
                "\r\u{1B}[Kspace pause  l live  s skip an ad  + - volume") == true)
        terminal.press("s")
        #expect(terminal.text(until: "playing  no ad to skip") != nil)
        terminal.press(" ")
        #expect(terminal.text(until: "\rpaused  ") != nil)
        terminal.press(" ")
        #expect(terminal.text(until: "\rplaying  ") != nil)
        terminal.press("q")
        let end = terminal.text(until: ": passed\n")
        #expect(end?.contains("\r\u{1B}[Kplayed ") == true, "\(String(reflecting: end))")
        #expect(player.wait(atMost: .seconds(20)) == 0)
        #expect(!terminal.deliversKeys)
    }

    @Test(
        "restores the terminal after a signal, also after one of a crash",
        arguments: [SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP])
    func signals(number: Int32) throws {
        let player = try player()
        #expect(terminal.deliversKeys)
        player.signal(number)
        let isCrash = ![SIGINT, SIGHUP, SIGQUIT].contains(number)
        #expect(player.wait(atMost: .seconds(20)) == (isCrash ? nil : 0))
        #expect(!terminal.deliversKeys)
    }

    @Test("shows the page for other machines as a code that a phone reads")
    func code() throws {
        terminal.resize(columns: 100, rows: 60)
        let player = try player(["--web", "0.0.0.0:0"])
        withExtendedLifetime(player) {}
        terminal.press("q")
        #expect(terminal.text(until: "passed\n") != nil)
    }
}
