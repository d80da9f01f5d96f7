import Interlude
import MediaTime
import TestFiles
import Testing

@testable import SessionReports

@Suite("The page of a session")
struct SessionReportTests {
    @Test("equals the kept text")
    func golden() throws {
        let lines = ExampleLog.report.html.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        let kept = try KeptText("session-report", recording: lines)
        #expect(lines == kept.lines)
    }

    @Test("loads nothing from elsewhere, and runs no scripts")
    func selfContained() {
        let html = ExampleLog.report.html
        for word in ["<script", "http:", "https:", "src=", "@import", "url("] {
            #expect(!html.contains(word), "\(word)")
        }
    }

    @Test("counts the time to a spot from the cue of its break, which may be announced ahead")
    func cues() {
        var account = SessionAccount()
        let ids: KeyValuePairs<String, JSONValue> = ["break": 1, "slot": 1, "spot": 1]
        account.note(EventRecord("break.announced", at: FrameTime(480_000), ["break": 1]))
        account.note(EventRecord("slot.loaded", at: FrameTime(480_000), ids))
        account.note(EventRecord("slot.started", at: FrameTime(960_480), ids))
        account.note(EventRecord("slot.firstAudible", at: FrameTime(960_960), ids))
        account.note(
            EventRecord(
                "latency", at: FrameTime(1_440_000), ["break": 1, "cueToAd": 10, "gaps": []]))
        #expect(account.breaks.map(\.cue) == [FrameTime(960_000)])
        let html = report(of: account).html
        #expect(html.contains(#"<td data-name="cue (s)">20.000</td>"#))
        #expect(html.contains(#"<td data-name="of it loading (ms)">0.00</td>"#))
        #expect(html.contains(#"<td data-name="to first audible (ms)">20.00</td>"#))
    }

    @Test("writes foreign names as text")
    func escaped() {
        let html = ExampleLog.report.html
        #expect(html.contains("Tea &amp; &lt;cake&gt;"))
        #expect(html.contains("&lt;nothing&gt; there"))
        #expect(!html.contains("<nothing>"))
    }

    @Test("shows at a glance what went wrong")
    func verdicts() {
        let html = ExampleLog.report.html
        #expect(html.contains(#"<div class="tile bad"><b>3 <small>frames</small></b>"#))
        #expect(html.contains(#"<div class="tile bad"><b>1</b><span>underruns"#))
        #expect(html.contains(#"<div class="tile good"><b>0</b><span>losses of the stream"#))
    }

    @Test("begins with the verdict and its reasons, and with the date of a real clock")
    func judgement() {
        let html = ExampleLog.report.html
        #expect(html.contains("<section class=\"verdict bad\">\n<h2>Failed</h2>"))
        #expect(html.contains("1 spot failed. Played 10.0 s"))
        #expect(html.contains("<li><bdi>spot 2: &lt;nothing&gt; there</bdi></li>"))
        #expect(!html.contains("began "))
        var dated = ExampleLog.report
        dated.verdict.summary.note(
            EventRecord("session.began", at: .zero, ["startTime": "2026-03-14T09:26:53Z"]))
        #expect(dated.html.contains("<p>began 14 March 2026, 09:26:53 UTC · "))
    }

    @Test(
        "counts each fault in its tile",
        arguments: [
            (EventRecord("stream.underrun", at: .zero, ["streamFrame": 9]), "underruns"),
            (EventRecord("stream.underrun", at: .zero, ["device": true, "count": 1]), "underruns"),
            (EventRecord("sink.late", at: .zero, ["frames": 9]), "late changes"),
            (
                EventRecord("session.reconnecting", at: .zero),
                "losses of the stream or the output"
            ),
            (EventRecord("sink.lost", at: .zero), "losses of the stream or the output"),
        ])
    func faults(record: EventRecord, words: String) {
        var account = SessionAccount()
        account.note(record)
        let html = report(of: account).html
        #expect(html.contains("<div class=\"tile bad\"><b>1</b><span>\(words)</span></div>"))
        #expect(html.ranges(of: "tile bad").count == 1)
    }

