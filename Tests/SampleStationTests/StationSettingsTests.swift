import HTTPAccess
import Testing

@testable import SampleStation

@Suite("Settings of the station", .timeLimit(.minutes(1))) struct StationSettingsTests {
    @Test("are those of its documentation unless others are given")
    func defaults() throws {
        let configuration = try Samples.configuration()
        #expect(configuration.host == "127.0.0.1" && configuration.port == 0)
        #expect(configuration.burst == 65_536 && configuration.queueLimit == 524_288)
        #expect(configuration.metadataInterval == 16_000)
        #expect(configuration.preStreamInterval == .seconds(600))
        #expect(configuration.apiKey == "sample-key")
        #expect(configuration.customerToken == "sample-token")
        #expect(configuration.truexSecret == "sample-secret")
    }

    @Test(
        "give addresses that a player on the same machine can open",
        arguments: [
            ("127.0.0.1", "http://127.0.0.1:80"), ("0.0.0.0", "http://127.0.0.1:80"),
            ("", "http://127.0.0.1:80"), ("::", "http://[::1]:80"), ("::1", "http://[::1]:80"),
            ("radio.example", "http://radio.example:80"),
        ])
    func addresses(host: String, base: String) {
        #expect(StationAddresses.base(host: host, port: 80) == base)
    }

    @Test("may name the port of a station that has just ended, with its listeners")
    func samePort() async throws {
        let port = try await SampleStation.withStation(Samples.configuration()) { addresses in
            _ = try await StationClient(base: addresses.url).listen("/live.mp3", byteCount: 1_000)
            return try #require(addresses.url.split(separator: ":").last.flatMap { Int($0) })
        }
        var configuration = try Samples.configuration()
        configuration.port = port
        try await SampleStation.withStation(configuration) { addresses in
            #expect(addresses.url == "http://127.0.0.1:\(port)")
            let answer = try await StationClient(base: addresses.url).get("/api/log")
            #expect(answer.status == 200)
        }
    }

    @Test("are refused with the host and the port where the station cannot listen")
    func foreignAddress() async throws {
        var configuration = try Samples.configuration()
        configuration.host = "192.0.2.1"
        configuration.port = 18_000
        let wrong = configuration
        let error = await #expect(throws: StationError.self) {
            try await SampleStation.withStation(wrong) { _ in }
        }
        #expect(
            error?.description.hasPrefix("cannot listen at 192.0.2.1, port 18000: ") == true)
        #expect(
            StationError.portTaken(host: "h", port: 7).description
                == "port 7 of h is taken; choose another with --port, or 0 for a free one")
    }

    @Test("without a programme with pods make a station without true[X]")
    func noPods() async throws {
        let copy = try MediaCopy {
            $0.pods = nil
            $0.programme.opus = nil
            $0.muteMusic = nil
        }
        try await copy.withStation { client, addresses in
            #expect(addresses.schedules == nil && addresses.withPods == nil)
            #expect(addresses.truexConfigURL == nil && addresses.liveWithPods == nil)
            #expect(addresses.opus == nil && addresses.muteMusic == nil)
            #expect(addresses.mp3 == client.base + "/live.mp3")
            #expect(addresses.aac == client.base + "/live.aac")
            #expect(addresses.api == client.base + "/api")
            for path in ["/schedule/uplynk.json", "/live.opus", "/live-with-pods.mp3"] {
                let answer = try await client.get(path)
                #expect(answer.status == 404)
            }
        }
    }

    @Test("with pods that no sample can be found in are refused in one line")
    func podsAtAnotherRate() throws {
        let copy = try MediaCopy { $0.pods?.live = "programme/programme.mp3" }
        let error = #expect(throws: MediaError.self) {
            try SampleStation(StationConfiguration(media: copy.media))
        }
        #expect(
            error?.description == """
                \(copy.media.path)/programme/programme.mp3 cannot be sent as a live stream: its \
                sample rate must be 48000 Hz, because pods are located by sample
                """)
        let missing = try MediaCopy { $0.programme.aac = "programme/none.aac" }
        #expect(throws: MediaError.missingFile(path: missing.media.path + "/programme/none.aac")) {
            try SampleStation(StationConfiguration(media: missing.media))
        }
    }
}
