import MediaTime
import Synchronization
import Testing

@testable import Interlude

@Suite("The clock of a session", .timeLimit(.minutes(1)))
struct SessionClockTests {
    /// The alarms that rang.
    private final class Bell: Sendable {
        private let input: AsyncStream<String>.Continuation
        let rings: AsyncStream<String>

        init() { (rings, input) = AsyncStream.makeStream() }

        func ring(_ name: String) -> @Sendable () -> Void { { self.input.yield(name) } }
    }

    @Test("is the system's clock that stands still while the machine sleeps")
    func sleepingMachine() {
        #expect("\(type(of: SessionClock.source))" == "SuspendingClock")
    }

    @Test("rings at its alarm, and not before")
    func rings() async {
        var clock = SessionClock()
        let bell = Bell()
        let time = clock.now + FrameTime.rate / 20
        clock.setAlarm(at: time, bell.ring("a"))
        // The same time again changes nothing.
        clock.setAlarm(at: time, bell.ring("again"))
        var rings = bell.rings.makeAsyncIterator()
        #expect(await rings.next() == "a")
        #expect(clock.now >= time)
        #expect(clock.now < time + 30 * FrameTime.rate)
    }

    @Test("has one alarm, which a later one replaces and none cancels")
    func replaced() async {
        var (clock, cancelled, stopped) = (SessionClock(), SessionClock(), SessionClock())
        let bell = Bell()
        // Far enough that a busy machine replaces it in time.
        let soon = clock.now + FrameTime.rate
        clock.setAlarm(at: soon, bell.ring("replaced"))
        cancelled.setAlarm(at: soon, bell.ring("cancelled"))
        cancelled.setAlarm(at: .distantFuture, bell.ring("never"))
        stopped.setAlarm(at: soon, bell.ring("stopped"))
        stopped.stop()
        clock.setAlarm(at: soon + FrameTime.rate / 10, bell.ring("a"))
        var rings = bell.rings.makeAsyncIterator()
        #expect(await rings.next() == "a")
    }

    @Test("rings at once for a time that is over, also if that was its alarm before it stopped")
    func over() async {
        var clock = SessionClock()
        let bell = Bell()
        var rings = bell.rings.makeAsyncIterator()
        clock.setAlarm(at: .zero, bell.ring("a"))
        #expect(await rings.next() == "a")
        clock.stop()
        clock.setAlarm(at: .zero, bell.ring("b"))
        #expect(await rings.next() == "b")
    }
}
