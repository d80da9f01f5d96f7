import MediaTime
import StreamFetching
import Testing

@testable import AudioDecoding

/// What a packet is known by.
struct PacketNote: Equatable {
    let fingerprint: PacketFingerprint
    let position: Int
    let length: SampleCount
    let trimmed: [Int]
    let skipped: [Int]

    init(_ packet: borrowing Packet) {
        fingerprint = packet.fingerprint
        position = packet.bytePosition
        length = packet.length
        trimmed = [packet.trimmed.start, packet.trimmed.end]
        skipped = [packet.skippedSamples.start, packet.skippedSamples.end]
    }

    /// The packets of `bytes`.
    static func all(in bytes: [UInt8]) throws -> [PacketNote] {
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var notes: [PacketNote] = []
        while let packet = try demuxer.next() { notes.append(PacketNote(packet)) }
        return notes
    }
}

@Suite("Packets")
struct PacketTests {
    static let encodings: [(String, [String])] = [
        ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
        ("b.mp3", ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"]),
        ("a.m4a", ["-c:a", "aac"]),
        ("a.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]),
        ("a.aac", ["-c:a", "aac"]),
        ("a.flac", ["-c:a", "flac"]),
        ("a.opus", ["-c:a", "libopus"]),
        ("a.ogg", ["-c:a", "libvorbis"]),
        ("a.wav", ["-c:a", "pcm_s16le"]),
    ]

    @Test("have lengths that add up to the sound", arguments: encodings)
    func lengths(encoding: (String, [String])) throws {
        let bytes = try Samples.encoded(encoding.1, to: encoding.0)
        let spot = try decode(bytes)
        var clock = StreamClock()
        for note in try PacketNote.all(in: bytes) { clock.advance(note.length) }
        #expect(clock.now - FrameTime.zero == spot.frameCount)
    }

    @Test(
        "say what will be trimmed",
        arguments: [
            ("a.mp3", [1105, 271]), ("a.m4a", [1024, 352]), ("a.mp4", [1024, 0]),
            ("a.aac", [0, 0]), ("a.flac", [0, 0]), ("a.opus", [312, 0]),
        ])
    func trimmed(name: String, trimmed: [Int]) throws {
        let arguments = try #require(Self.encodings.first { $0.0 == name }).1
        let notes = try PacketNote.all(in: Samples.encoded(arguments, to: name))
        #expect(notes.reduce(0) { $0 + $1.trimmed[0] } == trimmed[0])
        if name != "a.opus" { #expect(notes.reduce(0) { $0 + $1.trimmed[1] } == trimmed[1]) }
    }

    @Test("begin at their places in the bytes, one after the other", arguments: ["b.mp3", "a.aac"])
    func positions(name: String) throws {
        let arguments = try #require(Self.encodings.first { $0.0 == name }).1
        var demuxer = try Demuxer(
            reading: MemoryByteReader(Samples.encoded(arguments, to: name)))
        var position = 0
        while let packet = try demuxer.next() {
            #expect(packet.bytePosition == position)
            position += packet.byteCount
        }
        #expect(position > 20_000)
    }

    @Test("of a later link of an Ogg stream have places in the whole of it")
    func linkPositions() throws {
        let link = try ChainTests.link("libopus", rate: 48_000)
        let notes = try PacketNote.all(in: link + link)
        let alone = try PacketNote.all(in: link)
        #expect(notes.count == 2 * alone.count)
        #expect(notes.prefix(alone.count) == alone[...])
        for (later, earlier) in zip(notes.dropFirst(alone.count), alone) {
            #expect(later.position == earlier.position + link.count)
        }
    }

    @Test(
        "show whether they are whole, as far as they can",
        arguments: [("b.mp3", true), ("a.aac", true), ("a.flac", true), ("a.opus", false)])
    func whole(name: String, canTell: Bool) throws {
        let arguments = try #require(Self.encodings.first { $0.0 == name }).1
        var demuxer = try Demuxer(
            reading: MemoryByteReader(Samples.encoded(arguments, to: name)))
        while let packet = try demuxer.next() {
            let before = packet.isWhole
            packet.packet.pointee.size -= 1
            let after = packet.isWhole
            #expect(before)
            #expect(after == !canTell)
        }
    }

    @Test("without a readable header count as whole")
    func unreadable() throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3")
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        guard let packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        packet.packet.pointee.data[0] = 0
        let (header, isWhole) = (packet.frameHeader, packet.isWhole)
        #expect(header == nil)
        #expect(isWhole)
    }

    @Test("that continue another stream keep the sound that a decoder would have trimmed")
    func continued() throws {
        let bytes = try ChainTests.link("libopus", rate: 48_000)
        var earlier = try Demuxer(reading: MemoryByteReader(bytes))
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        guard let first = try earlier.next(), var packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        #expect(packet.trimmed.start == 312)
        #expect(packet.length.samples == 960 - 312)
        // The container tells the decoder nothing of it, as it does in the middle of a stream.
        packet.skip(start: 0, end: 0)
        packet.goOn(from: first.stream)
        #expect(packet.stream === first.stream)
        #expect(packet.trimmed.start == 0)
        #expect(packet.length == SampleCount(960, rate: 48_000))
    }

    @Test("that continue another stream are still trimmed where they say so themselves")
    func continuedWithTag() throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3")
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        guard var packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        let before = PacketNote(packet)
        #expect(before.skipped[0] == 1105)
        packet.goOn(from: packet.stream)
        #expect(PacketNote(packet) == before)
    }

    @Test(
        "of an MP4 end with the duration of the track, if it has one",
        arguments: [
            (0, [1024, 1024, 1024]), (-1, [1024, 1024, 1024]), (.min, [1024, 1024, 1024]),
            (2500, [1024, 1024, 452]), (2048, [1024, 1024, 0]), (1, [1, 0, 0]),
        ] as [(Int64, [Int])])
    func duration(duration: Int64, lengths: [Int]) throws {
        var demuxer = try Demuxer(
            reading: MemoryByteReader(Samples.encoded(["-c:a", "aac"], to: "a.m4a")))
        // The first packet is priming, of which its own data tell.
        _ = try demuxer.next()
        var trim = PacketTrim(demuxer.stream, duration: duration, isFragmented: false)
        var found: [Int] = []
        while found.count < 3, var packet = try demuxer.next() {
            trim.measure(&packet)
            found.append(packet.length.samples)
        }
        #expect(found == lengths)
    }

    @Test(
        "of MP3 from the middle have no length until their data is complete", arguments: [20, 33])
    func reservoir(first: Int) throws {
        let bytes = try Samples.encoded(
            ["-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0", "-id3v2_version", "0"],
            to: "a.mp3", rate: 48_000)
        var frames: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let header = FrameHeader(rest), header.size <= rest.count {
            frames.append(rest.prefix(header.size))
            rest = rest.dropFirst(header.size)
        }
        var demuxer = try Demuxer(reading: MemoryByteReader(Array(frames[first...].joined())))
        var reservoir = BitReservoir()
        var room = 0
        var lostCount = 0
        while var packet = try demuxer.next() {
            guard let frame = packet.layer3Frame else { continue }
            reservoir.take(&packet)
            if room < 511, frame.backStep > room {
                lostCount += 1
                #expect(packet.length.samples == 0)
                #expect(packet.trimmed.start == 1152)
                #expect(packet.skippedSamples.start == 1152)
            } else {
                #expect(packet.length.samples == 1152)
                #expect(packet.trimmed.start == 0)
            }
            room += frame.roomByteCount
        }
        #expect((1...3).contains(lostCount))
    }

    @Test("of other codecs pass the bit reservoir as they are")
    func otherReservoir() throws {
        let bytes = try Samples.encoded(["-c:a", "aac"], to: "a.aac")
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var reservoir = BitReservoir()
        while var packet = try demuxer.next() {
            reservoir.take(&packet)
            let frame = packet.layer3Frame
            #expect(frame == nil)
            #expect(packet.length.samples == 1024)
        }
        #expect(reservoir == BitReservoir())
    }
}
