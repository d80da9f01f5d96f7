import TestServers
import Testing

@Suite("Diagnostics")
struct DiagnosticsTests {
    @Test("-v reports each attempt to connect")
    func tries() throws {
        let run = try CommandRun([
            "play", "http://127.0.0.1:9/live", "--clock", "virtual", "-v",
        ])
        #expect(run.status == 69)
        #expect(run.lines.first?.hasPrefix("interlude: 0.000 s: session.began ") == true)
        #expect(run.lines.dropFirst().first == "interlude: 0.000 s: session.connecting")
        for words in ["connecting to http://127.0.0.1:9/live", "try 2", "gave up: ", "lost: "] {
            #expect(run.lines.contains { $0.contains(words) }, "\(words): \(run.lines)")
        }
    }

    @Test("-v reports the type of a file, and every event")
    func file() throws {
        let run = try CommandRun([
            "play", Peers.sample("spots/ferry.mp3"), "--clock", "virtual", "--duration", "1s", "-v",
        ])
        #expect(run.status == 0)
        #expect(run.lines.contains { $0.contains("the stream is mp3, 44100 Hz") }, "\(run.lines)")
        #expect(
            run.lines.suffix(2) == [
                "interlude: 1.000 s: session.stopped", "played 1.0 s, 0 underruns: passed",
            ])
    }
}
