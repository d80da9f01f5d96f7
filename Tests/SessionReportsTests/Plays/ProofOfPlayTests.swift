import MediaTime
import Testing

@testable import SessionReports

/// What event logs prove of spots.
@Suite("A proof of play")
struct ProofOfPlayTests {
    /// Reads the lines of a log; returns the plays that ended.
    private func read(
        _ lines: [String], log: String = "log", into proof: inout ProofOfPlay
    ) -> [SpotPlay] {
        proof.begin(log: log)
        var plays: [SpotPlay] = []
        for line in lines {
            guard let event = LoggedEvent(line: Array(line.utf8)) else {
                proof.noteForeignLine()
                continue
            }
            plays += proof.note(event)
        }
        return plays + proof.endLog()
    }

    private static func line(_ event: String, _ seconds: Int, _ fields: String = "") -> String {
        #"{"event":"\#(event)","t":\#(seconds),"frame":\#(seconds * 48_000)\#(fields)}"#
    }

    private static let tea = #","break":1,"slot":1,"spot":1,"adId":"camp-4711","title":"Tea""#
    private static let cake = #","break":1,"slot":2,"spot":2,"title":"Cake","url":"cake.mp3""#

    private static let session = [
        line("session.began", 0, #","source":"live","startTime":"2026-11-27T03:00:00Z""#),
        line("break.announced", 5, #","break":1,"spots":2"#),
        line("break.started", 10, #","break":1"#), line("slot.started", 10, tea),
        line("slot.midpoint", 15, tea), line("slot.completed", 20, tea),
        line("slot.started", 20, cake), line("slot.skipped", 26, cake + #","reason":"listener""#),
        line("session.stopped", 60),
    ]

    @Test("has for each spot how often and how long it was heard, over all logs")
    func sums() {
        var proof = ProofOfPlay()
        let first = read(Self.session, log: "monday", into: &proof)
        let second = read(
            [
                Self.session[0], Self.session[3],
                Self.line("slot.failed", 11, Self.cake + #","code":401,"reason":"gone""#),
                Self.session[5], Self.line("session.stopped", 30),
            ], log: "tuesday", into: &proof)
        #expect(first.map(\.outcome) == [.completed, .skipped])
        #expect(second.map(\.outcome) == [.failed, .completed])
        #expect(
            proof.line == """
                2 sessions, 1:30 of output, 1 break, 4 spots: 2 to the end, 1 in part, 1 not heard; \
                26.0 s of ads
                """)
        #expect(
            proof.rows.dropFirst() == [
                ["Tea", "camp-4711", "2", "0", "0", "20.0"], ["Cake", "", "0", "1", "1", "6.0"],
            ])
        #expect(
            proof.shortfallLines == [
                "monday: Cake at 20.000 s, 6.0 s heard: skipped: listener",
                "tuesday: Cake: gone (401)",
            ])
    }

    @Test("has a spot that the log leaves open as cut, heard up to the last event")
    func cut() {
        var proof = ProofOfPlay()
        let plays = read(
            [Self.session[3], Self.line("slot.midpoint", 15, Self.tea)], into: &proof)
        #expect(plays.map(\.outcome) == [.cut] && plays.map(\.heard) == [240_000])
        #expect(plays.map(\.shortfall) == ["the log ends before it does"])
        #expect(proof.total.part == 1)
    }

    @Test("has a spot that another session in the same log leaves open as cut")
    func nextSession() {
        var proof = ProofOfPlay()
        let plays = read([Self.session[3], Self.session[0], Self.session[5]], into: &proof)
        #expect(plays.map(\.outcome) == [.cut, .completed])
        // Of the second one the log has no start.
        #expect(plays.map(\.heard) == [0, 0])
    }

    @Test("does not count the time for which a spot stood still")
    func pauses() {
        var proof = ProofOfPlay()
        let plays = read(
            [
                Self.session[3], Self.line("slot.paused", 12, Self.tea),
                Self.line("slot.paused", 13, Self.tea), Self.line("slot.resumed", 17, Self.tea),
                Self.line("slot.completed", 25, Self.tea),
            ], into: &proof)
        #expect(plays.map(\.heard) == [10 * 48_000])
    }

    @Test("counts the ads of pods by the ends of these, and those of a credit one by one")
    func pods() {
        var proof = ProofOfPlay()
        let plays = read(
            [
                Self.line("slot.credited", 4, #","break":1,"pod":"p","ad":2"#),
                Self.line("break.ended", 4, #","break":1,"pod":"p","played":2,"credited":1"#),
                Self.line("break.ended", 9, #","break":2,"played":7"#),
            ], into: &proof)
        #expect(plays.map(\.shortfall) == ["paid for by a credit"])
        #expect(proof.line.hasSuffix("; in pods of the stream 2 heard, 1 credited"))
    }

    @Test("counts a line that is no event, and reads a field of another type as none")
    func foreign() {
        var proof = ProofOfPlay()
        let plays = read(
            [
                "", "{}", "[1]", #"{"event":"slot.completed"}"#, "\u{0}",
                #"{"event":"slot.completed","frame":-5,"slot":1,"title":7,"code":"x"}"#,
                #"{"event":"slot.paused","frame":9223372036854775807,"slot":9}"#,
                #"{"event":"break.ended","frame":1,"pod":"p","played":9223372036854775807}"#,
            ], into: &proof)
        #expect(proof.foreignLineCount == 5)
        #expect(plays.map(\.name) == ["spot 0"] && plays.map(\.code) == [nil])
        #expect(proof.shortfallLines.last == "5 lines without an event")
    }

    @Test("keeps no more than a bound of spots and of reasons, and says how many there are")
    func bounded() {
        var proof = ProofOfPlay()
        let lines = (1...3000).map {
            Self.line("slot.failed", 1, #","slot":\#($0),"url":"\#($0).mp3","reason":"gone""#)
        }
        #expect(read(lines, into: &proof).count == 3000)
        #expect(proof.sums.count == 2000 && proof.shortfalls.count == 2000)
        #expect(proof.total.none == 3000)
        #expect(proof.shortfallLines.last == "2000 more are counted and not listed; see --csv")
    }

    @Test("is CSV in quotes, without formulas")
    func csv() {
        var proof = ProofOfPlay()
        let title = #","title":"=HYPERLINK(\"x\"), a","slot":2,"spot":2"#
        let plays = read(
            [
                Self.session[0], Self.session[3], Self.session[5],
                Self.line("slot.notUsed", 30, title + #","reason":"ignored""#),
            ], into: &proof)
        #expect(SpotPlay.csvHeader.split(separator: ",").count == 14)
        #expect(
            plays.map(\.csv) == [
                #""log","2026-11-27T03:00:00Z","live",1,1,1,"camp-4711","Tea",,completed,"#
                    + "10.000000,10.000000,,",
                #""log","2026-11-27T03:00:00Z","live",,2,2,,"'=HYPERLINK(""x""), a",,notUsed,"#
                    + #",0.000000,,"notUsed: ignored""#,
            ])
    }

    @Test("is a page that says first whether all was heard")
    func page() {
        var proof = ProofOfPlay()
        _ = read(Self.session, into: &proof)
        let page = proof.html(of: ["a<b"], version: "1")
        #expect(page.contains("<h2>Not all heard</h2>") && page.contains("a&lt;b"))
        #expect(page.contains("skipped: listener"))
        var whole = ProofOfPlay()
        _ = read(Array(Self.session.prefix(6)), into: &whole)
        #expect(whole.html(of: ["a"], version: "1").contains("<h2>All heard</h2>"))
    }
}
