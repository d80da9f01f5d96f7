import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Testing

@testable import Interlude

@Suite("The line of the event log")
struct PodRecordTests {
    private static let stop = TruexStop.ID(pod: "b", ad: 1)

    private static func line(_ line: TruexLog) -> String {
        EventRecord(line, at: FrameTime(48_000)).json.description
            .replacing(#""t":1,"frame":48000,"#, with: "")
    }

    @Test(
        "for an event of an interactive ad names the ad, the renderer and the details",
        arguments: [
            (.adStarted(campaignName: "Tea"), "started", #","campaign":"Tea""#),
            (.optIn(campaignName: "Tea", adID: 7), "optIn", #","campaign":"Tea","adId":7"#),
            (.optOut(.countdown), "optOut", #","by":"countdown""#),
            (.adCompleted(timeSpent: 9), "completed", #","timeSpent":9"#),
            (.adError("no"), "error", #","reason":"no""#),
            (.popupWebsite("http://a.example/"), "popup", #","url":"http://a.example/""#),
            (.video(.secondQuartile), "video", #","progress":"secondQuartile""#),
            (.adFreePod, "adFreePod", ""), (.noAdsAvailable, "noAds", ""),
        ] as [(TruexEvent, String, String)])
    func renderer(event: TruexEvent, name: String, details: String) {
        #expect(
            Self.line(.renderer(Self.stop, TruexToken(3), event))
                == #"{"event":"truex.\#(name)","break":"b","ad":2,"renderer":3\#(details)}"#)
    }

    @Test("for a pod says where the stream goes on")
    func pods() {
        var tally = BreakTally()
        (tally.played, tally.skipped, tally.failed) = (1, 2, 3)
        (tally.credited, tally.notUsed) = (4, 5)
        let (from, to) = (FrameTime(24_000), FrameTime(96_000))
        let expected: [(TruexLog, String)] = [
            (.breakStarted("b"), #"{"event":"break.started","break":"b"}"#),
            (
                .breakEnded("b", tally),
                #"{"event":"break.ended","break":"b","played":1,"skipped":2,"failed":3,"credited":4,"notUsed":5}"#
            ),
            (.slotCredited("b", ad: 0), #"{"event":"slot.credited","break":"b","ad":1}"#),
            (
                .skipped(.pod, of: "b", from: from, to: to, .oldest),
                #"{"event":"pod.skipped","break":"b","from":0.5,"to":2,"route":"oldest"}"#
            ),
            (
                .fillerStarted("b", until: to),
                #"{"event":"truex.fillerStarted","break":"b","until":2}"#
            ),
            (
                .timedOut(Self.stop, TruexToken(3), .start),
                #"{"event":"truex.timedOut","break":"b","ad":2,"renderer":3,"deadline":"start"}"#
            ),
            (
                .snappedBack("b", target: to),
                #"{"event":"truex.snappedBack","break":"b","target":2}"#
            ),
        ]
        for (log, line) in expected { #expect(Self.line(log) == line) }
    }

    @Test("hides the password of an address, also in a field that is added, and is bounded")
    func texts() {
        var record = EventRecord(
            "a", at: .zero, ["url": "http://ann:secret@a.example/", "list": ["http://u:p@b/"]])
        record.add("other", "http://ann:secret@b.example/")
        record.fields.append(JSONMember("more", "http://ann:secret@c.example/"))
        #expect(!record.json.description.contains("secret"))
        let long = EventRecord("a", at: .zero, ["x": .string(String(repeating: "a", count: 9000))])
        guard case .string(let text)? = long["x"] else {
            Issue.record("no text")
            return
        }
        #expect(text.unicodeScalars.count == 8192)
        #expect(long["y"] == nil)
    }
}

@Suite("A view of an interactive ad")
struct ViewTimeTests {
    private static func card(_ left: TruexTimer?) -> TruexView {
        .choiceCard(
            .init(
                campaignName: "Tea", texts: .init(), images: .init(), voiceOver: [], left: left,
                buttons: .enabled, attention: nil))
    }

    private static func unit(_ left: TruexTimer) -> TruexView {
        .engagement(
            .init(
                campaignName: "Tea", creative: "", attentionLeft: left, interaction: .met,
                exit: .done, step: nil))
    }

    @Test(
        "counts down with the output, never below zero",
        arguments: [(5.0, -1.0, 3.0), (1, -1, 0), (5, 0, 5), (5, 1, 7)])
    func timers(seconds: Double, rate: Double, expected: Double) {
        let timer = TruexTimer(seconds: seconds, rate: rate)
        let later = TruexTimer(seconds: expected, rate: rate)
        #expect(Self.card(timer).after(frames: 96_000) == Self.card(later))
        #expect(Self.unit(timer).after(frames: 96_000) == Self.unit(later))
    }

    @Test("without a time of its own stays as it is")
    func timeless() {
        for view in [Self.card(nil), .loading, .nothing, .cancelPrompt, .popup("x")] {
            #expect(view.after(frames: 96_000) == view)
        }
    }

    @Test("is in the status for scripts")
    func summary() {
        var status = PlayerStatus(state: .playing, source: "a")
        let timer = TruexTimer(seconds: 2.5, rate: -1)
        let expected: [(TruexView, String)] = [
            (.loading, #"{"view":"loading","left":null,"exit":null}"#),
            (Self.card(timer), #"{"view":"choiceCard","left":2.5,"exit":null}"#),
            (Self.card(nil), #"{"view":"choiceCard","left":null,"exit":null}"#),
            (Self.unit(timer), #"{"view":"engagement","left":2.5,"exit":"done"}"#),
            (.cancelPrompt, #"{"view":"cancelPrompt","left":null,"exit":null}"#),
            (.popup("x"), #"{"view":"popup","left":null,"exit":null}"#),
        ]
        for (view, text) in expected {
            status.truex = view
            #expect(status.json["truex"]?.description == text)
        }
    }
}
