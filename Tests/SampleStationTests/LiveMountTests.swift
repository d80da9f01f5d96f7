import AsyncHTTPClient
import SampleStation
import Testing

@Suite("Live mounts", .timeLimit(.minutes(1))) struct LiveMountTests {
    @Test("send the burst at once, though the clock stands still", arguments: LiveCodec.allCases)
    func burst(codec: LiveCodec) async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(20))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let (headers, bytes) = try await client.listen(codec.mountPoint, byteCount: 62_000)
            #expect(bytes.count == 62_000)
            #expect(headers.first(name: "icy-name") == "Lighthouse Radio")
            #expect(headers.first(name: "icy-metaint") == nil)
            #expect(headers.first(name: "icy-br").flatMap { Int($0) } ?? 0 > 50)
            let again = try await client.listen(codec.mountPoint, byteCount: 62_000)
            #expect(again.bytes == bytes)
        }
    }

    @Test("tell titles after exactly every interval, as the programme goes on")
    func icy() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 100)
        configuration.metadataInterval = 4000
        let programme = try Samples.programme(.mp3)
        let titles = configuration.media.manifest.programme.titles.map(\.title)
        try await SampleStation.withStation(configuration) { addresses in
            let (headers, woven) = try await StationClient(base: addresses.url).listen(
                "/live.mp3", headers: ["Icy-MetaData": "1"], byteCount: 1_400_000)
            #expect(headers.first(name: "icy-metaint") == "4000")
            let (audio, told) = ICYReading.take(apart: woven, interval: 4000)
            let frames = Array(FrameWalker<MP3FrameHeader>(audio))
            #expect(frames.reduce(0) { $0 + $1.frame.bytes.count } > audio.count - 1000)
            let count = programme.timeline.frameCount
            #expect(frames.count > count)
            let first = try #require(told.first.map { $0.dropFirst(13).dropLast(2) })
            let start = try #require(titles.firstIndex { $0 == first })
            let expected = (0..<told.count).map {
                "StreamTitle='\(titles[(start + $0) % titles.count])';"
            }
            #expect(told == expected)
            #expect(told.count >= titles.count)
        }
    }

    @Test("give two listeners the same frames, whenever they came", arguments: LiveCodec.allCases)
    func same(codec: LiveCodec) async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 20)
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            async let early = client.listen(codec.mountPoint, byteCount: 400_000).bytes
            _ = try await client.listen(codec.mountPoint, byteCount: 100_000)
            let late = try await client.listen(codec.mountPoint, byteCount: 100_000).bytes
            let skip = try Samples.programme(codec).preamble.count
            let wanted = late[(skip + 4000)..<(skip + 8000)]
            #expect(try await early.firstRange(of: wanted) != nil)
        }
    }

    @Test("are decoded by ffmpeg without an error", arguments: LiveCodec.allCases)
    func ffmpeg(codec: LiveCodec) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            let tool = try await Tool.run(
                "ffmpeg", "-nostdin", "-v", "warning", "-i", addresses.url + codec.mountPoint,
                "-t", "3", "-f", "null", "-")
            #expect(tool.status == 0)
            #expect(tool.errors == "")
        }
    }

    @Test("are decoded over the seam of the programme too", arguments: LiveCodec.allCases)
    func seam(codec: LiveCodec) async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 50)
        try await SampleStation.withStation(configuration) { addresses in
            let tool = try await Tool.run(
                "ffmpeg", "-nostdin", "-v", "warning", "-i", addresses.url + codec.mountPoint,
                "-t", "100", "-f", "null", "-")
            #expect(tool.status == 0)
            #expect(tool.errors == "")
        }
    }

    @Test("drop a listener who takes nothing, and count those who are there")
    func slow() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 1000)
        configuration.queueLimit = 100_000
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let answer = try await client.post(
                "/api/sessions", SessionRequest(apiKey: "sample-key", customerToken: "sample-token")
            )
            let session = try answer.json(SessionAnswer.self).sessionId
            let response = try await client.open("/live.mp3")
            var iterator = response.body.makeAsyncIterator()
            _ = try await iterator.next()
            var listeners = 1
            while listeners > 0 {
                listeners = try await client.get("/api/sessions/\(session)/streams/1")
                    .json(LiveStream.self).listeners
            }
            await #expect(throws: (any Error).self) {
                while try await iterator.next() != nil {}
            }
        }
    }

    @Test("leaves files where they are, under the right type")
    func files() async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            let client = StationClient(base: addresses.url)
            for spot in addresses.spots {
                let answer = try await client.get(spot.audioFileURL)
                let path = spot.audioFileURL.dropFirst(addresses.url.count + 1)
                #expect(try answer.body == Samples.bytes(String(path)))
                #expect(answer.headers.first(name: "content-type")?.hasPrefix("audio/") == true)
            }
            for banner in addresses.banners {
                let type = try await client.get(banner).headers.first(name: "content-type")
                #expect(type?.hasPrefix("image/") == true)
            }
            #expect(try await client.get("/spots/none.mp3").status == 404)
            #expect(try await client.get("/spots/..%2Fstation.json").status == 404)
        }
    }

    @Test("are refused a port that is taken, in one line")
    func port() async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            var second = try Samples.configuration()
            let port = try #require(Int(addresses.url.split(separator: ":").last ?? ""))
            second.port = port
            let configuration = second
            await #expect(throws: StationError.portTaken(host: "127.0.0.1", port: port)) {
                try await SampleStation.withStation(configuration) { _ in }
            }
        }
    }
}
