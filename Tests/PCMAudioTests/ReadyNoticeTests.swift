import MediaTime
import PCMAudio
import Synchronization
import TestSignals
import Testing

@Suite("A notice that a store holds enough")
struct ReadyNoticeTests {
    private final class Calls: Sendable {
        private let calls = Mutex<[Int]>([])
        var all: [Int] { calls.withLock { $0 } }
        func note(_ call: Int) { calls.withLock { $0.append(call) } }
    }

    @Test("is given once, as soon as everything before its frame is stored")
    func once() {
        let calls = Calls()
        let notice = ReadyNotice()
        notice.check(readyEnd: .distantFuture)
        notice.set(FrameTime(10)) { calls.note(1) }
        notice.check(readyEnd: FrameTime(9))
        #expect(calls.all == [])
        notice.check(readyEnd: FrameTime(10))
        notice.check(readyEnd: FrameTime(11))
        notice.check(readyEnd: .distantFuture)
        #expect(calls.all == [1])
    }

    @Test("replaces the one before, and may be requested again")
    func again() {
        let calls = Calls()
        let notice = ReadyNotice()
        notice.set(FrameTime(10)) { calls.note(1) }
        notice.set(FrameTime(20)) { calls.note(2) }
        notice.check(readyEnd: FrameTime(15))
        #expect(calls.all == [])
        notice.check(readyEnd: FrameTime(20))
        notice.set(FrameTime(5)) { calls.note(3) }
        notice.check(readyEnd: FrameTime(20))
        #expect(calls.all == [2, 3])
    }

    @Test("comes with the samples, with the source's end, or at once")
    func store() {
        let calls = Calls()
        let store = SampleStore(capacity: 100)
        store.notify(whenReady: FrameTime(30)) { calls.note(1) }
        _ = store.append(Signal(frameCount: 29) { _ in 0 }.samples.span)
        #expect(calls.all == [])
        _ = store.append(Signal(frameCount: 1) { _ in 0 }.samples.span)
        #expect(calls.all == [1])
        store.notify(whenReady: FrameTime(30)) { calls.note(2) }
        #expect(calls.all == [1, 2])
        store.notify(whenReady: FrameTime(90)) { calls.note(3) }
        #expect(calls.all == [1, 2])
        store.finish()
        #expect(calls.all == [1, 2, 3])
        store.notify(whenReady: FrameTime(90)) { calls.note(4) }
        #expect(calls.all == [1, 2, 3, 4])
    }
}
