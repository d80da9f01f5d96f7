import AudioSinks
import HTTPAccess
import Interlude
import MediaTime
import TestFiles
import TestServers
import TestSignals
import Testing

/// Where a spot begins in the sound that is heard, against the sample that the stream marks.
@Suite("The spot of a marked break", .timeLimit(.minutes(4)))
struct MarkedSampleTests {
    private static let playlistType = "application/vnd.apple.mpegurl"

    /// Plays a recording of `sound` whose playlist is `text`, and finds the spot.
    private static func play(
        _ sound: SegmentedSound, _ text: String
    ) async throws -> (played: MarkedProgramme, spot: Range<Int>) {
        let playlist = Array((text + "#EXT-X-ENDLIST\n").utf8)
        let server = FaultServer { request, _ in
            if request.target == "/a.m3u8" { return .answer(playlist, type: playlistType) }
            return sound.resource(at: request.target).map { .answer($0) }
                ?? .answer(status: "404 Not Found")
        }
        defer { server.stop() }
        let played = try await MarkedProgramme(
            playing: server.address("/a.m3u8"), of: sound.bytes)
        return (played, try #require(played.spotRange, "\(played.outcome.log)"))
    }

    /// Everything but the spot is the programme, at the place where it would be without the break.
    private static func expectProgrammeAround(_ spot: Range<Int>, in played: MarkedProgramme) {
        let count = min(played.heard.count, played.programme.count)
        for range in [0..<spot.lowerBound, spot.upperBound..<count] {
            #expect(FirstDifference(played.heard[range], from: played.programme[range]) == nil)
        }
        // Two spots one after the other, or as much of them as fits.
        #expect(spot.count > 2 * MarkedProgramme.spotLength - 1152)
    }

    @Test(
        "begins with the first sample of the segment that a tag precedes, in each form of HLS",
        arguments: SegmentedSound.Form.allCases)
    func tag(form: SegmentedSound.Form) async throws {
        let sound = try SegmentedSound(form, count: 5)
        let text = sound.playlist(0..<sound.segments.count) {
            $0 == 2 ? ["#EXT-X-CUE-OUT:1.0"] : $0 == 3 ? ["#EXT-X-CUE-IN"] : []
        }
        let (played, spot) = try await Self.play(sound, text)
        let before = (sound.map ?? []) + Array(sound.segments[..<2].joined())
        let marked = try MarkedProgramme.frames(in: sound.bytes, before: before.count)
        #expect(spot.lowerBound == marked)
        Self.expectProgrammeAround(spot, in: played)
    }

    @Test(
        "begins with the sample at the time of a SCTE-35 section, also inside a codec frame",
        arguments: [96_000, 96_001, 96_003, 97_123, 100_007])
    func splice(sample: Int) async throws {
        var sound = try SegmentedSound(.mpegTS, count: 5)
        let first = try #require(MarkedTransport.firstTime(in: sound.segments[0]))
        // The encoder's priming has the first time.
        let priming = 1024
        let ticks = first + UInt64((sample + priming) * 15 / 8)
        sound.segments[1] = MarkedTransport.marking(
            sound.segments[1], at: ticks, duration: 90_000)
        let (played, spot) = try await Self.play(
            sound, sound.playlist(0..<sound.segments.count))
        #expect(played.delay == priming)
        #expect(spot.lowerBound == sample + played.delay)
        Self.expectProgrammeAround(spot, in: played)
    }

    @Test(
        "begins with the sample at the time of an event message of MP4",
        arguments: [96_001, 97_123, 100_007])
    func message(sample: Int) async throws {
        var sound = try SegmentedSound(.fragmentedMP4, count: 5)
        // The container counts it, and the decoder leaves it out.
        let priming = 1024
        sound.segments[1] = MarkedMP4.marking(
            sound.segments[1], at: UInt64(sample + priming), scale: 48_000, duration: 90_000)
        let (played, spot) = try await Self.play(
            sound, sound.playlist(0..<sound.segments.count))
        #expect(played.delay == 0)
        #expect(spot.lowerBound == sample)
        Self.expectProgrammeAround(spot, in: played)
    }

    @Test(
        "A2: begins with the sample at the date of a date range",
        arguments: [(".0", 96_000), (".25", 108_000), (".2500625", 108_003)])
    func date(fraction: String, sample: Int) async throws {
        let sound = try SegmentedSound(.packedAAC, count: 5)
        let text = sound.playlist(
            0..<sound.segments.count,
            header: [
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z",
                "#EXT-X-DATERANGE:ID=\"1\",START-DATE=\"2026-01-01T00:00:02\(fraction)Z\","
                    + "DURATION=1.0,SCTE35-OUT=0xFC",
            ])
        let (played, spot) = try await Self.play(sound, text)
        // A playlist counts from the first sample of a segment, at the length that it states.
        let segments = try (0...2).map {
            try MarkedProgramme.frames(
                in: sound.bytes, before: sound.segments[..<$0].joined().count)
        }
        #expect(spot.lowerBound == segments[2] + sample - 96_000)
        Self.expectProgrammeAround(spot, in: played)
    }

    @Test(
        "begins with the first codec frame after the byte of an ICY block",
        arguments: [("mp3", 4001, 16), ("mp3", 16_000, 4), ("adts", 4001, 16), ("adts", 999, 64)])
    func block(format: String, interval: Int, blockNumber: Int) async throws {
        let bytes = try Self.encoded(format)
        let outcome = try await Self.played(bytes, interval, markedAt: blockNumber)
        let played = try MarkedProgramme(outcome, of: bytes)
        let spot = try #require(played.spotRange, "\(played.outcome.log)")
        let marked = try MarkedProgramme.frames(in: bytes, before: blockNumber * interval)
        #expect(spot.lowerBound == marked)
        try #require(played.heard.count >= spot.upperBound + 24_000, "\(played.outcome.log)")
        for range in [0..<spot.lowerBound, spot.upperBound..<spot.upperBound + 24_000] {
            #expect(FirstDifference(played.heard[range], from: played.programme[range]) == nil)
        }
    }

    private static func encoded(_ format: String) throws -> [UInt8] {
        let form: SegmentedSound.Form = format == "mp3" ? .packedMP3 : .packedAAC
        return try SegmentedSound(form, count: 1, length: .seconds(8)).bytes
    }

    /// Plays `bytes` as an ICY stream with a marker in one of its blocks, twice as fast as in
    /// real time.
    private static func played(
        _ bytes: [UInt8], _ interval: Int, markedAt number: Int
    ) async throws -> Outcome {
        let text = Array("adw_ad='true';durationMilliseconds='1000';".utf8)
        let block = text + [UInt8](repeating: 0, count: 48 - text.count)
        var body: [UInt8] = []
        for (index, start) in stride(from: 0, to: bytes.count, by: interval).enumerated() {
            if index > 0 { body += index == number ? [3] + block : [0] }
            body += bytes[start..<min(start + interval, bytes.count)]
        }
        let whole = body
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/mpeg", "icy-metaint: \(interval)"),
                .send(whole), .stall,
            ]
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let spot = [Float](
            repeating: MarkedProgramme.level, count: 2 * MarkedProgramme.spotLength)
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        var configuration = SessionConfiguration(source: server.address("/live"))
        configuration.loudness = .off
        configuration.fade = .zero
        // Some of it passes before the first sound, the more the busier the machine is.
        configuration.duration = .seconds(14)
        configuration.markers?.fill = [
            .init(id: 0, title: "spot", audioFileURL: folder.file("spot.wav"))
        ]
        let session = AudioSession(configuration, options: SessionOptions()) {
            let client = WebClient(configuration: WebClientConfiguration())
            return SessionParts(
                sink: try WAVSink(
                    path: folder.file("heard.wav"), format: .float32, clock: .real(speed: 2)),
                clock: .real,
                streams: PlayableStreams(
                    client: client, giveUp: .zero, maxDelay: .seconds(300), for: .bySupply),
                spots: FetchedSpots(client: client))
        }
        let listener = Listener()
        session.addDelegate(listener)
        try session.play()
        let end = await session.ended()
        return Outcome(
            sound: try Sound(readingWAV: folder.file("heard.wav")), records: listener.records,
            calls: listener.calls, end: end, recording: .init())
    }
}
