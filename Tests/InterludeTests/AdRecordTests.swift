import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("The line of the event log for an advertisement")
struct AdRecordTests {
    /// The part of the line after its frame.
    private static func details(
        _ kind: AdEvent.Kind, breakID: Int? = 4, slot: UInt64? = nil, spot: Advertisement? = nil
    ) -> String {
        let event = AdEvent(
            kind: kind, frame: FrameTime(72_000), breakID: breakID.map { BreakID($0) },
            slot: slot.map { PlayToken($0) }, spot: spot)
        let line = EventRecord(event).json.description
        let start = #"{"event":"\#(event.name)","t":1.5,"frame":72000"#
        #expect(line.hasPrefix(start))
        return String(line.dropFirst(start.count))
    }

    private static let tally: BreakTally = {
        var tally = BreakTally()
        (tally.played, tally.skipped, tally.failed) = (1, 2, 3)
        (tally.credited, tally.notUsed) = (4, 5)
        return tally
    }()

    private static let counts = #""played":1,"skipped":2,"failed":3,"credited":4,"notUsed":5"#

    @Test(
        "for a break has its number, its spots and what became of them",
        arguments: [
            (.breakAnnounced(spotCount: 3), #","spots":3"#), (.breakResolving, ""),
            (.breakReady, ""), (.breakStarted, ""),
            (.breakExtended(spotCount: 2), #","spots":2"#),
            (.breakEnded(tally), ",\(counts)"),
            (.breakCancelled(tally, .credited), #",\#(counts),"reason":"credited""#),
            (.breakDropped(spotCount: 9, .queueFull), #","spots":9,"reason":"queueFull""#),
        ] as [(AdEvent.Kind, String)])
    func breaks(kind: AdEvent.Kind, details: String) {
        #expect(Self.details(kind) == #","break":4\#(details)}"#)
    }

    @Test(
        "for a spot says what happened to it, and which one it is",
        arguments: [
            (.slotLoading, ""),
            (.slotLoaded(frameCount: 48_000, nil), #","frames":48000,"duration":1"#),
            (
                .slotLoaded(
                    frameCount: 24_000, SpotLoudness(integrated: -20.5, truePeak: -1.5)),
                #","frames":24000,"duration":0.5,"loudness":-20.5,"truePeak":-1.5"#
            ),
            (.slotStarted(decibels: nil), ""), (.slotStarted(decibels: -3), #","gain":-3"#),
            (.slotFirstAudible, ""), (.slotCompleted, ""),
            (.slotSkipped(.listener), #","reason":"listener""#),
            (.slotNotUsed(.expired), #","reason":"expired""#),
        ] as [(AdEvent.Kind, String)])
    func spots(kind: AdEvent.Kind, details: String) {
        let spot = Advertisement(id: 7, title: "Tea", audioFileURL: "tea.mp3")
        #expect(
            Self.details(kind, slot: 2, spot: spot)
                == #","break":4,"slot":2,"spot":7\#(details),"title":"Tea","url":"tea.mp3"}"#)
    }

    @Test("for a spot that failed has the words of the failure, or else its kind")
    func failures() {
        let spot = Advertisement(id: 7, title: "Tea", audioFileURL: "tea.mp3")
        for (words, shown) in [("it is gone", "it is gone"), ("", "notFound")] {
            let failure = SpotFailure(.notFound, words)
            let line = Self.details(.slotFailed(failure), slot: 2, spot: spot)
            #expect(line.contains(#""code":401,"reason":"\#(shown)""#))
        }
    }

    @Test("bounds the title of a spot, and has no number of a break that there is not")
    func bounds() throws {
        let spot = Advertisement(
            id: 7, title: String(repeating: "a", count: 600), audioFileURL: "tea.mp3")
        let record = EventRecord(
            AdEvent(kind: .slotLoading, frame: .zero, slot: PlayToken(1), spot: spot))
        guard case .string(let title)? = record["title"] else {
            Issue.record("there is no title")
            return
        }
        #expect(title.unicodeScalars.count == 500)
        #expect(record["break"] == nil)
    }
}

@Suite("The measurement of a break")
struct LatencyLogTests {
    private static func event(_ kind: AdEvent.Kind, _ slot: UInt64? = nil, at frame: Int) -> AdEvent
    {
        AdEvent(
            kind: kind, frame: FrameTime(Int64(frame)), breakID: BreakID(1),
            slot: slot.map { PlayToken($0) })
    }

    @Test("has the times from the cue to the ads and from them to the stream, and the gaps between")
    func whole() {
        var log = LatencyLog()
        let events = [
            Self.event(.breakAnnounced(spotCount: 2), at: 4800),
            Self.event(.breakStarted, at: 9600),
            Self.event(.slotStarted(decibels: nil), 1, at: 9600),
            Self.event(.slotCompleted, 1, at: 14_400),
            Self.event(.slotStarted(decibels: nil), 2, at: 14_448),
            Self.event(.slotSkipped(.listener), 2, at: 19_200),
        ]
        for event in events { #expect(log.note(event, lag: 480).isEmpty) }
        let tally = BreakTally()
        #expect(log.streamReturned(at: FrameTime(19_296), lag: 960).isEmpty)
        let records = log.note(Self.event(.breakEnded(tally), at: 24_000), lag: 4800)
        #expect(
            records.map(\.json.description) == [
                #"{"event":"latency","t":0.5,"frame":24000,"break":1,"cueToMute":100,"#
                    + #""cueToAd":100,"gaps":[1],"adToStream":2,"lagBefore":10,"lagAfter":20}"#
            ])
        #expect(log.finish(at: FrameTime(48_000), lag: 0).isEmpty)
    }

    @Test("is complete once the break is over and the stream is back, in either order")
    func order() {
        var log = LatencyLog()
        let ended = AdEvent.Kind.breakEnded(BreakTally())
        for event in [
            Self.event(.breakAnnounced(spotCount: 1), at: 0),
            Self.event(.slotStarted(decibels: nil), 1, at: 0),
            Self.event(.slotFailed(SpotFailure(.notFound, "")), 1, at: 480),
            Self.event(ended, at: 480),
        ] { #expect(log.note(event, lag: nil).isEmpty) }
        #expect(log.streamReturned(at: FrameTime(960), lag: nil).count == 1)
        #expect(log.streamReturned(at: FrameTime(1440), lag: nil).isEmpty)
    }
}
