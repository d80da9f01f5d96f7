import Foundation
import Interlude
import MediaTime
import Testing
import XMLReading

@testable import SessionReports

@Suite("The verdict on a session")
struct SessionVerdictTests {
    static func record(
        _ event: String, at seconds: Int64, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) -> EventRecord {
        EventRecord(event, at: FrameTime(seconds * 48_000), fields)
    }

    /// A break with a spot that was played and one that failed.
    private static func summary(title: String = "Tea") -> SessionSummary {
        var summary = SessionSummary()
        for line in [
            record("session.began", at: 0, ["version": "0.1.0", "source": "live.mp3"]),
            record("break.started", at: 2, ["break": 1]),
            record(
                "slot.failed", at: 2,
                [
                    "break": 1, "slot": 2, "spot": 2, "title": .string(title), "code": 401,
                    "reason": "it is <not> there",
                ]),
            record("slot.started", at: 2, ["break": 1, "slot": 1, "spot": 1]),
            record("stream.underrun", at: 3, ["streamFrame": 5]),
            record("stream.underrun", at: 3, ["device": true, "count": 2]),
            record(
                "slot.completed", at: 7,
                ["break": 1, "slot": 1, "spot": 1, "adId": "camp-4711", "title": .string(title)]),
            record("latency", at: 7, ["break": 1, "gaps": [0.0, 12.5], "adToStream": 3.0]),
            record("break.ended", at: 7, ["break": 1]),
        ] { summary.note(line) }
        return summary
    }

    private static func cut(_ slot: Int64) -> EventRecord {
        record(
            "session.warning", at: 1,
            ["reason": "cut off", "duration": 1.2, "declared": 2.0, "slot": .integer(slot)])
    }

    private static func verdict(
        _ summary: SessionSummary, end: SessionEnd = .asked, unreached: [Duration] = []
    ) -> SessionVerdict {
        SessionVerdict(
            summary, played: .milliseconds(12_340), end: end, unreachedPushes: unreached)
    }

    @Test("allows a spot whose break was over before its turn")
    func shortened() {
        var summary = SessionSummary()
        summary.note(
            Self.record(
                "slot.failed", at: 2,
                ["break": 1, "slot": 2, "code": 206, "reason": "the break ended"]))
        #expect(Self.verdict(summary).shortfall == nil)
        #expect(Self.verdict(summary).junit.contains(#"failures="0""#))
        #expect(Self.verdict(summary).junit.contains(#"<skipped message="the break ended""#))
    }

