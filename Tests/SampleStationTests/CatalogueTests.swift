import HTTPAccess
import SampleStation
import Testing

@Suite("Catalogue of the station", .timeLimit(.minutes(1))) struct CatalogueTests {
    @Test("changes only what an operator gives, also if the station sends no MP3")
    func noMP3() async throws {
        let copy = try MediaCopy { $0.programme.mp3 = nil }
        try await copy.withStation { client, addresses in
            #expect(addresses.mp3 == nil)
            var change = StreamChange(title: "Night")
            change.description = "Slow"
            change.genre = "Jazz"
            change.language = "de"
            change.likes = 3
            change.dislikes = 2
            let answer = try await client.send(.patch, "/control/streams/1", change)
            #expect(answer.status == 200)
            let stream = try answer.json(LiveStream.self)
            #expect([stream.title, stream.description] == ["Night", "Slow"])
            #expect([stream.genre, stream.language] == ["Jazz", "de"])
            #expect(stream.likes == 3 && stream.dislikes == 2)
            #expect(stream.url == client.base + "/live.aac")
            let moved = try await client.send(
                .patch, "/control/streams/1", StreamChange(codec: .opus)
            ).json(LiveStream.self)
            #expect(moved.url == client.base + "/live.opus" && moved.title == "Night")
            for refused in [
                try await client.send(.patch, "/control/streams/1", StreamChange(codec: .mp3)),
                try await client.post("/control/streams", StreamChange(title: "Day")),
            ] {
                #expect(refused.status == 404)
                #expect(
                    try refused.json(SessionError.self).message == "the station does not send mp3")
            }
            let unknown = try await client.send(.patch, "/control/streams/7", change)
            #expect(try unknown.json(SessionError.self).message == "there is no stream 7")
        }
    }

    @Test("counts the listeners of a mount for each of its streams, also a new one")
    func listeners() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(20))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let session = try await StationMessageTests.start(client)
            let response = try await client.open("/live.aac")
            var chunks = response.chunks.makeAsyncIterator()
            _ = try await chunks.next()
            let added = try await client.post("/control/streams", StreamChange(codec: .aac))
                .json(LiveStream.self)
            #expect(added.listeners == 1 && added.id == 4)
            let counts = try await client.get("\(session)/streams").json([LiveStream].self)
                .map(\.listeners)
            #expect(counts == [0, 1, 0, 1])
            let moved = try await client.send(
                .patch, "/control/streams/4", StreamChange(codec: .mp3)
            ).json(LiveStream.self)
            #expect(moved.listeners == 0)
        }
    }

    @Test("begins a new stream when it is added, by the station's clock")
    func startTime() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(1_000))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let session = try await StationMessageTests.start(client)
            let first = try await client.get("\(session)/streams/1").json(LiveStream.self)
            let added = try await client.post("/control/streams", StreamChange(title: "Late"))
                .json(LiveStream.self)
            #expect(abs(added.startTime - first.startTime - 1_000) < 0.001)
            #expect(added.title == "Late" && added.likes == 0 && !added.muted)
        }
    }

    @Test("gives no more pre-stream spots than there are, and another after ten minutes")
    func preStream() async throws {
        let clock = HandClock()
        let copy = try MediaCopy { $0.advertising.preStreamCount = 5 }
        var configuration = StationConfiguration(media: copy.media)
        configuration.clock = clock.clock
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let session = try await StationMessageTests.start(client)
            for (second, count) in [(0, 1), (599, 0), (600, 1), (601, 0), (1_200, 1)] {
                clock.set(.seconds(second))
                let answer = try await client.post("\(session)/play", PlayRequest(streamId: 1))
                    .json(StartListeningAnswer.self)
                #expect(answer.preStreamAdCount == count)
                #expect(answer.needsToPlayPreStreamAd == (count > 0))
            }
        }
    }

    @Test("looks each second whether a listener has fallen behind")
    func watch() async throws {
        let clock = HandClock()
        clock.set(.seconds(20))
        var configuration = try Samples.configuration()
        configuration.clock = clock.clock
        try await SampleStation.withStation(configuration) { addresses in
            _ = try await StationClient(base: addresses.url).listen("/live.mp3", byteCount: 1_000)
            // The other wait is for the next frame, which is due within 100 ms.
            let waits = try await clock.waits(2)
            #expect(waits.max() == .seconds(21))
        }
    }
}
