import Dispatch
import MediaTime
import Synchronization
import TestSignals
import Testing

@testable import PCMAudio

@Suite("A sample store")
struct SampleStoreTests {
    private func read(_ store: SampleStore, _ start: Int64, _ end: Int64) -> [Float] {
        store.handle.samples(in: FrameRange(FrameTime(start), FrameTime(end)))
    }

    @Test("returns stored frames by programme frame, across the ends of its ring")
    func wraps() {
        let store = SampleStore(capacity: 100, startingAt: FrameTime(1000))
        #expect(store.append(Signal.indexed(frameCount: 80, first: 1000).samples.span) == 80)
        store.handle.release(before: FrameTime(1070))
        #expect(store.append(Signal.indexed(frameCount: 90, first: 1080).samples.span) == 90)
        #expect(store.readyEnd == FrameTime(1170))
        #expect(store.handle.oldest == FrameTime(1070))
        #expect(read(store, 1070, 1170) == Signal.indexed(frameCount: 100, first: 1070).samples)
    }

    @Test("returns stored frames wherever its first frame is", arguments: [0, 7, 1003])
    func places(first: Int) {
        let store = SampleStore(capacity: 100, startingAt: FrameTime(Int64(first)))
        _ = store.append(Signal.indexed(frameCount: 60, first: first).samples.span)
        store.handle.release(before: FrameTime(Int64(first + 50)))
        _ = store.append(Signal.indexed(frameCount: 80, first: first + 60).samples.span)
        let range = FrameRange(FrameTime(Int64(first + 90)), count: 25)
        let expected = Signal.indexed(frameCount: 25, first: first + 90).samples
        #expect(store.handle.samples(in: range) == expected)
        #expect(store.samples(in: range) == expected)
    }

    @Test("has room for at least one frame, in the pipeline's format")
    func smallest() {
        #expect(SampleStore(capacity: 0).handle.capacity == 1)
        #expect(AudioFormat.pipeline == AudioFormat(sampleRate: 48_000, channelCount: 2))
    }

    @Test("counts a quarter of the room as enough, and a frame in a small store")
    func enough() {
        for (capacity, least) in [(100, 25), (3, 1)] as [(Int, Int64)] {
            let block = SampleBlock(capacity: capacity, first: 0)
            block.written.store(Int64(capacity), ordering: .relaxed)
            block.released.store(least - 1, ordering: .relaxed)
            let isEnoughBefore = block.hasEnoughRoom
            block.released.store(least, ordering: .relaxed)
            let isEnough = block.hasEnoughRoom
            #expect(!isEnoughBefore && isEnough)
        }
    }

    @Test("contains the frames before its ready end, and not that one")
    func over() {
        let block = SampleBlock(capacity: 100, first: 0)
        block.written.store(10, ordering: .relaxed)
        let (isLastOver, isNextOver) = (
            block.isOver(through: FrameTime(9)), block.isOver(through: FrameTime(10))
        )
        #expect(isLastOver && !isNextOver)
    }

    @Test("stores even a last frame that waits for room", .timeLimit(.minutes(1)))
    func lastFrame() {
        let store = SampleStore(capacity: 10)
        let stored = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            if store.appendAll(Signal.indexed(frameCount: 11).samples.span) { stored.signal() }
        }
        store.waitForData(through: FrameTime(9))
        store.handle.release(before: FrameTime(5))
        #expect(stored.wait(timeout: .now() + 30) == .success)
        #expect(store.readyEnd == FrameTime(11))
    }

    @Test("releases a waiting reader once it is cancelled or interrupted")
    func readerWakes() {
        for isCancelled in [true, false] {
            let store = SampleStore(capacity: 10)
            let asked = DispatchSemaphore(value: 0)
            let woken = DispatchSemaphore(value: 0)
            let isInterrupted = Flag()
            DispatchQueue.global().async {
                store.handle.waitForData(through: .zero, thenUntil: .zero) {
                    asked.signal()
                    return isInterrupted.value.load(ordering: .sequentiallyConsistent)
                }
                woken.signal()
            }
            // It waits after the third check.
            for _ in 0..<3 { asked.wait() }
            if isCancelled {
                store.cancel()
            } else {
                isInterrupted.value.store(true, ordering: .sequentiallyConsistent)
                store.handle.interruptWait()
            }
            #expect(woken.wait(timeout: .now() + 30) == .success)
        }
    }

    private final class Flag: Sendable {
        let value = Atomic<Bool>(false)
    }

    @Test("makes a reader wait until the frames that it needs are there")
    func waits() {
        let store = SampleStore(capacity: 10)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
            _ = store.append(Signal.indexed(frameCount: 10).samples.span)
        }
        store.waitForData(through: FrameTime(9))
        #expect(store.readyEnd == FrameTime(10))
    }

    @Test("takes no more frames than there is room for")
    func room() {
        let store = SampleStore(capacity: 10)
        #expect(store.append(Signal.indexed(frameCount: 25).samples.span) == 10)
        #expect(store.append(Signal.indexed(frameCount: 25).samples.span) == 0)
        store.handle.release(before: FrameTime(3))
        #expect(store.roomLeft == 3)
        // Frames that are not stored yet cannot be released.
        store.handle.release(before: FrameTime(1_000_000))
        #expect(store.roomLeft == 10)
    }

    @Test(
        "counts the silent frames at its start",
        arguments: [([], 0), ([0, 0], 0), ([0, 0, 1], 2), ([1, 0], 0)] as [([Float], Int)])
    func leadingSilence(values: [Float], count: Int) {
        let store = SampleStore(capacity: 10, startingAt: FrameTime(7))
        _ = store.append(Signal(frameCount: values.count) { values[$0] }.samples.span)
        #expect(store.leadingSilence == count)
        #expect(store.handle.capacity == 10 && store.start == FrameTime(7))
    }

    @Test("makes the writer wait for a quarter of its room, or for a frame if it is small")
    func quarter() {
        for (capacity, released) in [(100, 25), (3, 1)] {
            let store = SampleStore(capacity: capacity)
            _ = store.append(Signal(frameCount: capacity) { _ in 1 }.samples.span)
            store.handle.release(before: FrameTime(Int64(released)))
            #expect(store.waitForRoom())
            #expect(store.roomLeft == released)
        }
    }

    @Test("counts released frames as gone only once they may be overwritten")
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

    @Test("lets a waiting reader sleep until there is more than it needs")
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

    @Test("passes a million frames from a writing thread to a reading one, each in its place")
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

    @Test("knows where its reader is, and keeps what that may need again")
    func advancing() {
        let store = SampleStore(capacity: 10, startingAt: FrameTime(100))
        #expect(store.reached == FrameTime(100))
        _ = store.append(Signal.indexed(frameCount: 10).samples.span)
        store.handle.advance(to: FrameTime(107), keeping: 4, at: MonotonicTime(nanoseconds: 5))
        #expect(store.reached == FrameTime(107))
        #expect(store.roomLeft == 3)
    }

    @Test(
        "estimates the listener's frame while its reader waits, but for a block's length at most",
        arguments: [(0.0, 0), (0.25, 12_000), (1, 48_000), (3600, 48_000), (-1, 0)])
    func position(elapsed: Double, expected: Int) {
        let store = SampleStore(capacity: 10)
        let time = MonotonicTime(nanoseconds: 7_000_000_000)
        store.handle.advance(to: FrameTime(100), keeping: 4, at: time)
        #expect(store.position(at: time.advanced(by: elapsed)) == FrameTime(100) + expected)
    }
}
