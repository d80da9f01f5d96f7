import AudioMixing
import MediaTime
import PCMAudio
import Testing

@testable import Playout

@Suite("The output timeline")
struct OutputTimelineTests {
    private static let stream = Voice.stream(generation: 1)
    private static let spot = Voice.spot(token: 1)

    private static func clip(
        _ voice: Voice, _ output: Range<Int64>, from source: Int64 = 0,
        as role: PlannedClip.Role = .playing, gain: Float = 1
    ) -> PlannedClip {
        PlannedClip(
            voice: voice,
            output: FrameRange(FrameTime(output.lowerBound), FrameTime(output.upperBound)),
            sourceStart: FrameTime(source), envelope: Envelope(level: .constant(0.5)),
            gain: gain, role: role)
    }

    private static func timeline(_ clips: PlannedClip...) -> OutputTimeline {
        var timeline = OutputTimeline()
        for clip in clips { timeline.add(clip) }
        return timeline
    }

    private static func outputs(_ timeline: OutputTimeline) -> [Range<Int64>] {
        timeline.clips.map { $0.output.start.frames..<$0.output.end.frames }
    }

    private static func range(_ range: Range<Int64>) -> FrameRange {
        FrameRange(FrameTime(range.lowerBound), FrameTime(range.upperBound))
    }

    @Test("keeps no empty clip")
    func empty() {
        #expect(Self.timeline(Self.clip(Self.stream, 5..<5)).clips.isEmpty)
        #expect(Self.timeline(Self.clip(Self.stream, 5..<6)).clips.count == 1)
    }

    @Test(
        "is cut at a frame, from which nothing is left",
        arguments: [
            (0, []), (50, [0..<50]), (100, [0..<100]), (101, [0..<100, 100..<101]),
            (200, [0..<100, 100..<200]), (500, [0..<100, 100..<200]),
        ] as [(Int64, [Range<Int64>])])
    func cut(frame: Int64, left: [Range<Int64>]) {
        var timeline = Self.timeline(
            Self.clip(Self.stream, 0..<100), Self.clip(Self.spot, 100..<200))
        timeline.limit(Self.range(0..<100))
        timeline.limit(Self.range(100_000..<100_100))
        timeline.cut(at: FrameTime(frame))
        #expect(Self.outputs(timeline) == left)
        let limited = timeline.limited.map { $0.start.frames..<$0.end.frames }
        #expect(limited == (frame == 0 ? [] : [0..<min(frame, 100)]))
    }

    @Test("is cut at the beginning of where it is limited")
    func cutLimit() {
        var timeline = OutputTimeline()
        timeline.limit(Self.range(50..<100))
        timeline.cut(at: FrameTime(50))
        #expect(timeline.limited.isEmpty)
    }

    @Test(
        "ends one voice, and leaves the others",
        arguments: [
            (0, [0..<300]), (50, [0..<50, 0..<300]), (100, [0..<100, 0..<300]),
            (150, [0..<100, 0..<300, 100..<150]), (200, [0..<100, 0..<300, 100..<200]),
        ] as [(Int64, [Range<Int64>])])
    func end(frame: Int64, left: [Range<Int64>]) {
        var timeline = Self.timeline(
            Self.clip(Self.stream, 0..<100), Self.clip(Self.spot, 0..<300),
            Self.clip(Self.stream, 100..<200))
        timeline.end(Self.stream, at: FrameTime(frame))
        #expect(Self.outputs(timeline) == left)
    }

    @Test("is limited in one range where a release would overlap the next")
    func limits() {
        let tail = Int64(limiterTailFrameCount)
        var timeline = OutputTimeline()
        timeline.limit(Self.range(0..<100))
        timeline.limit(Self.range((100 + tail)..<(200 + tail)))
        timeline.limit(Self.range((50 + tail)..<(60 + tail)))
        #expect(timeline.limited == [Self.range(0..<(200 + tail))])
        timeline.limit(Self.range((201 + 2 * tail)..<(202 + 2 * tail)))
        #expect(timeline.limited.count == 2)
        timeline.limit(Self.range((900 + 2 * tail)..<(900 + 2 * tail)))
        #expect(timeline.limited.count == 2)
        timeline.forget(before: FrameTime(200 + 2 * tail - 1))
        #expect(timeline.limited.count == 2)
        timeline.forget(before: FrameTime(200 + 2 * tail))
        #expect(timeline.limited.count == 1)
    }

    @Test("names the first end of a voice that plays no more, without the one that is left out")
    func firstEnd() {
        let back = Self.clip(Self.stream, 200..<FrameTime.distantFuture.frames)
        #expect(Self.timeline(back).firstEnd(exceptOf: nil) == nil)
        let pause = Self.timeline(Self.clip(Self.stream, 0..<100))
        #expect(pause.firstEnd(exceptOf: nil) == FrameTime(100))
        #expect(pause.firstEnd(exceptOf: Self.stream) == nil)
        let timeline = Self.timeline(
            Self.clip(Self.stream, 0..<100), Self.clip(Self.spot, 100..<200),
            Self.clip(.spot(token: 2), 100..<150), Self.clip(.spot(token: 2), 150..<210), back)
        #expect(timeline.firstEnd(exceptOf: Self.stream) == FrameTime(200))
        #expect(OutputTimeline().firstEnd(exceptOf: nil) == nil)
    }

