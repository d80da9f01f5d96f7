import MediaTime
import PCMAudio
import Playout
import TestSignals
import Testing

/// The turns of a reader that has no thread of its own.
@Suite("Live reader in turns on a shared queue", .timeLimit(.minutes(2)))
struct SharedReaderTests {
    private static func reader(_ provider: ScriptedProvider) -> (LiveReader, EventLog) {
        LiveReaderTests.reader(provider, taking: .shared)
    }

    private static let encodings =
        LiveReaderTests.encodings + [
            // Each block is longer than the window of samples.
            ("long.flac", "audio/flac", ["-c:a", "flac", "-frame_size", "65535"])
        ]

    @Test("returns the same samples as one with a thread", arguments: encodings)
    func samples(encoding: (String, String, [String])) throws {
        let bytes = try EncodedSound.chirp(encoding.2, to: encoding.0, rate: 48_000, seconds: 6)
        let connection = ScriptedConnection(bytes, contentType: encoding.1)
        let (reader, log) = Self.reader(ScriptedProvider([connection]))
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(try FirstDifference(samples, from: LiveReaderTests.decoded(bytes)) == nil)
    }

    @Test("goes on with another connection, and after a pause")
    func connections() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 6, ["-reservoir", "0"])
        let pause = ScriptedConnection.Pause(position: 125 * 384)
        let first = ScriptedConnection(Array(bytes.prefix(150 * 384)), pausing: pause)
        let second = ScriptedConnection(Array(bytes[(100 * 384)...]))
        let (reader, log) = Self.reader(ScriptedProvider([first, second]))
        reader.store.notify(whenReady: FrameTime(120 * 1152)) { pause.isOver.signal() }
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(try FirstDifference(samples, from: LiveReaderTests.decoded(bytes)) == nil)
        #expect(log.continuations == [.seamless(repeated: 50 * 1152)])
    }

    @Test("jumps with the same samples as a whole decode")
    func jumping() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 12)
        let whole = try LiveReaderTests.decoded(bytes)
        let connection = ScriptedConnection(bytes, stallsAtEnd: true)
        let (reader, _) = Self.reader(ScriptedProvider([connection], then: .wait))
        connection.stalled.wait()
        var current = reader
        for frame in [100_001, 1, 333_333] {
            current = current.jump(to: FrameTime(Int64(frame)))
            current.store.waitForData(through: FrameTime(Int64(frame + 12_000)))
            let samples = current.store.samples(from: current.store.start)
            #expect(current.store.start == FrameTime(Int64(frame)))
            let expected = whole[(2 * frame)...].prefix(samples.count)
            #expect(FirstDifference(samples, from: expected) == nil, "from frame \(frame)")
        }
        current.stop()
    }

    @Test("fails as one with a thread does")
    func failure() {
        let page = ScriptedConnection(Array("<html>".utf8), contentType: "text/html")
        let (reader, log) = Self.reader(ScriptedProvider([page], then: .wait))
        #expect(throws: (any Error).self) { try log.waitForEnd() }
        #expect(reader.store.end == .zero)
        reader.stop()
    }

    @Test("takes no turns and keeps nothing once it is stopped, whatever it waits for")
    func stopping() async throws {
        for release in [FrameTime.zero, FrameTime(100_000)] {
            weak var store: SampleStore?
            do {
                let connection = ScriptedConnection(
                    try LiveReaderTests.mp3(), stallsAtEnd: true)
                let (reader, _) = Self.reader(ScriptedProvider([connection], then: .wait))
                store = reader.store
                connection.stalled.wait()
                reader.store.waitForData(through: FrameTime(15_000))
                // Without room it waits for that, otherwise for packets.
                while reader.store.readyEnd < release {
                    reader.store.handle.release(before: reader.store.readyEnd)
                }
                reader.stop()
                reader.store.waitForData(through: .distantFuture - 1)
            }
            while store != nil { await Task.yield() }
        }
    }
}
