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

    @Test(
        "a terminal gets a message between its words, and an address in one piece",
        arguments: [
            (nil, 1), (TerminalSize(columns: 120, rows: 24), 1),
            (TerminalSize(columns: 80, rows: 24), 2), (TerminalSize(columns: 40, rows: 24), 4),
            (TerminalSize(columns: 20, rows: 24), 5),
        ])
    func paragraph(terminal: TerminalSize?, lineCount: Int) {
        let words = "http://127.0.0.1:8000/live.mp3: the station stopped sending; retrying for 30 s"
        let lines = Console.lines(words, on: terminal)
        #expect(lines.count == lineCount, "\(lines)")
        #expect(lines.joined(separator: " ") == "interlude: " + words)
        let width = terminal?.columns ?? .max
        #expect(lines.allSatisfy { $0.count < width || $0.hasPrefix("http://") })
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
