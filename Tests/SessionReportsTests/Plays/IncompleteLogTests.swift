import Testing

@testable import SessionReports

@Suite("A proof of play from a log that is not whole")
struct IncompleteLogTests {
    private typealias Log = ProofOfPlayTests

    @Test("says that lines are missing, and has nothing of a spot behind them whose end is one")
    func gap() {
        var proof = ProofOfPlay()
        let plays = Log.read(
            [
                Log.session[0], Log.session[3], Log.session[4],
                Log.line("log.gap", 40, #","lines":7"#),
                Log.line("slot.started", 50, Log.cake),
                Log.line("slot.completed", 55, Log.cake), Log.line("session.stopped", 60),
            ], into: &proof)
        #expect(plays.map(\.outcome) == [.completed, .cut])
        #expect(plays.map(\.heard) == [5 * 48_000, 5 * 48_000])
        #expect(proof.line.hasSuffix("; 10.0 s of ads; incomplete: 7 lines missing"))
        #expect(
            proof.shortfallLines
                == ["log: Tea at 10.000 s, 5.0 s heard: its end is among the missing lines"])
    }

    @Test("counts a spot that began before missing lines and ends behind them once")
    func gapInSpot() {
        var proof = ProofOfPlay()
        let plays = Log.read(
            [
                Log.session[0], Log.session[3], Log.line("log.gap", 15, #","lines":1"#),
                Log.session[5], Log.line("session.stopped", 30),
            ], into: &proof)
        #expect(plays.map(\.outcome) == [.completed])
        #expect(plays.map(\.heard) == [10 * 48_000])
    }

    @Test("knows nothing of the spots and pods that wait or play while lines are missing")
    func waitingInGap() {
        var proof = ProofOfPlay()
        let plays = Log.read(
            [
                Log.line("break.announced", 0, #","break":1,"spots":2"#),
                Log.line("break.started", 5, #","break":2,"pod":"a""#),
                Log.line("log.gap", 40, #","lines":9"#), Log.line("session.stopped", 60),
            ], into: &proof)
        #expect(plays.isEmpty)
        #expect(proof.shortfallLines.isEmpty)
        #expect(proof.html(of: [], version: "").contains("Log incomplete"))
    }

    @Test(
        "says how many sessions have no end in the log",
        arguments: [
            ("session.stopped", []), ("session.lost", []), ("session.failed", []),
            ("session.playing", ["1 session without an end in the log"]),
        ])
    func endless(last: String, remarks: [String]) {
        var proof = ProofOfPlay()
        _ = Log.read([Log.line("session.connecting", 0), Log.line(last, 5)], into: &proof)
        #expect(proof.shortfallLines == remarks)
    }
}
