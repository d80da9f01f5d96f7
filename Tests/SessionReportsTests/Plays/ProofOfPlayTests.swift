import MediaTime
import Testing

@testable import SessionReports

/// What event logs prove of spots.
@Suite("A proof of play")
struct ProofOfPlayTests {
    /// Reads the lines of a log; returns the plays that ended.
    static func read(
        _ lines: some Sequence<String>, log: String = "log", into proof: inout ProofOfPlay
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

    static func line(_ event: String, _ seconds: Int, _ fields: String = "") -> String {
        #"{"event":"\#(event)","t":\#(seconds),"frame":\#(seconds * 48_000)\#(fields)}"#
    }

    static let tea = #","break":1,"slot":1,"spot":1,"adId":"camp-4711","title":"Tea""#
    static let cake = #","break":1,"slot":2,"spot":2,"title":"Cake","url":"cake.mp3""#

    static let session = [
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
        let first = Self.read(Self.session, log: "monday", into: &proof)
        let second = Self.read(
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
                "monday: Cake at 20.000 s, 6.0 s heard: skipped by the listener",
                "tuesday: Cake: gone (401)",
            ])
    }

    @Test("names the source that each spot was heard beside")
    func sources() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            Self.session[0...5] + [
                Self.line("session.connecting", 20, #","source":"other""#),
                Self.line("slot.started", 21, Self.cake),
                Self.line("slot.completed", 26, Self.cake),
            ], into: &proof)
        #expect(plays.map(\.source) == ["live", "other"])
    }

    @Test("E14: has no bumper, heard or not")
    func bumpers() {
        var proof = ProofOfPlay()
        let jingle = #","break":1,"slot":3,"spot":3,"bumper":"out","title":"Jingle""#
        let plays = Self.read(
            Self.session.dropLast() + [
                Self.line("slot.failed", 26, #","bumper":"in","reason":"gone""#),
                Self.line("slot.loading", 26, jingle), Self.line("slot.started", 26, jingle),
                Self.line("slot.completed", 30, jingle), Self.line("session.stopped", 60),
            ], into: &proof)
        #expect(plays.map(\.outcome) == [.completed, .skipped])
        #expect(proof.rows.count == 3)
    }

    @Test("E15: has no slate")
    func slate() {
        var proof = ProofOfPlay()
        let slate = #","break":1,"slot":3,"spot":3,"bumper":"slate","title":"Slate""#
        let plays = Self.read(
            Self.session.dropLast() + [
                Self.line("slot.started", 26, slate), Self.line("slot.completed", 56, slate),
                Self.line("session.stopped", 60),
            ], into: &proof)
        #expect(plays.map(\.outcome) == [.completed, .skipped])
    }

    @Test("has a spot whose file is cut off as heard in part")
    func cutFile() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [
                Self.session[0], Self.line("slot.loading", 9, Self.tea),
                Self.line("session.warning", 9, Self.tea + #","duration":10,"declared":30"#),
                Self.session[3], Self.session[5], Self.line("session.stopped", 30),
            ], into: &proof)
        #expect(plays.map(\.outcome) == [.completed])
        #expect(plays.map(\.reason) == ["cutOff"])
        #expect(proof.line.contains("1 spot: 0 to the end, 1 in part"))
        #expect(
            proof.shortfallLines == ["log: Tea at 10.000 s, 10.0 s heard: its file is cut off"])
    }

    @Test("has a spot that the log leaves open as cut, heard up to the last event")
    func cut() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [Self.session[3], Self.line("slot.midpoint", 15, Self.tea)], into: &proof)
        #expect(plays.map(\.outcome) == [.cut] && plays.map(\.heard) == [240_000])
        #expect(plays.map(\.shortfall) == ["the log ends before it does"])
        #expect(proof.total.part == 1)
    }

    @Test("has a spot that another session in the same log leaves open as cut")
    func nextSession() {
        var proof = ProofOfPlay()
        let plays = Self.read([Self.session[3], Self.session[0], Self.session[5]], into: &proof)
        #expect(plays.map(\.outcome) == [.cut, .completed])
        // Of the second one the log has no start.
        #expect(plays.map(\.heard) == [0, 0])
    }

    @Test("has the session that follows in a log without a name as another one")
    func unnamedSession() {
        var proof = ProofOfPlay()
        let start = [
            Self.line("session.connecting", 0), Self.line("slot.loading", 1, Self.tea),
            Self.line("slot.started", 20, Self.tea), Self.line("slot.midpoint", 25, Self.tea),
        ]
        let plays = Self.read(
            start + start + [Self.line("slot.completed", 30, Self.tea)], into: &proof)
        #expect(plays.map(\.outcome) == [.cut, .completed])
        #expect(plays.map(\.heard) == [240_000, 480_000])
        #expect(proof.line.hasPrefix("2 sessions, 0:55 of output"))
    }

    @Test("has spots as not heard that loaded or waited where the log ends, or got no break")
    func unbegun() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [
                Self.line("break.announced", 1, #","break":1,"spots":3"#),
                Self.line("slot.loading", 1, Self.tea), Self.line("slot.loaded", 2, Self.tea),
                Self.line("break.dropped", 3, #","spots":1,"reason":"noStream""#),
                Self.line("break.dropped", 4, #","spots":0,"reason":"nothingFits""#),
            ], into: &proof)
        #expect(
            plays.map(\.name) == ["a spot of no break", "Tea"]
                + Array(repeating: "a spot of break 1", count: 2))
        #expect(plays.map(\.outcome) == [.notUsed, .cut, .cut, .cut])
        #expect(
            proof.shortfallLines == [
                "log: a spot of no break: no stream was open",
                "log: Tea: the log ends before it begins",
                "log: a spot of break 1: the log ends before it begins",
                "log: a spot of break 1: the log ends before it begins",
                "1 session without an end in the log",
                "1 break of the stream that no spot filled",
            ])
    }

    @Test("has a spot that never loaded once, and none of a break that is over")
    func neverLoaded() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [
                Self.line("break.announced", 1, #","break":1,"spots":1"#),
                Self.line("break.extended", 1, #","break":1,"spots":1"#),
                Self.line("slot.notUsed", 2, Self.cake + #","reason":"ignored""#),
                Self.line("break.announced", 3, #","break":2,"spots":9"#),
                Self.line("break.cancelled", 3, #","break":2"#),
            ], into: &proof)
        #expect(
            plays.map(\.shortfall) == ["dropped by 'ignore'", "the log ends before it begins"])
    }

    @Test("counts the ads of pods by the ends of these, and those of a credit as no loss")
    func pods() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [
                Self.line("break.started", 1, #","break":1,"pod":"p""#),
                Self.line("slot.credited", 4, #","break":1,"pod":"p","ad":2"#),
                Self.line("break.ended", 4, #","break":1,"pod":"p","played":2,"credited":1"#),
                Self.line("break.ended", 9, #","break":2,"played":7"#),
                Self.line("session.stopped", 9),
            ], into: &proof)
        #expect(plays.map(\.shortfall) == ["paid for by a credit"] && plays.map(\.slot) == [2])
        #expect(proof.line.hasSuffix("; in pods of the stream 2 heard, 1 credited, 0 skipped"))
        #expect(proof.line.contains(" 0 spots: ") && proof.shortfallLines.isEmpty)
        #expect(proof.html(of: ["a"], version: "1").contains("<h2>All heard</h2>"))
    }

    @Test(
        "has not all as heard if ads of a pod were skipped, or the log ends inside it",
        arguments: [
            (line("break.ended", 4, #","break":1,"pod":"p","skipped":4"#), 4, 0),
            (line("session.playing", 4), 0, 1),
        ])
    func lostPods(last: String, skipped: Int, open: Int) {
        var proof = ProofOfPlay()
        _ = Self.read(
            [Self.line("break.started", 1, #","break":1,"pod":"p""#), last], into: &proof)
        #expect(proof.podAds.skipped == skipped && proof.podAds.openPods == open)
        #expect(proof.html(of: ["a"], version: "1").contains("<h2>Not all heard</h2>"))
    }

    @Test("has neither all nor not all as heard if there was no ad")
    func empty() {
        var proof = ProofOfPlay()
        _ = Self.read([Self.session[0]], into: &proof)
        #expect(proof.html(of: ["a"], version: "1").contains("<h2>No ads</h2>"))
    }

    @Test("adds up impossible times without an end to them")
    func overflow() {
        var proof = ProofOfPlay()
        let lines = [
            Self.session[0], Self.line("slot.started", 0, Self.tea),
            #"{"event":"slot.completed","frame":9223372036854775807,"slot":1}"#,
        ]
        for _ in 0..<70_000 { _ = Self.read(lines, into: &proof) }
        #expect(proof.outputFrameCount == .max && proof.total.heard == .max)
        #expect(proof.line.hasPrefix("70000 sessions"))
    }

    @Test(
        "counts the beacons, those that the next session delivers once, and names what no server told"
    )
    func beacons() {
        var proof = ProofOfPlay()
        let dropped =
            #","spots":0,"reason":"noSpots","code":301,"cause":"http://a/: no answer""#
        _ = Self.read(
            [
                Self.session[0], Self.line("tracking.queued", 1, #","kind":"start""#),
                Self.line("tracking.queued", 1, #","kind":"complete""#),
                Self.line("tracking.confirmed", 1, #","kind":"start""#),
                Self.line("break.dropped", 2, dropped), Self.line("break.dropped", 3, dropped),
                Self.line("session.stopped", 4),
            ], into: &proof)
        #expect(proof.line.hasSuffix("; 2 beacons, 1 confirmed"))
        #expect(
            proof.shortfallLines == [
                "2 breaks of the stream that no spot filled",
                "2 breaks without an ad: http://a/: no answer",
                "1 beacon without an answer in these logs",
            ])
        _ = Self.read(
            [
                Self.session[0],
                Self.line("tracking.queued", 1, #","kind":"complete","earlier":true"#),
                Self.line("tracking.confirmed", 1, #","kind":"complete""#),
                Self.line("tracking.queued", 2, #","kind":"start""#),
                Self.line("tracking.gaveUp", 2, #","kind":"start""#),
            ], into: &proof)
        #expect(proof.line.hasSuffix("; 3 beacons, 2 confirmed"))
        #expect(proof.shortfallLines.last == "1 beacon given up")
    }

    @Test("counts a line that is no event, and reads a field of another type as none")
    func foreign() {
        var proof = ProofOfPlay()
        let plays = Self.read(
            [
                "", "{}", "[1]", #"{"event":"slot.completed"}"#, "\u{0}",
                #"{"event":"slot.completed","frame":-5,"slot":1,"title":7,"code":"x"}"#,
                #"{"event":"slot.paused","frame":9223372036854775807,"slot":9}"#,
                #"{"event":"break.ended","frame":1,"pod":"p","played":9223372036854775807}"#,
            ], into: &proof)
        #expect(proof.omissions.foreignLines == 5)
        #expect(plays.map(\.name) == ["a spot of no break"] && plays.map(\.code) == [nil])
        #expect(proof.shortfallLines.last == "5 lines without an event")
    }

    @Test("keeps no more than a bound of spots and of reasons, and says how many there are")
    func bounded() {
        var proof = ProofOfPlay()
        let lines = (1...3000).map {
            Self.line("slot.failed", 1, #","slot":\#($0),"url":"\#($0).mp3","reason":"gone""#)
        }
        #expect(Self.read(lines, into: &proof).count == 3000)
        #expect(proof.sums.count == 2000 && proof.shortfalls.count == 2000)
        #expect(proof.total.unheard == 3000)
        #expect(
            proof.shortfallLines.suffix(2) == [
                "1000 plays of further spots; --csv lists all",
                "1000 further reasons; --csv lists all",
            ])
    }

    @Test("is CSV in quotes, without formulas")
    func csv() {
        var proof = ProofOfPlay()
        let title = #","title":"=HYPERLINK(\"x\"), a","slot":2,"spot":2"#
        let plays = Self.read(
            [
                Self.session[0], Self.session[3], Self.session[5],
                Self.line("slot.notUsed", 30, title + #","reason":"ignored""#),
            ], into: &proof)
        #expect(SpotPlay.csvHeader.split(separator: ",").count == 15)
        #expect(
            plays.map(\.csv) == [
                #""log","2026-11-27T03:00:00Z","live",1,,1,1,"camp-4711","Tea",,completed,"#
                    + "10.000000,10.000000,,",
                #""log","2026-11-27T03:00:00Z","live",,,2,2,,"'=HYPERLINK(""x""), a",,notUsed,"#
                    + #",0.000000,,"ignored""#,
            ])
    }

    @Test(
        "is CSV whose quotes and formulas no combining mark hides",
        arguments: [
            ("a\"\u{301},=1", "\"a\"\"\u{301},=1\""), ("=\u{FE0F}1", "\"'=\u{FE0F}1\""),
            ("\t@1", "\"' @1\""), ("\u{FF0B}1", "\"'\u{FF0B}1\""), ("1=1", "\"1=1\""),
        ])
    func hostile(title: String, field: String) {
        let play = SpotPlay(log: "", title: title)
        #expect(
            play.csv.unicodeScalars.elementsEqual(
                ",,,,,,,,\(field),,cut,,0.000000,,".unicodeScalars))
    }

    @Test("is a page that says first whether all was heard")
    func page() {
        var proof = ProofOfPlay()
        _ = Self.read(Self.session, into: &proof)
        let page = proof.html(of: ["a<b"], version: "1")
        #expect(page.contains("<h2>Not all heard</h2>") && page.contains("a&lt;b"))
        #expect(page.contains("skipped by the listener"))
        var whole = ProofOfPlay()
        _ = Self.read(Self.session[2..<6] + [Self.session[8]], into: &whole)
        #expect(whole.html(of: ["a"], version: "1").contains("<h2>All heard</h2>"))
    }
}
