import HLSPlaylists
import SampleStation
import Testing

@Suite("HLS of a running station", .timeLimit(.minutes(1))) struct HLSRouteTests {
    @Test("serves every segment of every playlist, with the right types")
    func segments() async throws {
        try await Self.withStation { client, addresses, _ in
            let forms = addresses.hlsForms
            for (address, type) in [
                (forms.ts, "video/mp2t"), (forms.fmp4, "audio/mp4"), (forms.aac, "audio/aac"),
                (forms.mp3, "audio/mpeg"),
            ] {
                let playlist = try await client.playlist(try #require(address))
                #expect(playlist.segments.count == 8)
                for uri in playlist.segments.map(\.uri) + [playlist.segments[0].map?.uri ?? ""]
                where !uri.isEmpty {
                    let answer = try await client.get("/" + uri)
                    #expect(answer.status == 200 && answer.contentType == type)
                    #expect(answer.body.count > 500)
                }
            }
        }
    }

    @Test("has one multivariant playlist, whose variants have the same segments and dates")
    func variants() async throws {
        try await Self.withStation { client, addresses, _ in
            let answer = try await client.get(try #require(addresses.hls))
            guard case .multivariant(let list) = try HLSPlaylist(parsing: answer.body) else {
                Issue.record("not a multivariant playlist")
                return
            }
            #expect(list.variants.map(\.codecs) == ["mp4a.40.2", "mp4a.40.2", "mp4a.40.2"])
            var known: [[String]] = []
            for variant in list.variants {
                #expect((90_000...200_000).contains(variant.bandwidth ?? 0))
                let playlist = try await client.playlist("/" + variant.uri)
                known.append(playlist.segments.map { "\($0.duration) \($0.date!.text)" })
            }
            #expect(known.count == 3 && Set(known).count == 1)
        }
    }

    @Test("serves no segment that is not complete, and none that is long gone")
    func bounds() async throws {
        try await Self.withStation(at: .seconds(600)) { client, addresses, _ in
            let playlist = try await client.playlist(try #require(addresses.hlsForms.aac))
            let next = playlist.mediaSequence + 8
            for (number, status) in [
                (next - 1, 200), (next, 404), (next - 24, 200), (next - 25, 404), (-1, 404),
            ] {
                let answer = try await client.get("/hls/aac/\(number).aac")
                #expect(answer.status == status, "segment \(number)")
            }
            for name in ["x.aac", "\(next - 1).ts", "0\(next - 1).aac", "init.mp4", ".aac"] {
                #expect(try await client.get("/hls/aac/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test("fails as operators ask, and refuses what is no fault")
    func faults() async throws {
        try await Self.withStation(at: .seconds(600)) { client, addresses, clock in
            let address = try #require(addresses.hlsForms.ts)
            let well = try await client.playlist(address)
            let segment = "/" + well.segments[7].uri
            #expect(try await client.post("/control/hls?fault=404&count=2").status == 204)
            #expect(try await client.get(segment).status == 404)
            #expect(try await client.get(segment).status == 404)
            #expect(try await client.get(segment).status == 200)

            #expect(try await client.post("/control/hls?fault=stall&seconds=30").status == 204)
            clock.set(.seconds(620))
            #expect(try await client.playlist(address) == well)
            clock.set(.seconds(630))
            let after = try await client.playlist(address).mediaSequence
            #expect((7...8).contains(after - well.mediaSequence))

            #expect(try await client.post("/control/hls?fault=jump&count=10").status == 204)
            #expect(try await client.playlist(address).mediaSequence == after - 10)
            #expect(try await client.post("/control/hls?fault=skew&seconds=-5").status == 204)
            clock.set(.seconds(650))
            let skewed = try await client.playlist(address)
            #expect(try await client.post("/control/hls?fault=none").status == 204)
            let last = try await client.playlist(address).segments[7].date!.sinceEpoch
            #expect(skewed.segments[7].date!.sinceEpoch == last - .seconds(5))

            for query in ["", "?fault=fire", "?fault=404&count=-1", "?fault=stall&seconds=-1"] {
                let answer = try await client.post("/control/hls" + query)
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test("serves a spot of MP3 as the asset of an interstitial")
    func asset() async throws {
        try await Self.withStation(at: .seconds(95), dialects: [.interstitial]) {
            client, addresses, _ in
            let playlist = try await client.playlist(try #require(addresses.hlsForms.fmp4))
            let range = try #require(playlist.dateRanges.first)
            let asset = try await client.playlist(
                try #require(range.attributes["X-ASSET-URI"]))
            #expect(asset.hasEnded && asset.segments.count == 1)
            #expect(asset.segments[0].duration == range.settledDuration)
            let answer = try await client.get("/hls/spots/" + asset.segments[0].uri)
            #expect(answer.status == 200 && answer.body.count > 50_000)
            #expect(try await client.get("/hls/spots/102.m3u8").status == 404)
        }
    }

    @Test("has no interstitials without a spot of MP3, and no HLS of an encoding that is missing")
    func missing() async throws {
        let copy = try MediaCopy { manifest in
            manifest.spots.removeAll { $0.audioFileURL.hasSuffix(".mp3") }
            manifest.programme.aac = nil
        }
        var configuration = StationConfiguration(media: copy.media)
        configuration.markers = [.interstitial]
        configuration.breaks = try Samples.breaks
        let error = #expect(throws: MediaError.self) { try SampleStation(configuration) }
        #expect(
            error?.description == """
                \(copy.media.path) has no spot of MP3 for an interstitial; add one, or mark breaks \
                otherwise
                """)
        try await copy.withStation { client, addresses in
            #expect(addresses.hls == nil && addresses.hlsForms.ts == nil)
            #expect(addresses.hlsForms.mp3 == client.base + "/live-mp3.m3u8")
            let answer = try await client.get("/live-aac.m3u8")
            #expect(answer.status == 404)
        }
    }

    /// Runs a station whose clock the test sets.
    private static func withStation(
        at time: Duration = .zero, dialects: [MarkerDialect] = [],
        _ body:
            @escaping @Sendable (StationClient, StationAddresses, HandClock) async throws -> Void
    ) async throws {
        let hand = HandClock()
        hand.set(time)
        var configuration = try Samples.configuration()
        configuration.clock = hand.clock
        configuration.date = Samples.date
        configuration.markers = dialects
        configuration.breaks = dialects.isEmpty ? nil : try Samples.breaks
        try await SampleStation.withStation(configuration) { addresses in
            try await body(StationClient(base: addresses.url), addresses, hand)
        }
    }
}

extension StationClient {
    /// The media playlist at an address or a path.
    func playlist(_ path: String) async throws -> MediaPlaylist {
        let answer = try await get(path)
        #expect(answer.contentType == "application/vnd.apple.mpegurl")
        guard case .media(let playlist) = try HLSPlaylist(parsing: answer.body) else {
            throw HLSPlaylistError(.notAPlaylist, line: 1)
        }
        return playlist
    }
}
