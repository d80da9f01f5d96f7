import HTTPAccess
import SampleStation
import TestSignals
import Testing

@Suite("Live mounts", .timeLimit(.minutes(1))) struct LiveMountTests {
    @Test("send the burst at once, even while the clock is stopped", arguments: LiveCodec.allCases)
    func burst(codec: LiveCodec) async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(20))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let (head, bytes) = try await client.listen(codec.mountPoint, byteCount: 62_000)
            #expect(bytes.count == 62_000)
            #expect(head[header: "icy-name"] == "Lighthouse Radio")
            #expect(head[header: "icy-metaint"] == nil)
            #expect(head[header: "icy-br"].flatMap { Int($0) } ?? 0 > 50)
            let again = try await client.listen(codec.mountPoint, byteCount: 62_000)
            #expect(FirstDifference(again.bytes, from: bytes) == nil)
        }
    }

    @Test("give two listeners the same frames, whenever they joined", arguments: LiveCodec.allCases)
    func same(codec: LiveCodec) async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 20)
        configuration.queueLimit = 64 << 20
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            // Joins before the others, and listens until it has the same.
            var early = try await client.open(codec.mountPoint).chunks.makeAsyncIterator()
            var heard = try #require(try await early.next())
            _ = try await client.listen(codec.mountPoint, byteCount: 100_000)
            let late = try await client.listen(codec.mountPoint, byteCount: 100_000).bytes
            let skip = try Samples.programme(codec).preamble.count
            let wanted = late[(skip + 4000)..<(skip + 8000)]
            while heard.firstRange(of: wanted) == nil {
                let chunk = try #require(try await early.next())
                heard = Array(heard.suffix(wanted.count)) + chunk
            }
        }
    }

    @Test("drop a listener that takes nothing, and count the others")
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
            await #expect(throws: HTTPAccessError.self) {
                try await response.forEachChunk { _ in
                    // Nothing more is read before this returns.
                    while try await client.get("/api/sessions/\(session)/streams/1")
                        .json(LiveStream.self).listeners > 0
                    {}
                }
            }
        }
    }

    @Test("leave files where they are, with the right type")
    func files() async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            let client = StationClient(base: addresses.url)
            for spot in addresses.spots {
                let answer = try await client.get(spot.audioFileURL)
                let path = spot.audioFileURL.dropFirst(addresses.url.count + 1)
                #expect(try answer.body == Samples.bytes(String(path)))
                #expect(answer.contentType?.hasPrefix("audio/") == true)
            }
            for banner in addresses.banners {
                let type = try await client.get(banner).contentType
                #expect(type?.hasPrefix("image/") == true)
            }
            #expect(try await client.get("/spots/none.mp3").status == 404)
            #expect(try await client.get("/spots/..%2Fstation.json").status == 404)
        }
    }

    @Test("refuse a port that is taken, in one line")
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
