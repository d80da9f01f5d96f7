import AdCues
import HTTPAccess
import SampleStation
import Testing

@Suite("Markers in the station's ICY blocks", .timeLimit(.minutes(1))) struct ICYMarkerTests {
    @Test(
        "are read as an ad of the break's length",
        arguments: [
            ([MarkerDialect.adsWizz], ICYInsertion?.some(.midroll), String?.some("0000000002")),
            ([.title], nil, nil), ([.title, .adsWizz], .midroll, "0000000002"),
        ])
    func reading(dialects: [MarkerDialect], insertion: ICYInsertion?, id: String?) throws {
        let markers = try #require(ICYMarkers(dialects, of: Samples.breaks))
        #expect(markers.text(at: .seconds(179)) == nil)
        let text = try #require(markers.text(at: .seconds(180)))
        #expect(text.utf8.count < ICYMetadata.maximumByteCount)
        #expect(markers.text(at: .seconds(209)) == text)
        #expect(markers.text(at: .seconds(210)) == nil)
        let ad = ICYAd(duration: .seconds(30), insertion: insertion, id: id)
        #expect(MetadataMarker(ICYMetadata(parsing: text.utf8)) == .start(ad))
    }

    @Test("are none without breaks or without a dialect of ICY")
    func none() throws {
        #expect(ICYMarkers([.cueOut, .id3], of: try Samples.breaks) == nil)
        #expect(ICYMarkers([.adsWizz], of: nil) == nil)
    }

    @Test(
        "come with the first block after the break's first frame, and end likewise",
        arguments: [1_000, 16_000])
    func place(interval: Int) async throws {
        let breaks = try #require(StationBreaks(every: .seconds(4), length: .seconds(2)))
        let hand = HandClock()
        hand.set(.seconds(6))
        var configuration = try Samples.configuration()
        configuration.clock = hand.clock
        configuration.metadataInterval = interval
        configuration.burst = 160_000
        configuration.breaks = breaks
        configuration.markers = [.adsWizz]
        let (_, bytes) = try await SampleStation.withStation(configuration) { addresses in
            try await StationClient(base: addresses.url).listen(
                "/live.mp3", headers: [WebHeader("Icy-MetaData", "1")], byteCount: 155_000)
        }
        // The bytes of the burst before the frames at 4 s, and at 6 s where the clock stands.
        let timeline = try Samples.programme(.mp3).timeline
        let now = timeline.framesBegun(by: timeline.roundDuration + .seconds(6))
        let first = timeline.firstFrame(within: configuration.burst, before: now)
        let start = timeline.firstFrame(notBefore: timeline.roundDuration + .seconds(4))
        let bytesBefore = timeline.bytes(before: start) - timeline.bytes(before: first)
        #expect(bytesBefore > 0)
        // The first multiple of the interval at which a byte of the frame has been sent.
        let expected = (bytesBefore / interval + 1) * interval

        var places: [Int] = []
        var ends: [Int] = []
        var (position, audio) = (0, 0)
        var isInBreak = false
        while position + interval < bytes.count {
            position += interval
            audio += interval
            let length = Int(bytes[position]) * 16
            guard position + 1 + length <= bytes.count else { break }
            let block = ICYMetadata(parsing: bytes[(position + 1)...].prefix(length))
            position += 1 + length
            guard length > 0 else { continue }
            let isAd = block.ad != nil
            if isAd, !isInBreak { places.append(audio) }
            if !isAd, isInBreak { ends.append(audio) }
            isInBreak = isAd
        }
        #expect(places == [expected])
        #expect(ends.isEmpty)
    }
}
