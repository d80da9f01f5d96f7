import AudioDecoding
import Foundation
import MediaTime
import PCMAudio
import StreamFetching
import Synchronization
import TestSignals
import Testing

@Suite("Time shift")
struct TimeShiftTests {
    /// Adds all packets of `bytes` to `store`, consecutive in time.
    static func fill(_ store: TimeShiftStore, with bytes: [UInt8]) throws -> FrameTime {
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var clock = StreamClock()
        while let packet = try demuxer.next() {
            store.append(packet, at: clock)
            clock.advance(packet.length)
        }
        store.finish()
        return clock.now
    }

    /// Decodes everything from `cursor` on.
    static func decode(_ cursor: TimeShiftCursor) throws -> (start: FrameTime, samples: [Float]) {
        guard let first = cursor.next() else { return (.zero, []) }
        var samples: [Float] = []
        var start: FrameTime?
        let take: AudioDecoder.Delivery = { piece, time in
            start = start ?? time
            piece.withUnsafeBufferPointer { samples += Array($0) }
        }
        var decoder = try AudioDecoder(first.packet.stream, at: first.clock, entry: first.entry)
        try decoder.decode(first.packet, deliver: take)
        while let next = cursor.next() { try decoder.decode(next.packet, deliver: take) }
        try decoder.finish(deliver: take)
        return (start ?? .zero, samples)
    }

    static func flac() throws -> [UInt8] {
        try Samples.encoded(["-c:a", "flac"], to: "a.flac", count: 44_100 * 20)
    }

    @Test(
        "returns what was stored, from memory or from the file", arguments: [1 << 14, 1 << 24])
    func same(limit: Int) throws {
        let bytes = try Self.flac()
        let store = TimeShiftStore(memoryLimit: limit)
        let end = try Self.fill(store, with: bytes)
        #expect(store.availableRange == FrameRange(.zero, end))
        #expect(store.byteCounts.memory <= max(limit, 1 << 15))
        #expect((store.byteCounts.file > 0) == (limit < bytes.count))
        let whole = try AudioDecodingTests.decode(bytes).samples
        let samples = try Self.decode(store.cursor(for: .zero)).samples
        #expect(FirstDifference(samples, from: whole) == nil)
    }

    @Test("E4: keeps exactly the packets in its window", arguments: [1 << 14, 1 << 24])
    func window(limit: Int) throws {
        let store = TimeShiftStore(window: .seconds(5), memoryLimit: limit)
        let end = try Self.fill(store, with: Self.flac())
        let range = store.availableRange
        #expect(range.end == end)
        #expect(range.count >= 5 * 48_000)
        #expect(range.count < 5 * 48_000 + 10_000)
        let counts = store.byteCounts
        // Dropped in whole segments of at most a megabyte.
        #expect(counts.memory + counts.file < (try Self.flac().count) / 2 + (1 << 20))
    }

    @Test("keeps little of what a cursor has passed, and all that it has not")
    func passed() throws {
        let store = TimeShiftStore(passed: .seconds(2))
        let cursor = store.cursor(for: .zero)
        var demuxer = try Demuxer(reading: MemoryByteReader(try Self.flac()))
        var clock = StreamClock()
        func append(before end: FrameTime) throws {
            while clock.now < end, let packet = try demuxer.next() {
                store.append(packet, at: clock)
                clock.advance(packet.length)
            }
        }
        try append(before: FrameTime(12 * 48_000))
        #expect(store.availableRange.start == .zero)
        let whole = store.byteCounts.memory
        var missedCount = 0
        while let next = cursor.next() {
            missedCount += next.missedCount
            if next.clock.now >= FrameTime(10 * 48_000) { break }
        }
        try append(before: FrameTime(13 * 48_000))
        #expect(missedCount == 0)
        #expect(abs(store.availableRange.start - FrameTime(8 * 48_000)) < 10_000)
        // Dropped in small segments.
        #expect(store.byteCounts.memory < whole / 2)
    }

    @Test("packets without duration cannot take unlimited space")
    func empty() throws {
        let store = TimeShiftStore(window: .seconds(1), memoryLimit: 1 << 16)
        let bytes = try Samples.encoded(["-c:a", "libmp3lame", "-b:a", "128k"], to: "a.mp3")
        var kept = 0
        for _ in 0..<50 {
            var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
            while let packet = try demuxer.next() {
                store.append(packet, at: StreamClock())
                kept += 1
            }
        }
        #expect(kept > 4000)
        let counts = store.byteCounts
        #expect(counts.memory + counts.file < 1000 * 418 + 2 * 4096)
    }

