import TestServers
import Testing

@Suite("A session with a spot that is not heard")
struct StrictTests {
    private static func play(_ push: String, _ options: [String]) throws -> CommandRun {
        try CommandRun(
            ["play", Peers.sample("spots/ferry.mp3"), "--clock", "virtual", "--sink", "null"]
                + ["--duration", "3s", "--push", push] + options)
    }

    @Test(
        "says so, and with --strict it ends with status 1",
        arguments: [
            ("1s=nothere.mp3", "there is no such file", "1 spot failed"),
            (
                "1000s=\(Peers.sample("spots/bikes.ogg"))",
                "push at 1000.0 s left out: the session ended at 3.0 s", "1 push was not reached"
            ),
        ])
    func notHeard(push: String, warning: String, verdict: String) throws {
        let lenient = try Self.play(push, [])
        #expect(lenient.status == 0)
        #expect(lenient.lines.contains { $0.contains(warning) }, "\(lenient.lines)")
        let strict = try Self.play(push, ["--strict"])
        #expect(strict.status == 1)
        #expect(strict.lines.contains { $0.contains(warning) }, "\(strict.lines)")
        #expect(strict.lines.last == "interlude: not everything was heard: \(verdict)")
    }

    @Test("is successful with --strict if every spot was heard")
    func heard() throws {
        let run = try Self.play("1s=\(Peers.sample("spots/bikes.ogg"))", ["--strict"])
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "played 3.0 s, 1 break, 1 spot, 2.0 s of ads, 0 underruns: passed"
            ])
    }
}
