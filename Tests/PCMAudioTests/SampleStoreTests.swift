import Dispatch
import MediaTime
import PCMAudio
import TestSignals
import Testing

@Suite("A sample store")
struct SampleStoreTests {
    private func read(_ store: SampleStore, _ start: Int64, _ end: Int64) -> [Float] {
        store.handle.samples(in: FrameRange(FrameTime(start), FrameTime(end)))
    }

    @Test("gives back what was stored, by programme frame, over its own end and beginning")
    func wraps() {
        let store = SampleStore(capacity: 100, startingAt: FrameTime(1000))
        #expect(store.append(Signal.indexed(frameCount: 80, first: 1000).samples.span) == 80)
        store.handle.release(before: FrameTime(1070))
        #expect(store.append(Signal.indexed(frameCount: 90, first: 1080).samples.span) == 90)
        #expect(store.readyEnd == FrameTime(1170))
        #expect(store.handle.oldest == FrameTime(1070))
        #expect(read(store, 1070, 1170) == Signal.indexed(frameCount: 100, first: 1070).samples)
    }

    @Test("takes no more than there is room for")
    func room() {
        let store = SampleStore(capacity: 10)
        #expect(store.append(Signal.indexed(frameCount: 25).samples.span) == 10)
        #expect(store.append(Signal.indexed(frameCount: 25).samples.span) == 0)
        store.handle.release(before: FrameTime(3))
        #expect(store.roomLeft == 3)
        // Nothing that is not stored yet can be released.
        store.handle.release(before: FrameTime(1_000_000))
        #expect(store.roomLeft == 10)
    }

    @Test("counts released frames as gone only while they may be overwritten")
    func oldest() {
        let store = SampleStore(capacity: 100)
        _ = store.append(Signal.indexed(frameCount: 50).samples.span)
        store.handle.release(before: FrameTime(20))
        #expect(store.handle.oldest == FrameTime(20))
        store.finish()
        #expect(store.handle.oldest == .zero)
    }

    @Test("stops a writer that waits for room when it is cancelled")
    func cancelled() {
        let store = SampleStore(capacity: 10)
        let stopped = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            if !store.appendAll(Signal.indexed(frameCount: 100).samples.span) { stopped.signal() }
        }
        store.waitForData(through: FrameTime(9))
        store.cancel()
        #expect(stopped.wait(timeout: .now() + 10) == .success)
    }

    @Test("lets a reader that has to wait sleep until there is more than it needs")
    func sleepsOn() {
        let store = SampleStore(capacity: 200)
        let isAsking = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            isAsking.wait()
            for frame in 0..<100 {
                _ = store.append(Signal.indexed(frameCount: 1, first: frame).samples.span)
            }
        }
        store.handle.waitForData(through: FrameTime(9), thenUntil: FrameTime(99)) {
            isAsking.signal()
            return false
        }
        #expect(store.readyEnd == FrameTime(100))
        store.handle.waitForData(through: FrameTime(9), thenUntil: FrameTime(500)) { false }
        #expect(store.readyEnd == FrameTime(100))
    }

    @Test("wakes a reader that waits for more than will ever come")
    func endsWait() {
        let store = SampleStore(capacity: 200)
        let isAsking = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            isAsking.wait()
            _ = store.append(Signal.indexed(frameCount: 50).samples.span)
            store.finish()
        }
        store.handle.waitForData(through: FrameTime(9), thenUntil: FrameTime(99)) {
            isAsking.signal()
            return false
        }
        #expect(store.end == FrameTime(50))
    }

    @Test("brings a million frames from a writing thread to a reading one, each in its place")
    func stress() {
        let count: Int64 = 1_000_000
        let store = SampleStore(capacity: 4096)
        DispatchQueue.global().async {
            var random = SeededRandom(seed: 1)
            var next = 0
            while next < Int(count) {
                let length = min(Int.random(in: 1...3000, using: &random), Int(count) - next)
                _ = store.appendAll(Signal.indexed(frameCount: length, first: next).samples.span)
                next += length
            }
            store.finish()
        }
        var position = FrameTime.zero
        var wrong = 0
        while position < FrameTime(count) {
            store.waitForData(through: position)
            let end = store.readyEnd
            let samples = store.handle.samples(in: FrameRange(position, end))
            let expected = Signal.indexed(frameCount: end - position, first: Int(position.frames))
            if samples != expected.samples { wrong += 1 }
            position = end
            store.handle.release(before: position)
        }
        #expect(wrong == 0)
        #expect(store.end == FrameTime(count))
    }

    @Test("knows where its reader is, and keeps what he may want again")
    func advancing() {
        let store = SampleStore(capacity: 10, startingAt: FrameTime(100))
        #expect(store.reached == FrameTime(100))
        _ = store.append(Signal.indexed(frameCount: 10).samples.span)
        store.handle.advance(to: FrameTime(107), keeping: 4, at: MonotonicTime(nanoseconds: 5))
        #expect(store.reached == FrameTime(107))
        #expect(store.roomLeft == 3)
    }

    @Test(
        "reckons where a listener is while its reader waits, but not for longer than a block lasts",
        arguments: [(0.0, 0), (0.25, 12_000), (1, 48_000), (3600, 48_000), (-1, 0)])
    func position(elapsed: Double, expected: Int) {
        let store = SampleStore(capacity: 10)
        let time = MonotonicTime(nanoseconds: 7_000_000_000)
        store.handle.advance(to: FrameTime(100), keeping: 4, at: time)
        #expect(store.position(at: time.advanced(by: elapsed)) == FrameTime(100) + expected)
    }
}