    @Test(
        "a cursor for a frame starts at exactly that frame, and reads hardly more than it needs",
        arguments: [1, 47_999, 48_001, 500_000, 959_999])
    func cursor(frame: Int) throws {
        let bytes = try Self.flac()
        let store = TimeShiftStore(memoryLimit: 1 << 16)
        _ = try Self.fill(store, with: bytes)
        let (start, samples) = try Self.decode(store.cursor(for: FrameTime(Int64(frame))))
        #expect(start.frames <= frame)
        #expect(frame - Int(start.frames) < AudioDecoder.preroll + 10_000)
        let whole = try AudioDecodingTests.decode(bytes).samples
        let offset = 2 * (frame - Int(start.frames))
        #expect(FirstDifference(samples[offset...], from: whole[(2 * frame)...]) == nil)
    }

    /// Adds the packets of `bytes` to `store` repeatedly, from `clock`'s time to `end`.
    static func fill(
        _ store: TimeShiftStore, with bytes: [UInt8], from clock: inout StreamClock,
        to end: Duration
    ) throws {
        while clock.now < FrameTime(end) {
            var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
            while let packet = try demuxer.next() {
                store.append(packet, at: clock)
                clock.advance(packet.length)
            }
        }
    }

    @Test(
        "E4: the file stops growing once the window is full, whatever the packets' sizes",
        arguments: [["-c:a", "flac"], ["-c:a", "libmp3lame", "-b:a", "128k"]])
    func reused(encoding: [String]) throws {
        let name = encoding.contains("flac") ? "a.flac" : "a.mp3"
        let bytes = try Samples.encoded(encoding, to: name, count: 44_100 * 20)
        let store = TimeShiftStore(window: .seconds(10), memoryLimit: 1 << 14)
        var clock = StreamClock()
        try Self.fill(store, with: bytes, from: &clock, to: .seconds(40))
        let once = store.byteCounts.fileSize
        try Self.fill(store, with: bytes, from: &clock, to: .seconds(400))
        #expect(once > 0)
        #expect(store.byteCounts.fileSize < once * 3 / 2)
    }

    @Test("a packet that is larger than a slot is returned whole")
    func largePackets() throws {
        let bytes = try Samples.encoded(
            ["-c:a", "flac", "-frame_size", "8192"], to: "a.flac", count: 441_000,
            expression: "random(0)-0.5|random(1)-0.5")
        let store = TimeShiftStore(memoryLimit: 1 << 14)
        _ = try Self.fill(store, with: bytes)
        #expect(store.byteCounts.file > 0)
        let whole = try AudioDecodingTests.decode(bytes).samples
        #expect(
            FirstDifference(try Self.decode(store.cursor(for: .zero)).samples, from: whole) == nil)
    }

    @Test("E4: if the file reaches its limit, the store keeps less, and reports how much")
    func fullFile() throws {
        let bytes = try Self.flac()
        let store = TimeShiftStore(memoryLimit: 1 << 14, fileLimit: 1 << 18)
        let end = try Self.fill(store, with: bytes)
        let range = store.availableRange
        #expect(range.end == end)
        #expect(range.start > .zero)
        #expect(store.shortage == .frames(range.count))
        #expect(store.byteCounts.fileSize <= 1 << 18)
        let kept = try Self.decode(store.cursor(for: range.start)).samples
        let whole = try AudioDecodingTests.decode(bytes).samples
        #expect(abs(kept.count / 2 - range.count) < 1000)
        #expect(FirstDifference(kept.suffix(4800), from: whole.suffix(4800)) == nil)
        let roomy = TimeShiftStore(window: .seconds(5), memoryLimit: 1 << 14)
        _ = try Self.fill(roomy, with: bytes)
        #expect(roomy.shortage == nil)
    }

    @Test("a reader that falls behind continues with the oldest packet")
    func leftBehind() throws {
        let store = TimeShiftStore(window: .seconds(2))
        let cursor = store.cursor(for: .zero)
        _ = try Self.fill(store, with: Self.flac())
        guard let packet = cursor.next() else {
            Issue.record("no packet")
            return
        }
        #expect(packet.clock.now == store.availableRange.start)
    }

    @Test("a reader waits for packets, for the end, and for cancellation")
    func waiting() throws {
        let store = TimeShiftStore()
        let bytes = try Self.flac()
        let (early, cancelled) = (store.cursor(for: .zero), store.cursor(for: .zero))
        let over = DispatchSemaphore(value: 0)
        let counts = Mutex([0, 0])
        for (index, cursor) in [early, cancelled].enumerated() {
            Thread {
                while let _ = cursor.next() { counts.withLock { $0[index] += 1 } }
                over.signal()
            }.start()
        }
        cancelled.cancel()
        over.wait()
        _ = try Self.fill(store, with: bytes)
        over.wait()
        let packets = counts.withLock { $0 }
        #expect(packets == [192, 0])
    }

    @Test("is released with its last reader, even if that was never cancelled")
    func release() {
        weak var released: TimeShiftStore?
        do {
            let store = TimeShiftStore()
            released = store
            let reading = store.cursor(for: .zero)
            store.finish()
            if reading.next() != nil { Issue.record("there was nothing to be read") }
        }
        #expect(released == nil)
    }
}
