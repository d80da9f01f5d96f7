import AdPlayback
import Advertising
import Foundation
import Interlude
import PCMAudio
import Synchronization
import TestFiles
import Testing

@testable import InterludeCLI

/// Each test has a process of its own, whose standard error is a terminal or a file.
@Suite("The status on standard error", .timeLimit(.minutes(2)))
struct StatusDisplayTests {
    @Test("is one line of a terminal, which lines above it do not overwrite")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 40)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"], noteSeconds: 0.05)
            display.show(playing)
            display.show(playing)
            display.say("a spot was left out")
            expect(terminal, "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K")
            expect(
                terminal,
                "\(clear)interlude: a spot was left out\n\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K"
            )
            display.explain(.command(.pause))
            display.explain(.list(KeyCommand.overview))
            expect(
                terminal,
                "\(clear)space pause  l live  s skip an ad\n+ - volume  1 2 answer  ? keys  q quit\n"
                    + "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K")
            display.explain(.note("no ad to skip"))
            expect(terminal, "\rplaying  no ad to skip\u{1B}[K")
            // After the time of the note, which nothing else ends.
            expect(terminal, "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K")
            display.end(with: "played 65.0 s: passed")
            expect(terminal, "\(clear)played 65.0 s: passed\n")
            display.redraw()
            display.say("a report was written")
            expect(terminal, "interlude: a report was written\n")
            display.show(playing)
            display.close()
            display.close()
            expect(terminal, "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K\n")
            display.redraw()
            display.say("end")
            expect(terminal, "interlude: end\n")
        }
    }

    @Test("keeps the last of two notes for its whole time")
    func notes() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 40)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"], noteSeconds: 0.2)
            display.show(playing)
            display.explain(.note("one"))
            display.explain(.note("two"))
            expect(
                terminal,
                "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K\rplaying  one\u{1B}[K"
                    + "\rplaying  two\u{1B}[K\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K")
            display.close()
            expect(terminal, "\n")
        }
    }

    @Test("keeps a new volume for the time of a note after the last change")
    func volume() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 32)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"], noteSeconds: 0.2)
            var status = playing
            display.show(status)
            expect(terminal, "\rplaying  1:05 / 10:00\u{1B}[K")
            for percent in [79, 100] {
                status.volume = Gain(linear: Float(percent) / 100)
                display.show(status)
                expect(terminal, "\rplaying  1:05  volume \(percent) %\u{1B}[K")
            }
            expect(terminal, "\rplaying  1:05 / 10:00\u{1B}[K")
            display.close()
        }
    }

    @Test("fits the window, and is drawn again when its width changes")
    func resized() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 21)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"])
            // A column stays free, where some terminals wrap.
            display.show(playing)
            expect(terminal, "\rplaying  1:05\u{1B}[K")
            terminal.resize(columns: 22)
            // A signal is lost until the display listens, on another thread.
            var drawn: String?
            while drawn == nil {
                kill(getpid(), SIGWINCH)
                drawn = terminal.text(until: "\rplaying  1:05 / 10:00\u{1B}[K", within: 100)
            }
            // A terminal that does not tell has 80 columns.
            terminal.resize(columns: 0)
            display.redraw()
            precondition(
                terminal.text(until: "\rplaying  1:05 / 10:00  buffer 2.0 s\u{1B}[K") != nil)
            display.close()
        }
    }

    @Test("has colours on a terminal that wants them")
    func colored() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 40)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: [:])
            display.show(playing)
            expect(terminal, "\r\u{1B}[32mplaying\u{1B}[0m  1:05 / 10:00  buffer 2.0 s\u{1B}[K")
            display.close()
        }
    }

    @Test("breaks the last line between its words")
    func lastLine() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 40)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"])
            display.end(with: "played 34.0 s, 1 break, 2 spots, 21.3 s of ads: passed")
            expect(terminal, "played 34.0 s, 1 break, 2 spots, 21.3 s\nof ads: passed\n")
        }
    }

    @Test("shows an address as a QR code where it fits")
    func code() async {
        await #expect(processExitsWith: .success) {
            let terminal = PseudoTerminal(columns: 80, rows: 40)
            dup2(terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: ["NO_COLOR": "1"])
            display.showCode(of: "http://192.0.2.1:8080/")
            display.say("end")
            let shown = terminal.text(until: "interlude: end\n")!.split(separator: "\n")
            precondition(shown.count > 10 && shown[3].contains("█"))
            terminal.resize(columns: 20)
            display.showCode(of: "http://192.0.2.1:8080/")
            display.say("end")
            expect(terminal, "interlude: end\n")
        }
    }

    @Test(
        "is a line after each change elsewhere, and on a dumb terminal",
        arguments: [[:], ["TERM": "dumb"]])
    func lines(environment: [String: String]) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("errors")
        await #expect(processExitsWith: .success) {
            [environment = environment as [String: String], path = path as String] in
            let terminal = PseudoTerminal(columns: 80)
            let file = open(path, O_WRONLY | O_CREAT, 0o600)
            dup2(environment.isEmpty ? file : terminal.terminal, STDERR_FILENO)
            let display = StatusDisplay(environment: environment)
            display.show(playing)
            display.show(playing)
            var later = playing
            later.position = .seconds(66)
            display.show(later)
            later.volume = Gain(linear: 0.5)
            display.show(later)
            display.explain(.note("no ad to skip"))
            display.explain(.list(["a", "b"]))
            display.explain(.command(.pause))
            display.say("hello")
            display.showCode(of: "http://192.0.2.1:8080/")
            display.redraw()
            display.end(with: "passed")
            display.close()
            display.say("end")
            let said =
                environment.isEmpty
                ? try! String(contentsOfFile: path, encoding: .utf8)
                : terminal.text(until: "end\n")!
            precondition(
                said == """
                    playing  1:05 / 10:00  buffer 2.0 s
                    playing  1:06 / 10:00  volume 50 %  buffer 2.0 s
                    interlude: no ad to skip
                    interlude: a  b
                    interlude: hello
                    passed
                    interlude: end

                    """, said)
        }
    }

    @Test("has a new line for what matters, and none for the passing of time")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("errors")
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = open(path, O_WRONLY | O_CREAT, 0o600)
            dup2(file, STDERR_FILENO)
            let display = StatusDisplay(environment: [:])
            func lineCount() -> Int {
                try! String(contentsOfFile: path, encoding: .utf8).count { $0 == "\n" }
            }
            let spot = BreakStatus(
                slot: 1, Advertisement(id: 1, title: "Tea", audioFileURL: ""), spotNumber: 1,
                spotCount: 2, spotRemaining: .seconds(4))
            let changes: [(@Sendable (inout PlayerStatus) -> Void, isTold: Bool)] = [
                ({ $0.state = .paused }, true), ({ $0.title = "Song" }, true),
                ({ $0.station = "Radio" }, true), ({ $0.volume = Gain(linear: 0.5) }, true),
                ({ $0.adVolume = Gain(linear: 0.5) }, true),
                ({ $0.mute = .soundServer }, true), ({ $0.queuedSpots = 1 }, true),
                ({ $0.underruns = 1 }, true), ({ $0.buffered = .seconds(1) }, false),
                ({ $0.position = .seconds(70) }, false), ({ $0.loudness = -20 }, false),
                ({ $0.adBreak = spot }, true),
                ({ $0.adBreak?.spotRemaining = .seconds(3) }, false),
                ({ $0.title = "Other" }, false), ({ $0.adBreak?.spotNumber = 2 }, true),
                ({ $0.adBreak?.slot = 2 }, true), ({ $0.adBreak = nil }, true),
            ]
            var status = playing
            display.show(status)
            for (index, change) in changes.enumerated() {
                let before = lineCount()
                change.0(&status)
                display.show(status)
                precondition(lineCount() - before == (change.isTold ? 1 : 0), "change \(index)")
            }
        }
    }
}

private let clear = "\r\u{1B}[K"

private let playing = PlayerStatus(
    state: .playing, source: "a.mp3", position: .seconds(65), length: .seconds(600),
    buffered: .seconds(2))

/// Requires that exactly `text` was written to `terminal` next.
private func expect(_ terminal: PseudoTerminal, _ text: String, line: UInt = #line) {
    let written = terminal.text(until: text)
    precondition(written == text, "line \(line): \(String(reflecting: written))")
}
