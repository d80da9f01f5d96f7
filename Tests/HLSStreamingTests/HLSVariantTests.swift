import HLSPlaylists
import HLSStreaming
import MediaTime
import Testing

@Suite("HLS client, variants")
struct HLSVariantTests {
    static func playlist(_ lines: String...) throws -> HLSPlaylist {
        try HLSPlaylist(parsing: Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8))
    }

    static func audio(_ rates: Int...) throws -> HLSPlaylist { try audio(rates) }

    static func audio(_ rates: [Int]) throws -> HLSPlaylist {
        let lines = rates.flatMap {
            ["#EXT-X-STREAM-INF:BANDWIDTH=\($0),CODECS=\"mp4a.40.2\"", "\($0).m3u8"]
        }
        return try HLSPlaylist(parsing: Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8))
    }

    static func choices(_ playlist: HLSPlaylist) throws -> (all: [String?], first: Int?) {
        var client = try HLSClient(playlist, givingUpAfter: nil, at: .zero)
        var first: Int?
        for case .loadPlaylist(let request) in client.begin(at: .zero) { first = request.choice }
        return (client.playlists.map(\.uri), first)
    }

    @Test("of variants with audio only, the best up to 400 kb/s is played first")
    func audioOnly() throws {
        let (all, first) = try Self.choices(Self.audio(256_000, 64_000, 1_411_000, 128_000))
        #expect(all == ["64000.m3u8", "128000.m3u8", "256000.m3u8", "1411000.m3u8"])
        #expect(first == 2)
    }

    @Test(
        "400 kb/s is still what a stream may begin with", arguments: [(400_000, 1), (400_001, 0)])
    func bound(rate: Int, expected: Int) throws {
        #expect(try Self.choices(Self.audio(64_000, rate)).first == expected)
    }

    @Test("the default audio of a group is played instead of the video that names it")
    func renditions() throws {
        let (all, first) = try Self.choices(
            Self.playlist(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"de\",URI=\"de.m3u8\"",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",DEFAULT=YES,URI=\"en.m3u8\"",
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"a\",NAME=\"x\",DEFAULT=YES,URI=\"x.m3u8\"",
                "#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS=\"avc1.4d,mp4a.40.2\",AUDIO=\"a\"",
                "hi.m3u8",
                "#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.4d,mp4a.40.2\",AUDIO=\"a\"",
                "lo.m3u8"))
        #expect(all == ["en.m3u8"])
        #expect(first == 0)
    }

    @Test("where the audio is in the video, the lowest bandwidth is played")
    func muxed() throws {
        let (all, first) = try Self.choices(
            Self.playlist(
                "#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720", "hi.m3u8",
                "#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360", "lo.m3u8"))
        #expect(all == ["lo.m3u8", "hi.m3u8"])
        #expect(first == 0)
    }

    @Test("a list without audio is refused")
    func noAudio() throws {
        let playlist = try Self.playlist(
            "#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.4d401f\"", "lo.m3u8")
        #expect(throws: HLSFailure.noAudio) {
            try HLSClient(playlist, givingUpAfter: nil, at: .zero)
        }
    }

    static func run(_ networkRate: Double) throws -> ClientRun {
        var run = try ClientRun(ModelStation(), Self.audio(64_000, 128_000, 256_000))
        run.rates = [64_000, 128_000, 256_000]
        run.networkRate = networkRate
        return run
    }

    static func played(_ run: ClientRun) -> [Int] {
        run.deliveries.map(\.request.choice).reduce(into: []) { choices, choice in
            if choices.last != choice { choices.append(choice) }
        }
    }

    @Test("a network that is too slow gets a lower playlist, at the same segment and as a new run")
    func down() throws {
        var run = try Self.run(1_000_000)
        try run.run(until: .seconds(60))
        #expect(Self.played(run) == [2])
        run.networkRate = 280_000
        try run.run(until: .seconds(180))
        #expect(Self.played(run).prefix(2) == [2, 1])
        let sequences = run.deliveries.map(\.request.sequence)
        #expect(sequences == Array(sequences[0]..<sequences[0] + sequences.count))
        #expect(run.deliveries.allSatisfy { $0.request.joint == .continued })
        #expect(run.buffered > .zero)
        #expect(run.problems == [])
    }

    @Test("a network that is quick again gets the higher playlist back, after a while")
    func up() throws {
        var run = try Self.run(1_000_000)
        try run.run(until: .seconds(30))
        try run.send(.shortage)
        try run.run(until: .seconds(200))
        #expect(Self.played(run) == [2, 1, 2])
        let changes = zip(run.deliveries, run.deliveries.dropFirst()).filter {
            $0.0.request.choice != $0.1.request.choice
        }
        #expect(changes[1].1.time - changes[0].1.time >= .seconds(20))
    }

    @Test("a higher playlist that is too much is tried ever more rarely")
    func patience() throws {
        var run = try Self.run(800_000)
        // It needs more than it says.
        run.rates[2] = 1_000_000
        try run.run(until: .seconds(3600))
        let tries = run.others.filter { if case .cancelMedia = $0.effect { true } else { false } }
        #expect((3...12).contains(tries.count))
        #expect(run.buffered > .zero)
    }

    @Test("a segment that does not end is dropped for a lower playlist")
    func stuck() throws {
        var run = try Self.run(1_000_000)
        try run.run(until: .seconds(60))
        run.networkRate = 20_000
        try run.run(until: .seconds(70))
        #expect(run.others.contains { if case .cancelMedia = $0.effect { true } else { false } })
    }

    @Test("a slow network has half a minute for the first segment, and then a lower playlist plays")
    func slowStart() throws {
        var run = try Self.run(200_000)
        try run.run(until: .seconds(120))
        #expect(Self.played(run).first == 1)
        #expect(run.buffered > .zero)
        var none = try Self.run(200)
        try none.run(until: .seconds(120))
        #expect(none.deliveries.isEmpty)
        #expect(none.others.last?.effect == .giveUp(.standstill))
        #expect(none.others.last?.time == .seconds(30))
    }

    @Test("a playlist that is missing is replaced by another one")
    func failover() throws {
        var run = try Self.run(1_000_000)
        run.onPlaylist = { request, now in request.choice == 2 ? .fail(.absent) : .state(at: now) }
        try run.run(until: .seconds(60))
        #expect(Self.played(run) == [1])
        #expect(run.buffered > .seconds(6))
    }

    @Test(
        "a stream that cannot be decrypted is refused, and one with AES-128 is not",
        arguments: [
            ("METHOD=SAMPLE-AES,URI=\"k\"", "SAMPLE-AES"),
            ("METHOD=SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"x\"", "SAMPLE-AES-CTR"),
            ("METHOD=AES-128,URI=\"k\",KEYFORMAT=\"com.drm\"", "AES-128 by com.drm"),
            ("METHOD=AES-128,URI=\"k\"", nil),
        ] as [(String, String?)])
    func encryption(_ key: String, _ refused: String?) throws {
        var station = ModelStation()
        station.header = ["#EXT-X-KEY:\(key)"]
        var run = try ClientRun(station)
        try run.run(until: .seconds(30))
        if let refused {
            #expect(run.others.map(\.effect) == [.fail(.encrypted(method: refused))])
        } else {
            #expect(run.deliveries.allSatisfy { $0.request.key?.uri == "k" })
            #expect(run.deliveries.count > 4)
        }
    }
}
