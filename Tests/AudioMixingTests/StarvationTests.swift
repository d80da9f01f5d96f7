import AudioMixing
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("Starvation")
struct StarvationTests {
    private let nowhere: [FrameRange] = []

    @Test("is found at the first frame that has no sample, once")
    func found() {
        let store = SampleStore(capacity: 1000)
        _ = store.append(Signal.indexed(frameCount: 100).samples.span)
        let clip = Clip(
            source: store.handle, output: range(50, 900), sourceStart: FrameTime(20))
        var supply = ClipSupply()
        supply.refresh(for: clip)
        #expect(supply.starve(clip, in: range(0, 130), limited: nowhere.span) == nil)
        #expect(supply.starve(clip, in: range(100, 200), limited: nowhere.span) == FrameTime(130))
        #expect(supply.starve(clip, in: range(200, 300), limited: nowhere.span) == nil)
    }

    @Test("fades out for 5 ms before it, as far as that is not rendered yet")
    func farewell() {
        let store = SampleStore(capacity: 1000)
        _ = store.append(Signal.indexed(frameCount: 500).samples.span)
        let clip = Clip(source: store.handle, output: range(0, 900), sourceStart: .zero)
        for (start, frameCount) in [(0, 240), (400, 100)] as [(Int64, Int)] {
            var supply = ClipSupply()
            supply.refresh(for: clip)
            let missing = supply.starve(clip, in: range(start, 600), limited: nowhere.span)
            #expect(missing == FrameTime(500))
            #expect(supply.farewell?.frameCount == frameCount)
            #expect(supply.farewell?.end == FrameTime(500))
        }
    }

    @Test("is searched for from a position on, within the clip")
    func position() {
        let store = SampleStore(capacity: 1000)
        _ = store.append(Signal.indexed(frameCount: 100).samples.span)
        let clip = Clip(source: store.handle, output: range(50, 900), sourceStart: .zero)
        var supply = ClipSupply()
        supply.refresh(for: clip)
        let found = [0, 150, 151, 500, 899, 900].map {
            supply.firstMissing(of: clip, from: FrameTime($0), limited: nowhere.span).frames
        }
        #expect(found == [150, 150, 151, 500, 899, Int64.max])
        let empty = SampleStore(capacity: 10)
        let later = Clip(source: empty.handle, output: range(50, 900), sourceStart: FrameTime(5))
        supply.refresh(for: later)
        let first = supply.firstMissing(of: later, from: .zero, limited: nowhere.span)
        #expect(first == FrameTime(50))
    }

    @Test("the needed range extends by 78 frames within a limited range")
    func needed() {
        let limited = [range(100, 200)]
        let ends = [100, 101, 150, 199, 200, 201].map {
            neededEnd(before: FrameTime($0), limited: limited.span).frames
        }
        #expect(ends == [100, 179, 200, 200, 200, 201])
    }

    @Test("persists although samples arrive later")
    func latched() {
        let store = SampleStore(capacity: 1000)
        _ = store.append(Signal.indexed(frameCount: 100).samples.span)
        let clip = Clip(source: store.handle, output: range(0, 900), sourceStart: .zero)
        var supply = ClipSupply()
        supply.refresh(for: clip)
        #expect(supply.starve(clip, in: range(90, 110), limited: nowhere.span) == FrameTime(100))
        _ = store.append(Signal.indexed(frameCount: 100, first: 100).samples.span)
        supply.refresh(for: clip)
        #expect(supply.starve(clip, in: range(110, 120), limited: nowhere.span) == nil)
        #expect(supply.silentFrom == FrameTime(100))
    }

    @Test("makes no click if it is found in the middle of a block")
    func fadesAway() {
        let tone = Signal.tone(frequency: 440, level: Gain(linear: 0.5), frameCount: 700)
        let store = SampleStore(capacity: 2000)
        _ = store.append(tone.samples.span)
        let clip = Clip(source: store.handle, output: range(0, 1900), sourceStart: .zero)
        let out = rendered(MixPlan(clips: [clip]), over: range(0, 960), blockLength: 460)
        #expect(out.samples[..<920] == tone.samples[..<920])
        #expect(out.samples[1400...].allSatisfy { $0 == 0 })
        let click = out.loudestClick(inToneOf: 440)
        #expect(click < -65, "\(click) dB")
    }

    @Test("comes earlier if the limiter has to look ahead")
    func lookAhead() {
        let store = SampleStore(capacity: 1000)
        _ = store.append(Signal.indexed(frameCount: 500).samples.span)
        let clip = Clip(source: store.handle, output: range(0, 900), sourceStart: .zero)
        let limited = [range(100, 800)]
        var supply = ClipSupply()
        supply.refresh(for: clip)
        #expect(supply.starve(clip, in: range(0, 422), limited: limited.span) == nil)
        #expect(supply.starve(clip, in: range(422, 500), limited: limited.span) == FrameTime(422))
        #expect(neededEnd(before: FrameTime(422), limited: limited.span) == FrameTime(500))
        #expect(neededEnd(before: FrameTime(790), limited: limited.span) == FrameTime(800))
        #expect(neededEnd(before: FrameTime(90), limited: limited.span) == FrameTime(90))
    }

    @Test("includes released parts of a stream that continues, since they may be overwritten")
    func released() {
        let store = SampleStore(capacity: 100)
        _ = store.append(Signal.indexed(frameCount: 100, first: 1).samples.span)
        store.handle.release(before: FrameTime(40))
        let clip = Clip(source: store.handle, output: range(0, 100), sourceStart: .zero)
        let out = rendered(MixPlan(clips: [clip]), over: range(0, 100))
        #expect(
            out == Signal(frameCount: 100) { $0 < 40 ? 0 : Float($0 + 1) / 16_777_216 })
    }
}
