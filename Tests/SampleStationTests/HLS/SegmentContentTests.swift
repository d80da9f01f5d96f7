import HLSPackaging
import AdCues
import Foundation
import SampleStation
import TestFiles
import TestServers
import Testing

@Suite("Segments of each form", .timeLimit(.minutes(2))) struct SegmentContentTests {
    @Test(
        "decode to the same samples as the frames themselves, without a complaint of ffmpeg",
        arguments: HLSForm.allCases)
    func samples(form: HLSForm) async throws {
        let programme = try Samples.segmented(form.codec)
        // Over the seam of the programme.
        let seam = programme.completeCount(at: .zero) - 1
        let files = try SegmentFolder(form, of: programme, segments: (seam - 1)..<(seam + 3))
        let frames = files.frames.flatMap { programme.programme.bytes(of: $0) }
        let raw = try files.folder.write(frames, to: "frames.\(form.codec.rawValue)")
        let (heard, expected) = try await onThread {
            (try Self.decoded(files.playlist), try Self.decoded(raw))
        }
        #expect(heard.errors == "")
        #expect(heard.digest == expected.digest)
    }

    @Test(
        "have continuous times, from any segment on and at the seam", arguments: HLSForm.allCases)
    func times(form: HLSForm) async throws {
        let programme = try Samples.segmented(form.codec)
        let seam = programme.completeCount(at: .zero) - 1
        let files = try SegmentFolder(form, of: programme, segments: (seam - 1)..<(seam + 3))
        let output = try await onThread {
            try Command([
                "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
                "packet=pts_time",
                "-of", "csv=p=0", files.playlist,
            ]).successful().output
        }
        let times = output.split(whereSeparator: { $0.isNewline || $0 == "," })
            .compactMap { Double($0) }
        try #require(times.count == files.frames.count)
        let rate = Double(programme.programme.timeline.sampleRate)
        for (time, frame) in zip(times, files.frames) {
            let samples = programme.programme.timeline.samples(before: frame)
            // A tick of 90 kHz, and libavformat's microseconds. It counts the time of packed MP3
            // from the frames that it has read ahead at the join, up to three.
            let readAhead = form == .mp3 ? 3 * 1152 / rate : 0
            #expect(abs(time - Double(samples) / rate - 10) < 2.0 / 90_000 + readAhead)
        }
    }

    @Test("are the same for each request", arguments: HLSForm.allCases)
    func reproducible(form: HLSForm) throws {
        let programme = try Samples.segmented(form.codec, breaks: Samples.breaks)
        let dialects: [MarkerDialect] = [.id3, .scte35]
        let first = try #require(SegmentWriter(form, of: programme, markers: dialects))
        let second = try #require(SegmentWriter(form, of: programme, markers: dialects))
        for segment in [0, 20, 41, 1_000_000] {
            #expect(first.segment(segment) == second.segment(segment))
        }
    }

    @Test("count the packets of each stream of MPEG-TS without a gap, with markers")
    func counters() throws {
        let programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        let writer = try #require(
            SegmentWriter(.ts, of: programme, markers: [.id3, .scte35]))
        var next: [UInt16: UInt8] = [:]
        var frames: [UInt8] = []
        for segment in 0..<90 {
            let bytes = writer.segment(segment)
            #expect(bytes.count.isMultiple(of: 188))
            for start in stride(from: 0, to: bytes.count, by: 188) {
                let packet = TestPacket(bytes[start..<start + 188])
                #expect(packet.syncByte == 0x47)
                if let counter = next[packet.stream] { #expect(packet.counter == counter) }
                next[packet.stream] = (packet.counter + 1) & 0x0f
                if packet.stream == 0x100 {
                    frames += packet.beginsUnit ? packet.payload.dropFirst(14) : packet.payload
                }
            }
        }
        #expect(Set(next.keys) == [0, 0x1000, 0x100, 0x101, 0x102])
        let expected = (0..<programme.frames(of: 90).lowerBound).flatMap {
            programme.programme.bytes(of: $0)
        }
        #expect(frames == expected)
    }

    @Test("of packed audio begin with the time of their first sample", arguments: [0, 40, 50_000])
    func packedTime(segment: Int) throws {
        for form in [HLSForm.aac, .mp3] {
            let programme = try Samples.segmented(form.codec)
            let writer = try #require(SegmentWriter(form, of: programme, markers: []))
            let tag = try ID3Tag(parsing: writer.segment(segment))
            let frame = programme.frames(of: segment).lowerBound
            #expect(tag.transportStreamTimestamp?.ticks == programme.mediaTime(of: frame).ticks)
            let samples = programme.programme.timeline.samples(before: frame)
            let rate = programme.programme.timeline.sampleRate
            let ticks = (Double(samples) * 90_000 / Double(rate)).rounded() + 900_000
            let expected = Int(ticks) % (1 << 33)
            #expect(tag.transportStreamTimestamp.map { Int($0.ticks) } == expected)
        }
    }

    @Test("of MP4 hold the frames without their headers")
    func rawFrames() throws {
        let programme = try Samples.segmented(.aac)
        let writer = try #require(SegmentWriter(.fmp4, of: programme, markers: []))
        let box = try #require(TestBox.boxes(in: writer.segment(9)[...]).last)
        let frames = programme.frames(of: 9).flatMap {
            programme.programme.bytes(of: $0).dropFirst(7)
        }
        #expect(box.type == "mdat" && Array(box.content) == frames)
    }

    @Test("cannot be MP4 if a frame has several blocks")
    func blocks() throws {
        var file = try Samples.bytes("programme/programme.aac")
        for (frame, _) in FrameWalker<ADTSFrameHeader>(file) {
            file[frame.bytes.lowerBound + 6] |= 1
        }
        let programme = SegmentedProgramme(
            try LiveProgramme(.aac, file: file, path: "a.aac"), segmentLength: .seconds(4),
            windowCount: 8, breaks: nil)
        #expect(SegmentWriter(.fmp4, of: programme, markers: []) == nil)
        #expect(SegmentWriter(.aac, of: programme, markers: []) != nil)
    }

    /// What ffmpeg decodes, as a digest of the samples.
    private static func decoded(_ path: String) throws -> (digest: String, errors: String) {
        let command = try Command([
            "ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "a", "-f", "md5", "-",
        ]).successful()
        // Raw frames of MP3 have no length in them, and ffmpeg's own times of packed MP3 overlap.
        let expected = ["Estimating duration", "Non-monotonous DTS"]
        let errors = command.errors.split(separator: "\n")
            .filter { line in !expected.contains { line.contains($0) } }.joined(separator: "\n")
        return (command.output, errors)
    }
}

/// A packet of a transport stream.
struct TestPacket {
    let syncByte: UInt8
    let stream: UInt16
    let counter: UInt8
    let beginsUnit: Bool
    let payload: ArraySlice<UInt8>

    init(_ packet: ArraySlice<UInt8>) {
        let bytes = Array(packet)
        syncByte = bytes[0]
        stream = UInt16(bytes[1] & 0x1f) << 8 | UInt16(bytes[2])
        counter = bytes[3] & 0x0f
        beginsUnit = bytes[1] & 0x40 != 0
        let adaptation = bytes[3] & 0x20 == 0 ? 0 : 1 + Int(bytes[4])
        payload = bytes[(4 + adaptation)...]
    }
}
