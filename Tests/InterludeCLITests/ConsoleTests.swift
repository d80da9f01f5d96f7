import Interlude
import PlainText
import Testing

@testable import InterludeCLI

@Suite("Console")
struct ConsoleTests {
    private static let hostile = "\u{1B}]0;t\u{7}2J\u{9B}\u{202E}\u{2066}\u{FEFF}\r\n"

    @Test("an error is one bounded line without terminal commands and passwords")
    func line() {
        let line = Console.line("mms://x/\(Self.hostile): http://u:p@h/: no")
        #expect(line == "interlude: mms://x/ ]0;t 2J : http://***@h/: no")
        let long = Console.line(String(repeating: "a", count: 1_000_000) + "; try another")
        #expect(long.unicodeScalars.count == 4000)
        #expect(long.hasSuffix("; try another"))
    }

    @Test("text for a terminal brings no command of its own")
    func terminalText() {
        let text = TerminalText("a\(Self.hostile)", .good, in: .colored)
        #expect(text.characters == "\u{1B}[32ma ]0;t 2J \u{1B}[0m")
    }

    @Test("the status line shows no terminal command from a stranger's text")
    func statusLine() {
        var status = PlayerStatus(state: .playing, source: "-")
        status.title = "a\(Self.hostile)" + String(repeating: "e\u{301}", count: 10_000)
        let line = StatusLine(width: nil, style: .plain).render(status)
        #expect(line.unicodeScalars.allSatisfy { $0.printing == .itself })
        #expect(line.unicodeScalars.count < 400)
    }
}