    @Test("forgets what has ended")
    func forgets() {
        var timeline = Self.timeline(
            Self.clip(Self.stream, 0..<100), Self.clip(Self.spot, 100..<200))
        timeline.forget(before: FrameTime(99))
        #expect(timeline.clips.count == 2)
        timeline.forget(before: FrameTime(100))
        #expect(Self.outputs(timeline) == [100..<200])
    }

    @Test("knows the position of a voice: where it plays, or where it will resume")
    func positions() {
        let timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200, from: 1000),
            Self.clip(Self.stream, 200..<210, from: 1100, as: .fadingAway),
            Self.clip(Self.spot, 200..<300), Self.clip(Self.stream, 300..<400, from: 1100))
        let expected: [(Int64, Int64?)] = [
            (0, 1000), (100, 1000), (150, 1050), (199, 1099), (200, 1100), (299, 1100),
            (300, 1100), (399, 1199), (400, nil),
        ]
        for (frame, position) in expected {
            #expect(
                timeline.position(of: Self.stream, at: FrameTime(frame))?.frames == position,
                "at \(frame)")
        }
        #expect(timeline.position(of: .muteMusic, at: .zero) == nil)
        #expect(timeline.clip(of: Self.stream, at: FrameTime(205)) == nil)
    }

    @Test("knows when a voice reaches a frame")
    func reaching() {
        let timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200, from: 1000),
            Self.clip(Self.stream, 200..<210, from: 1100, as: .fadingAway),
            Self.clip(Self.stream, 300..<400, from: 1100))
        func time(_ frame: Int64, from start: Int64) -> Int64? {
            timeline.time(of: Self.stream, reaching: FrameTime(frame), from: FrameTime(start))?
                .frames
        }
        #expect(time(1000, from: 0) == 100)
        #expect(time(900, from: 0) == 100)
        #expect(time(1050, from: 0) == 150)
        #expect(time(1050, from: 160) == 160)
        #expect(time(1100, from: 0) == 200)
        #expect(time(1101, from: 0) == 301)
        #expect(time(1100, from: 200) == 300)
        #expect(time(1200, from: 0) == 400)
        #expect(time(1201, from: 0) == nil)
        #expect(time(1000, from: 400) == nil)
    }

    @Test("knows where a voice ends")
    func ends() {
        var timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200, from: 1000), Self.clip(Self.spot, 200..<300),
            Self.clip(Self.stream, 200..<250, from: 1100, as: .fadingAway))
        let end = timeline.end(of: Self.stream)
        #expect(end?.output == FrameTime(200))
        #expect(end?.source == FrameTime(1100))
        #expect(timeline.end(of: .muteMusic)?.output == nil)
        var endless = Self.clip(Self.stream, 400..<500)
        endless.output.end = .distantFuture
        timeline.add(endless)
        #expect(timeline.end(of: Self.stream)?.output == nil)
    }

    @Test("knows whether a voice plays before a frame")
    func plays() {
        let timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200), Self.clip(Self.spot, 0..<50, as: .fadingAway),
            Self.clip(Self.spot, 300..<400))
        #expect(!timeline.plays(Self.stream, before: FrameTime(100)))
        #expect(timeline.plays(Self.stream, before: FrameTime(101)))
        #expect(timeline.plays(Self.stream, before: FrameTime(900)))
        #expect(!timeline.plays(Self.spot, before: FrameTime(300)))
        #expect(timeline.plays(Self.spot, before: FrameTime(301)))
        #expect(!timeline.plays(.muteMusic, before: FrameTime(900)))
    }

    @Test("knows the gain of a voice, with its own")
    func gain() {
        let timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200, gain: 0.5), Self.clip(Self.spot, 100..<200))
        #expect(timeline.gain(of: Self.stream, at: FrameTime(150)) == 0.25)
        #expect(timeline.gain(of: Self.spot, at: FrameTime(150)) == 0.5)
        #expect(timeline.gain(of: Self.spot, at: FrameTime(200)) == 0)
    }

    @Test("becomes a plan of the voices that have samples")
    func plan() {
        var timeline = Self.timeline(
            Self.clip(Self.stream, 100..<200, from: 7, gain: 0.5),
            Self.clip(Self.spot, 200..<300))
        timeline.limit(Self.range(100..<150))
        let store = SampleStore(capacity: 10)
        let plan = timeline.plan(validFrom: FrameTime(99)) { voice in
            voice == Self.stream ? store.handle : nil
        }
        #expect(plan.validFrom == FrameTime(99))
        #expect(plan.clips.count == 1)
        #expect(plan.clips.first?.output == Self.range(100..<200))
        #expect(plan.clips.first?.sourceStart == FrameTime(7))
        #expect(plan.clips.first?.envelope.gain(at: FrameTime(120)) == 0.25)
        #expect(plan.limited == [Self.range(100..<150)])
    }
}
