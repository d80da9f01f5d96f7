import MediaTime
import StreamFetching
import Testing

@testable import AudioDecoding

@Suite("A stored packet")
struct StoredPacketTests {
    /// What is known of a packet besides its bytes.
    private struct Place: Equatable {
        let start: FrameTime
        let entry: AudioDecoder.Entry
        let succession: AudioDecoder.Succession
        let missedCount: Int
    }

    private static func next(of cursor: TimeShiftCursor) -> Place? {
        guard let timed = cursor.next() else { return nil }
        return Place(
            start: timed.clock.now, entry: timed.entry, succession: timed.succession,
            missedCount: timed.missedCount)
    }

    @Test(
        "is the same when it comes back",
        arguments: PacketTests.encodings.map(\.0), [0, 1 << 24])
    func same(name: String, memoryLimit: Int) throws {
        let arguments = try #require(PacketTests.encodings.first { $0.0 == name }).1
        let bytes = try Samples.encoded(arguments, to: name)
        let store = TimeShiftStore(memoryLimit: memoryLimit)
        _ = try TimeShiftTests.fill(store, with: bytes)
        #expect((store.byteCounts.file > 0) == (memoryLimit == 0))
        let cursor = store.cursor(for: .zero)
        var notes: [PacketNote] = []
        var clock = StreamClock()
        while let timed = cursor.next() {
            #expect(timed.clock.now == clock.now)
            #expect(timed.entry == (notes.isEmpty ? .beginning : .middle))
            #expect(timed.succession == .following)
            #expect(timed.missedCount == 0)
            clock.advance(timed.packet.length)
            notes.append(PacketNote(timed.packet))
        }
        #expect(try notes == PacketNote.all(in: bytes))
    }

    /// The first packet of an MP3.
    private static func withPacket(_ body: (borrowing Packet) throws -> Void) throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame", "-write_xing", "0"], to: "a.mp3")
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        guard let packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        try body(packet)
    }

    private static func clock(at second: Int) -> StreamClock {
        StreamClock(at: FrameTime(Int64(second * FrameTime.rate)))
    }

    @Test("is kept for five minutes unless told otherwise")
    func window() throws {
        try Self.withPacket { packet in
            let store = TimeShiftStore()
            for second in stride(from: 0, through: 400, by: 10) {
                store.append(packet, at: Self.clock(at: second))
            }
            // The packet at 100 s ends before the window begins, but the one after begins later.
            #expect(store.availableRange.start == Self.clock(at: 100).now)
            #expect(store.availableRange.end - Self.clock(at: 400).now == 1254)
            #expect(store.shortage == nil)
        }
    }

    @Test("is in memory up to 16 MiB unless told otherwise")
    func memory() throws {
        let bytes = try Samples.encoded(
            ["-c:a", "pcm_s32le"], to: "a.wav", rate: 48_000, count: 48_000)
        let store = TimeShiftStore()
        var clock = StreamClock()
        try TimeShiftTests.fill(store, with: bytes, from: &clock, to: .seconds(55))
        let counts = store.byteCounts
        #expect((15 << 20...16 << 20).contains(counts.memory))
        #expect(counts.memory + counts.file == 55 * 384_000)
    }

    @Test("is dropped for a newer one if there are more than milliseconds in the window")
    func count() throws {
        try Self.withPacket { packet in
            let store = TimeShiftStore(window: .milliseconds(100))
            let cursor = store.cursor(for: .zero)
            for frame in 0..<105 {
                store.append(packet, at: StreamClock(at: FrameTime(Int64(frame))))
            }
            #expect(store.availableRange.start == FrameTime(5))
            #expect(store.shortage == .frames(104 + 1254 - 5))
            let place = Self.next(of: cursor)
            #expect(place?.missedCount == 5)
            #expect(place?.start == FrameTime(5))
            // One that is wholly kept again says so.
            store.append(packet, at: Self.clock(at: 5))
            #expect(store.shortage == nil)
        }
    }

    @Test("keeps how it follows the one before")
    func succession() throws {
        try Self.withPacket { packet in
            let store = TimeShiftStore()
            store.append(packet, at: Self.clock(at: 0))
            store.append(packet, at: Self.clock(at: 1), .broken)
            store.finish()
            let cursor = store.cursor(for: .zero)
            #expect(Self.next(of: cursor)?.succession == .following)
            #expect(Self.next(of: cursor)?.succession == .broken)
            #expect(Self.next(of: cursor) == nil)
        }
    }

    @Test(
        "is found a second before the wanted one, or where its stream begins",
        arguments: [
            (0, 0, 0), (1, 0, 0), (2, 0, 1), (2, -1, 0), (3, 0, 2), (6, 1, 5), (99, 0, 8),
        ])
    func found(wanted: Int, offset: Int, found: Int) throws {
        try Self.withPacket { packet in
            let store = TimeShiftStore()
            for second in 0..<10 { store.append(packet, at: Self.clock(at: second)) }
            let cursor = store.cursor(for: Self.clock(at: wanted).now + offset)
            #expect(Self.next(of: cursor)?.start == Self.clock(at: found).now)
        }
    }

    @Test("of a stream that begins before the wanted frame is not preceded by another stream's")
    func beginning() throws {
        try Self.withPacket { first in
            try Self.withPacket { second in
                let store = TimeShiftStore()
                for second in 0..<5 { store.append(first, at: Self.clock(at: second)) }
                for later in 5..<10 { store.append(second, at: Self.clock(at: later)) }
                let cursor = store.cursor(for: Self.clock(at: 5).now + 10)
                let place = Self.next(of: cursor)
                #expect(place?.start == Self.clock(at: 5).now)
                #expect(place?.entry == .beginning)
            }
        }
    }

    @Test("comes before the end, with the reason why no more come")
    func failure() throws {
        struct Lost: Error {}
        try Self.withPacket { packet in
            let store = TimeShiftStore()
            #expect(store.availableRange.count == 0)
            store.append(packet, at: Self.clock(at: 0))
            #expect(store.failure == nil)
            store.finish(because: Lost())
            #expect(store.failure is Lost)
            let cursor = store.cursor(for: .zero)
            #expect(Self.next(of: cursor) != nil)
            #expect(Self.next(of: cursor) == nil)
        }
    }
}
