import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("What an event log proves")
struct LogProofTests {
    @Test("each line about a spot has its title, and its address without a password")
    func spots() {
        var session = SessionHarness()
        session.hear(1_000)
        session.command(
            .push([
                Advertisement(
                    id: 0, title: String(repeating: "t", count: 1_000),
                    audioFileURL: "http://ad:secret@a.example/tea.mp3")
            ]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 4_800)))
        session.hear(10_000)
        let lines = session.records.filter { $0.event.hasPrefix("slot.") }
        #expect(lines.map(\.event).contains("slot.completed"))
        for line in lines {
            #expect(line["url"] == "http://***@a.example/tea.mp3")
            guard case .string(let title)? = line["title"] else {
                Issue.record("\(line.event) has no title")
                continue
            }
            #expect(title.unicodeScalars.count <= 500)
        }
    }

    @Test("the first line has version, source and options, and in real time when it began")
    func label() throws {
        var configuration = SessionConfiguration(source: "http://a.example/live")
        configuration.duration = .seconds(2)
        #expect(SessionHarness(configuration).records.first?.event == "session.connecting")
        configuration.label = SessionLabel(version: "1.2", sink: "null", clock: "virtual")
        #expect(
            SessionHarness(configuration).records.first?.json.description == """
                {"event":"session.began","t":0,"frame":0,"version":"1.2",\
                "source":"http://a.example/live","options":{"sink":"null","clock":"virtual",\
                "break":"mute","resume":"live","matchLoudness":"match","fade":0.008,"start":0,\
                "duration":2,"giveUp":60,"pushes":0,"cues":"icy,hls,scte35,id3","fill":0}}
                """)
        // As in the recordings of earlier versions.
        configuration.markers = nil
        let earlier = SessionHarness(configuration).records.first?.json.description
        #expect(earlier?.hasSuffix(#""giveUp":60,"pushes":0}}"#) == true)
        configuration.label?.startTime = "2026-11-24T02:52:00Z"
        let session = SessionHarness(configuration)
        #expect(session.records.first?["startTime"] == "2026-11-24T02:52:00Z")
        var replayed: [EventRecord] = []
        let recording = try session.events.reduce(
            SessionRecording.line(SessionRecording.Header(session.configuration))
        ) { try $0 + SessionRecording.line($1) }
        try SessionRecording.replay(recording, named: "label") { replayed.append($0) }
        #expect(replayed == session.records)
    }

    @Test("breaks of pushed spots and pods of a schedule have numbers of one kind")
    func breakNumbers() {
        var numbers = BreakNumbers()
        var given: [String] = []
        for id in [1, "pod-1", "pod-1", 2, "1", 1, "pod-1"] as [JSONValue] {
            var record = EventRecord("break.started", at: .zero, ["break": id, "spots": 1])
            numbers.number(&record)
            let pod = record["pod"].map { " \($0)" } ?? ""
            given.append("\(record["break"] ?? .null)\(pod)")
        }
        #expect(
            given == [
                "1", #"2 "pod-1""#, #"2 "pod-1""#, "3", #"4 "1""#, "1", #"2 "pod-1""#,
            ])
        #expect(numbers.number(of: BreakID(2)) == 3)
        #expect(numbers.number(of: BreakID(7)) == nil)
    }

    @Test("the numbers of the last 1024 breaks are known")
    func latestBreaks() {
        var numbers = BreakNumbers()
        for id in 1...1024 as ClosedRange<Int64> {
            var record = EventRecord("break.started", at: .zero, ["break": .integer(id)])
            numbers.number(&record)
        }
        #expect(numbers.number(of: BreakID(1)) == 1)
        var record = EventRecord("break.started", at: .zero, ["break": 1025])
        numbers.number(&record)
        #expect(numbers.number(of: BreakID(1)) == nil)
        #expect(numbers.number(of: BreakID(2)) == 2)
    }
}
