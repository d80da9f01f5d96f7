import AudioDecoding
import Dispatch
import MediaTime
import Playout
import StreamFetching
import Synchronization
import TestSignals
import Testing

@Suite("A live reader whose listener has another clock", .timeLimit(.minutes(5)))
struct FollowingReaderTests {
    /// Frames of a packet, and its bytes: MP3 at 128 kb/s.
    private static let packet = (frames: 1152, bytes: 384)
    private static let seconds = 200

    /// Runs a reader at a station that is faster than its listener by `drift` ppm. Returns it once
    /// everything was received, with the number of received frames and the listener's position.
    private static func reader(
        drift: Double, for listener: ListenerPace
    ) throws -> (reader: LiveReader, frameCount: Int, position: FrameTime) {
        let bytes = try EncodedSound.chirp(
            ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            to: "live.mp3", rate: 48_000, seconds: seconds)
        let connection = SteppedConnection(bytes, step: packet.bytes)
        let reader = LiveReader(connecting: OneConnection(connection), for: listener) { _ in }
        let count = bytes.count / packet.bytes
        var position = FrameTime.zero
        for index in 0..<count {
            connection.asked.wait()
            // Three seconds arrive at once; then the listener takes 90 ms each time.
            let heard = Double((index - 125) * packet.frames) / (1 + drift / 1e6)
            let block = FrameTime(Int64(saturating: max(0, heard) / 4320) * 4320)
            if block > position {
                position = block
                reader.store.waitForData(through: block - 1)
                reader.store.handle.advance(
                    to: block, keeping: 9 * FrameTime.rate / 4, at: .now)
            }
            connection.allowed.signal()
        }
        connection.asked.wait()
        return (reader, count * packet.frames, position)
    }

    @Test("corrects the drift, and gives frames as they are heard")
    func followed() throws {
        let (reader, frameCount, position) = try Self.reader(drift: 1000, for: .byClock)
        defer { reader.stop() }
        let end = Int(reader.availableRange.end.frames)
        // The station is faster, so its audio becomes shorter.
        #expect(frameCount - end > 200 && frameCount - end < 6000)
        // The lag is the time that the listener needs for the rest at their current rate.
        #expect(abs(reader.availableRange.end - position - 126 * 1152) < 13_000)
        let next = reader.jump(to: position)
        defer { next.stop() }
        #expect(next.store.start == position)
        next.store.waitForData(through: position + 48_000)
        #expect(next.store.readyEnd > position)
    }

    @Test("keeps every frame if there is no clock")
    func supplied() throws {
        let (reader, frameCount, _) = try Self.reader(drift: 1000, for: .bySupply)
        defer { reader.stop() }
        #expect(Int(reader.availableRange.end.frames) == frameCount)
    }
}

/// A connection that returns one packet for each permission.
private final class SteppedConnection: LiveConnection {
    let contentType: String? = "audio/mpeg"
    let size: Int? = nil
    /// Signalled when the next packet is requested.
    let asked = DispatchSemaphore(value: 0)
    let allowed = DispatchSemaphore(value: 0)
    private let bytes: [UInt8]
    private let step: Int
    private let position = Mutex(0)

    init(_ bytes: [UInt8], step: Int) {
        self.bytes = bytes
        self.step = step
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        asked.signal()
        allowed.wait()
        return position.withLock { position in
            let count = min(buffer.count, step, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<(position + count)])
            position += count
            return count
        }
    }

    func seek(to position: Int) -> Bool { false }
    func cancel() { allowed.signal() }
    func breakOff(because shortage: Shortage) { cancel() }
    func takeTitles(before position: Int) -> [PositionedTitle] { [] }
    func takeMarkers(before position: Int) -> [PositionedMarker] { [] }
}

/// Returns one connection, and none after it.
private final class OneConnection: ConnectionProvider {
    private let connection: SteppedConnection
    private let isGiven = Atomic<Bool>(false)

    init(_ connection: SteppedConnection) {
        self.connection = connection
    }

    func nextConnection() -> SteppedConnection? {
        isGiven.exchange(true, ordering: .relaxed) ? nil : connection
    }

    func cancel() { connection.cancel() }
}