    @Test("is content with joints only if no frame is missing at any", arguments: [0, 1])
    func gaps(frameCount: Int64) {
        var account = SessionAccount()
        account.note(EventRecord("session.playing", at: .zero, ["streamFrame": 0]))
        account.note(EventRecord("break.announced", at: .zero, ["break": 1]))
        account.note(
            EventRecord(
                "slot.started", at: FrameTime(48_000 + frameCount),
                ["break": 1, "slot": 1, "spot": 1]))
        account.note(
            EventRecord(
                "stream.muted", at: FrameTime(48_000), ["by": "break", "streamFrame": 48_000]))
        let verdict = frameCount == 0 ? "good" : "bad"
        let tile = "<div class=\"tile \(verdict)\"><b>\(frameCount) <small>frames</small></b>"
        #expect(report(of: account).html.contains(tile))
    }

    @Test(
        "shows at most twelve breaks close up, and says how many more there are",
        arguments: [(1, nil), (12, nil), (15, "<p>3 more are in the tables.</p>")])
    func closeUps(breakCount: Int, rest: String?) {
        var account = SessionAccount()
        for number in 1...breakCount {
            let start = FrameTime(Int64(number) * 96_000)
            let ids: KeyValuePairs<String, JSONValue> = [
                "break": .integer(Int64(number)), "slot": .integer(Int64(number)), "spot": 1,
            ]
            account.note(
                EventRecord("break.announced", at: start, ["break": .integer(Int64(number))]))
            account.note(EventRecord("slot.started", at: start, ids))
            account.note(EventRecord("slot.completed", at: start + 48_000, ids))
        }
        let html = report(of: account).html
        #expect(html.ranges(of: "around break").count == min(breakCount, 12))
        #expect(html.contains("more are in the tables") == (rest != nil))
        if let rest { #expect(html.contains(rest)) }
    }

    private func report(of account: SessionAccount) -> SessionReport {
        SessionReport(
            facts: ["live"], account: account, levels: LevelHistory(),
            verdict: SessionVerdict(SessionSummary(), played: .zero, end: .asked),
            version: "0.1.0")
    }

    @Test(
        "draws no more columns of levels than fit beside one another",
        arguments: [(1, 1), (565, 565), (566, 283), (1130, 565), (1131, 377), (20_000, 556)])
    func columns(levelCount: Int, columnCount: Int) throws {
        var levels = LevelHistory()
        for number in 0..<levelCount {
            levels.add(
                HeardLevel(
                    range: FrameRange(FrameTime(Int64(number * 4800)), count: 4800),
                    loudness: -20, truePeak: -10))
        }
        let plot = LevelPlot(
            title: "Levels", history: levels,
            range: FrameRange(.zero, count: levelCount * 4800), spots: [], troubles: [])
        let path = try #require(plot.svg.split(separator: "\n").first { $0.contains("\"level\"") })
        // The path ends with its corners at the bottom.
        #expect(path.count { $0 == "L" || $0 == "M" } == columnCount + 2)
    }

    @Test("exists for a session that failed before anything was heard")
    func failed() {
        let failure = SessionFailure(.unreachable, "live: nobody answers; try again")
        let html = SessionReport(
            facts: ["live"], account: SessionAccount(), levels: LevelHistory(),
            verdict: SessionVerdict(SessionSummary(), played: .zero, end: .failed(failure)),
            version: "0.1.0"
        ).html
        #expect(html.contains("The session failed: live: nobody answers; try again"))
        #expect(!html.contains("<svg"))
    }

    @Test(
        "has a time axis with a few round times on it",
        arguments: [
            (0, 48_000, ["0.00 s", "0.20 s", "0.40 s", "0.60 s", "0.80 s", "1.00 s"]),
            (0, 2_400_000, ["0:00", "0:10", "0:20", "0:30", "0:40", "0:50"]),
            (480_000, 768_000, ["0:10", "0:11", "0:12", "0:13", "0:14", "0:15", "0:16"]),
            (0, 172_800_000, ["0:00", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00"]),
        ] as [(Int64, Int64, [String])])
    func axis(start: Int64, end: Int64, words: [String]) {
        let scale = TimeScale(range: FrameRange(FrameTime(start), FrameTime(end)), length: 800)
        #expect(scale.ticks.map(\.words) == words)
        #expect(scale.position(of: FrameTime(start)) == 0)
        #expect(scale.position(of: FrameTime(end)) == 800)
    }
}