    @Test("is one line with what was played, and why it failed")
    func line() {
        #expect(
            Self.verdict(Self.summary()).line == """
                played 12.3 s, 1 break, 1 spot, 1 failed, 5.0 s of ads, worst gap 12.5 ms, \
                3 underruns: failed (1 spot failed)
                """)
        #expect(Self.verdict(SessionSummary()).line == "played 12.3 s, 0 underruns: passed")
    }

    @Test(
        "names the source that played at the end, and counts the changes",
        arguments: [
            ([nil, "a"], nil, 0, nil), ([nil, "b"], "b", 1, "then b"),
            (["b", "b", nil, "a", "c"], "c", 3, "then 3 sources, last c"),
        ] as [([String?], String?, Int, String?)])
    func sources(started: [String?], last: String?, count: Int, words: String?) {
        var summary = SessionSummary()
        summary.note(Self.record("session.began", at: 0, ["source": "a"]))
        for source in started {
            summary.note(
                Self.record(
                    "session.connecting", at: 1, source.map { ["source": .string($0)] } ?? [:]))
        }
        #expect(summary.source == "a" && summary.laterSources == words)
        let json = Self.verdict(summary).json
        #expect(json["lastSource"] == last.map { .string($0) })
        #expect(json["sourceChanges"] == (last == nil ? nil : .integer(Int64(count))))
    }

    @Test("counts beacons, but for those of earlier sessions, and fails if one is given up")
    func beacons() {
        var summary = SessionSummary()
        for event in ["queued", "queued", "retried", "confirmed", "gaveUp"] {
            summary.note(Self.record("tracking.\(event)", at: 1, ["kind": "start"]))
            summary.note(Self.record("tracking.\(event)", at: 1, ["earlier": true]))
        }
        let verdict = Self.verdict(summary)
        #expect(
            verdict.json["beacons"]?.description
                == #"{"queued":2,"confirmed":1,"retried":1,"gaveUp":1}"#)
        #expect(verdict.shortfall == "1 beacon not delivered")
    }

    @Test(
        "has a failure in its JUnit document for each reason without a test case of its own",
        arguments: [
            ([record("tracking.gaveUp", at: 1, ["reason": "503"])], "1 beacon not delivered"),
            ([cut(1)], "the file of 1 spot is cut off"),
            ([cut(1), cut(2)], "the files of 2 spots are cut off"),
            (
                [record("session.warning", at: 0, ["list": true, "reason": "it is not there"])],
                "a list of breaks was not played whole"
            ),
            (
                [record("slot.failed", at: 0, ["bumper": "in", "reason": "it is not there"])],
                "a bumper or the slate failed"
            ),
            (
                [
                    record(
                        "break.dropped", at: 1,
                        [
                            "reason": "noSpots", "streamFrame": 0, "code": 301,
                            "cause": "no answer",
                        ])
                ], "1 break left out because ad servers failed"
            ),
            (
                Array(repeating: record("slot.completed", at: 1), count: SessionSummary.limit)
                    + [record("slot.failed", at: 1)], "1 spot failed"
            ),
        ] as [([EventRecord], String)])
    func sessionCase(records: [EventRecord], words: String) {
        var summary = SessionSummary()
        for record in records { summary.note(record) }
        let junit = Self.verdict(summary).junit
        #expect(Self.verdict(summary).json["verdict"] == "failed")
        #expect(junit.contains(#" failures="1" "#))
        #expect(
            junit.contains(
                """
                <testcase classname="interlude.session" name="session" time="12.340">\
                <failure message="\(words)">\(words)</failure></testcase>
                """))
    }

    @Test("names the file of a spot that is cut off in the test case of that spot")
    func cutCase() {
        var summary = SessionSummary()
        for record in [
            Self.cut(1), Self.record("slot.completed", at: 2, ["slot": 1]),
            Self.record("slot.completed", at: 3, ["slot": 2]),
        ] { summary.note(record) }
        let junit = Self.verdict(summary).junit
        #expect(junit.contains(#"tests="3" failures="1""#))
        #expect(
            junit.contains(
                """
                <testcase classname="interlude.spots" name="slot 1" time="0.000">\
                <failure message="cut off">cut off</failure></testcase>
                """))
    }

    @Test("numbers the test cases of its JUnit document that have the same name")
    func repeated() {
        let cases = ["a", "b", "a"].map {
            JUnitCase(group: "expectations", name: $0, time: .zero, result: .passed)
        }
        let others = [JUnitCase(group: "breaks", name: "a", time: .zero, result: .passed)]
        #expect(JUnitCase.numbered(cases + others).map(\.name) == ["a", "b", "a (2)", "a"])
    }

    @Test("fails if a signal has ended the session early")
    func interrupted() {
        let verdict = SessionVerdict(
            SessionSummary(), played: .seconds(4), end: .asked, interruptedOf: .seconds(30))
        #expect(
            verdict.line
                == "played 4.0 s, 0 underruns: failed (a signal ended it before its 30.0 s)")
        #expect(verdict.shortfall == "a signal ended it before its 30.0 s")
        #expect(verdict.junit.contains(#"failures="1""#))
    }

    @Test("counts the breaks of the stream that no spot filled, which fail nothing")
    func leftOut() {
        var summary = Self.summary()
        for (reason, fields) in [
            ("nothingFits", ["streamFrame": 48_000, "duration": 9.984]),
            ("nothingFits", ["streamFrame": 96_000]), ("nothingFits", [:]),
            ("afterEnd", ["streamFrame": 144_000]),
        ] as [(JSONValue, KeyValuePairs<String, JSONValue>)] {
            var record = Self.record("break.dropped", at: 8, fields)
            record.fields.append(JSONMember("reason", reason))
            summary.note(record)
        }
        let verdict = Self.verdict(summary)
        #expect(verdict.line.hasPrefix("played 12.3 s, 1 break, 2 breaks left out, 1 spot, "))
        #expect(verdict.json["breaksLeftOut"] == 2)
        #expect(verdict.junit.contains(#"failures="1" errors="0" skipped="2""#))
        #expect(
            verdict.junit.contains(
                """
                <testcase classname="interlude.breaks" name="break left out at stream time 1.000 s" \
                time="0.000"><skipped message="no spot fits its 9.984 s"/></testcase>
                <testcase classname="interlude.breaks" name="break left out at stream time 2.000 s" \
                time="0.000"><skipped message="no spot fits it"/></testcase>
                """))
    }

    @Test(
        "fails if a spot failed, a push was not reached, or the session failed",
        arguments: [
            (false, 0, nil), (true, 0, "1 spot failed"), (false, 1, "1 push was not reached"),
            (true, 2, "1 spot failed, 2 pushes were not reached"),
        ] as [(Bool, Int, String?)])
    func shortfall(fails: Bool, unreachedCount: Int, words: String?) {
        var summary = SessionSummary()
        if fails { summary.note(Self.record("slot.failed", at: 1, ["slot": 1])) }
        let verdict = Self.verdict(
            summary, unreached: Array(repeating: .seconds(90), count: unreachedCount))
        #expect(verdict.shortfall == words)
        #expect(verdict.json["verdict"] == (words == nil ? "passed" : "failed"))
        let lost = Self.verdict(
            summary, end: .failed(SessionFailure(.unreachable, "it is gone")))
        #expect(lost.json["verdict"] == "failed")
        #expect(lost.json["reasons"]?.description.hasPrefix(#"["it is gone""#) == true)
    }

    @Test(
        "fails if the session ended before its first source was heard",
        arguments: [
            (["session.connecting"], "the source was not heard"),
            (["session.connecting", "session.connecting"], "the source was not heard"),
            (["session.connecting", "session.paused"], nil),
            (["session.connecting", "session.playing", "session.connecting"], nil),
        ] as [([String], String?)])
    func unheardSource(states: [String], words: String?) {
        var summary = SessionSummary()
        for state in states + ["session.stopped"] { summary.note(Self.record(state, at: 0)) }
        let verdict = Self.verdict(summary)
        #expect(verdict.shortfall == words)
        #expect(verdict.line.hasSuffix(words.map { "failed (\($0))" } ?? "passed"))
        #expect(verdict.junit.contains(#"failures="\#(words == nil ? 0 : 1)""#))
        let failed = Self.verdict(summary, end: .failed(SessionFailure(.unreachable, "gone")))
        #expect(failed.shortfall == nil)
        #expect(failed.line.hasSuffix("failed (gone)"))
    }

    @Test("fails if something expected was not heard, and says what was heard instead")
    func expectations() {
        var verdict = Self.verdict(SessionSummary())
        verdict.expectations = [ExpectationResult(name: "1 break")]
        #expect(verdict.unmetExpectations == nil)
        #expect(verdict.json["verdict"] == "passed")
        for name in ["a", "<b>", "c", "d", "e", "f", "g"] {
            verdict.expectations.append(ExpectationResult(name: name, deviation: "not heard"))
        }
        #expect(
            verdict.unmetExpectations
                == "a: not heard; <b>: not heard; c: not heard; d: not heard; e: not heard; "
                + "and 2 more")
        #expect(verdict.line.hasSuffix(": failed (7 of 8 expectations not met)"))
        #expect(verdict.shortfall == nil)
        #expect(
            verdict.json["expectations"]?.description.hasPrefix(
                #"[{"expected":"1 break","met":true},{"expected":"a","met":false,"heard":"not "#)
                == true)
        #expect(verdict.junit.contains(#"tests="9" failures="7""#))
        #expect(
            verdict.junit.contains(
                """
                <testcase classname="interlude.expectations" name="1 break" time="0.000"/>
                <testcase classname="interlude.expectations" name="a" time="0.000">\
                <failure message="not heard">not heard</failure></testcase>
                <testcase classname="interlude.expectations" name="&lt;b&gt;" time="0.000">
                """))
    }

    @Test("is JSON with a version, the counts, and each break and spot")
    func json() {
        #expect(
            Self.verdict(Self.summary(), unreached: [.seconds(90)]).json.description == """
                {"interludeSummary":1,"verdict":"failed","reasons":["1 spot failed",\
                "1 push was not reached"],"version":"0.1.0","source":"live.mp3","played":12.34,\
                "breaks":1,"breaksLeftOut":0,"spots":{"tried":0,"started":1,"completed":1,\
                "skipped":0,"failed":1,"notUsed":0,"credited":0,"cutOff":0,"failedByCode":{"401":1}},\
                "beacons":{"queued":0,"confirmed":0,"retried":0,"gaveUp":0},\
                "decisions":{"requested":0,"received":0,"noAd":0,"failed":0},"adSeconds":5,\
                "worstGap":12.5,"underruns":{"stream":1,"device":2},\
                "pushesNotReached":[90],"breakList":[{"break":1,"start":2,"end":7,"worstGap":12.5}],\
                "spotList":[{"break":1,"slot":2,"spot":2,"title":"Tea","outcome":"failed",\
                "code":401,"reason":"it is <not> there"},{"break":1,"slot":1,"spot":1,\
                "adId":"camp-4711","title":"Tea","outcome":"completed","start":2,"seconds":5}],\
                "notListed":0}
                """)
    }

    @Test("is JUnit XML with a test case for each break and spot")
    func junit() {
        #expect(
            Self.verdict(Self.summary(), unreached: [.seconds(90)]).junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites>
                <testsuite name="interlude play" tests="5" failures="2" errors="0" skipped="0" \
                time="12.340">
                <testcase classname="interlude.session" name="live.mp3" time="12.340"/>
                <testcase classname="interlude.pushes" name="push at 90.000 s" time="0.000">\
                <failure message="the session ended at 12.340 s">the session ended at 12.340 s\
                </failure></testcase>
                <testcase classname="interlude.breaks" name="break 1 at 2.000 s" time="5.000"/>
                <testcase classname="interlude.break 1" name="spot 2, slot 2, Tea" time="0.000">\
                <failure message="it is &lt;not&gt; there (401)">it is &lt;not&gt; there (401)\
                </failure></testcase>
                <testcase classname="interlude.break 1" name="spot 1, slot 1, camp-4711, Tea" \
                time="5.000"/>
                </testsuite>
                </testsuites>

                """)
    }

    @Test(
        "is well-formed XML for any title",
        arguments: [
            "</testcase>", "\"'><&amp;]]>", "\u{0}\u{1B}[31m\u{FFFE}\u{FFFF}", "a\nb\tc\r",
            "\u{202E}evil", "👩‍👩‍👧", String(repeating: "&", count: 5_000),
        ])
    func wellFormed(title: String) throws {
        let text = Self.verdict(Self.summary(title: title)).junit
        var caseCount = 0
        try XMLDocument.read(Array(text.utf8)) { event in
            if case .start(let name, _) = event, name == "testcase" { caseCount += 1 }
            return true
        }
        #expect(caseCount == 4)
    }

    @Test("lists a bounded number of spots, and counts all")
    func bounded() {
        var summary = SessionSummary()
        for slot in 1...5_000 {
            summary.note(Self.record("slot.failed", at: 1, ["slot": .integer(Int64(slot))]))
        }
        #expect(summary.spots.count == SessionSummary.limit)
        #expect(summary.unlistedCount == 5_000 - SessionSummary.limit)
        #expect(Self.verdict(summary).shortfall == "5000 spots failed")
    }
}
