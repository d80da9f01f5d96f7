import AudioDecoding
import Dispatch
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Testing

@Suite("What a live reader has received")
struct ReceiptTests {
    /// A reader that has received twelve seconds, of which nothing was played, and waits for more.
    private static func reader() throws -> (LiveReader, ScriptedConnection) {
        let connection = ScriptedConnection(
            try LiveReaderTests.mp3(seconds: 12), stallsAtEnd: true)
        let (reader, _) = LiveReaderTests.reader(ScriptedProvider([connection], then: .wait))
        connection.stalled.wait()
        return (reader, connection)
    }

    private static func isCalled(_ called: DispatchSemaphore) -> Bool {
        called.wait(timeout: .now() + 30) == .success
    }

    private static func frame(_ second: Int) -> FrameTime {
        FrameTime(Int64(second * FrameTime.rate))
    }

    @Test("is ready beyond the decoded part as soon as it has come", arguments: [1, 2, 4, 11])
    func ready(second: Int) throws {
        let (reader, _) = try Self.reader()
        let called = DispatchSemaphore(value: 0)
        reader.notify(whenReady: Self.frame(second)) { called.signal() }
        #expect(Self.isCalled(called))
        reader.stop()
    }

    @Test("is not ready before it has come")
    func notReady() throws {
        let (reader, _) = try Self.reader()
        let called = DispatchSemaphore(value: 0)
        reader.notify(whenReady: Self.frame(20)) { called.signal() }
        let sooner = DispatchSemaphore(value: 0)
        reader.notify(whenReceived: Self.frame(11)) { sooner.signal() }
        #expect(Self.isCalled(sooner))
        #expect(called.wait(timeout: .now()) == .timedOut)
        #expect(reader.isReceived(before: Self.frame(11)))
        #expect(!reader.isReceived(before: Self.frame(20)))
        reader.stop()
    }

    @Test("is reported when it comes, and when no more comes", arguments: [true, false])
    func later(comes: Bool) throws {
        // Twelve seconds, of which the second half waits for the test.
        let pause = ScriptedConnection.Pause(position: 250 * 384)
        let bytes = try LiveReaderTests.mp3(seconds: 12)
        let connection = ScriptedConnection(bytes, stallsAtEnd: comes, pausing: pause)
        let (reader, _) = LiveReaderTests.reader(
            ScriptedProvider([connection], then: comes ? .wait : .end))
        let called = DispatchSemaphore(value: 0)
        reader.notify(whenReceived: Self.frame(comes ? 11 : 100)) { called.signal() }
        reader.store.waitForData(through: Self.frame(1))
        #expect(called.wait(timeout: .now()) == .timedOut)
        pause.isOver.signal()
        #expect(Self.isCalled(called))
        reader.stop()
    }

    @Test("is measured by the next reader if the one before was")
    func metering() throws {
        let (reader, _) = try Self.reader()
        #expect(reader.loudness != nil)
        let next = reader.jump(to: Self.frame(3))
        #expect(next.loudness != nil)
        next.stop()
        let connection = ScriptedConnection(
            try LiveReaderTests.mp3(seconds: 12), stallsAtEnd: true)
        let unmeasured = LiveReader(
            connecting: ScriptedProvider([connection], then: .wait), for: .bySupply,
            metering: .none
        ) { _ in }
        #expect(unmeasured.loudness == nil)
        connection.stalled.wait()
        let later = unmeasured.jump(to: Self.frame(3))
        #expect(later.loudness == nil)
        later.stop()
    }

    @Test("goes on if connections with sound end, however often")
    func manyConnections() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 24, ["-reservoir", "0"])
        // Each begins with the second half of the one before.
        let connections = (0..<9).map { index in
            let start = index * 100 * 384
            return ScriptedConnection(Array(bytes[start..<min(start + 200 * 384, bytes.count)]))
        }
        let (reader, log) = LiveReaderTests.reader(ScriptedProvider(connections))
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(samples.count == 2 * 1000 * 1152)
        #expect(log.continuations.count == 8)
    }

    @Test("is as much as somebody waits for, if the source waits until it is read")
    func demanded() throws {
        let connection = ScriptedConnection(
            try LiveReaderTests.mp3(seconds: 150), stallsAtEnd: true)
        let reader = LiveReader(
            connecting: ScriptedProvider([connection], then: .wait), for: .byDemand
        ) { _ in }
        // Two minutes beyond the decoder come by themselves, and it fills its store.
        let ready = DispatchSemaphore(value: 0)
        reader.notify(whenReady: Self.frame(135)) { ready.signal() }
        #expect(Self.isCalled(ready))
        let received = DispatchSemaphore(value: 0)
        reader.notify(whenReceived: Self.frame(145)) { received.signal() }
        #expect(Self.isCalled(received))
        reader.stop()
    }
}
