import HLSPackaging
import AdCues
import HLSPlaylists
import MediaTime
import Testing

@testable import SampleStation

@Suite("Markers in the station's playlists", .timeLimit(.minutes(1)))
struct PlaylistMarkerTests {
    /// Those whose tags stand before the segments.
    private static let tagDialects: [MarkerDialect] = [
        .cueOut, .cueOutAttributes, .oatcls, .scte35Tag, .adobe,
    ]
    /// Break 1 is from 90 s to 120 s.
    private static let moments = [86, 94, 100, 112, 126, 130, 200]

    @Test(
        "are read as the start, the course and the end of the break, at their segments",
        arguments: tagDialects, moments)
    func tags(dialect: MarkerDialect, second: Int) throws {
        let programme = try Samples.segmented(.aac, windowCount: 4, breaks: Samples.breaks)
        let playlist = try Samples.playlist(
            .aac, of: programme, markers: [dialect], at: .seconds(second))
        let length = programme.duration(ofBreak: second < 200 ? 1 : 2).length
        let first = playlist.mediaSequence
        let start = programme.frames(of: first).lowerBound
        var expected: [Cue.Kind] = []
        var places: [FrameTime] = []
        for segment in first..<(first + 4) {
            let frame = programme.frames(of: segment).lowerBound
            switch programme.grid.relation(of: segment) {
            case .none, .precedes: continue
            case .begins: expected.append(.out(duration: length))
            case .continues(let number):
                let begin = programme.frames(of: programme.grid.firstSegment(of: number)).lowerBound
                let elapsed = programme.spanLength(from: begin, to: frame)
                expected.append(.continue(elapsed: elapsed, duration: length))
            case .follows: expected.append(.in)
            }
            places.append(FrameTime(programme.spanLength(from: start, to: frame)))
        }
        let cues = Cue.cues(in: playlist)
        #expect(cues.map(\.kind) == expected)
        #expect(cues.map(\.position) == places)
        #expect(expected.isEmpty == [86, 200].contains(second) || second == 200)
    }

    @Test("name their break where the dialect can", arguments: tagDialects)
    func ids(dialect: MarkerDialect) throws {
        let programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        let playlist = try Samples.playlist(
            .aac, of: programme, markers: [dialect], at: .seconds(90 * 7 + 28))
        let cues = Cue.cues(in: playlist)
        #expect(cues.count >= 5)
        let isNamed = ![.cueOut, .cueOutAttributes].contains(dialect)
        #expect(cues.allSatisfy { $0.id == (isNamed ? "7" : nil) })
    }

    @Test("as date ranges are there before, in and after the break", arguments: moments)
    func dateRanges(second: Int) throws {
        let programme = try Samples.segmented(.aac, windowCount: 4, breaks: Samples.breaks)
        let playlist = try Samples.playlist(
            .aac, of: programme, markers: [.dateRange], at: .seconds(second))
        let start = programme.frames(of: programme.grid.firstSegment(of: 1)).lowerBound
        let first = programme.frames(of: playlist.mediaSequence).lowerBound
        let place = FrameTime(programme.spanLength(from: first, to: start))
        let length = programme.duration(ofBreak: 1).length
        let cues = Cue.cues(in: playlist)
        switch second {
        case 86, 94, 100, 112:
            #expect(cues.map(\.kind) == [.out(duration: length)])
            #expect(cues.map(\.position) == [place])
        case 126, 130:
            #expect(cues.map(\.kind) == [.out(duration: length), .in])
            #expect(cues.map(\.position) == [place, FrameTime(place.duration + length)])
        default:
            #expect(cues.allSatisfy { $0.id == "2" })
        }
        #expect(cues.allSatisfy { $0.source == .scte35 })
    }

    @Test("as interstitials name a spot, the place to resume and the limit", arguments: moments)
    func interstitials(second: Int) throws {
        let programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        let assets = [("http://a/1.m3u8", 13), ("http://a/2.m3u8", 40)].map {
            InterstitialAsset(address: $0, length: SampleSpan(count: $1 * 100, rate: 100))
        }
        let playlist = try Samples.playlist(
            .aac, of: programme, markers: [.interstitial], at: .seconds(second), assets: assets)
        let number = second == 200 ? 2 : 1
        let range = try #require(playlist.dateRanges.first { $0.id == "\(number)" })
        let interstitial = try #require(Interstitial(range))
        let length = programme.duration(ofBreak: number).length
        #expect(interstitial.asset == .playlist("http://a/\(number).m3u8"))
        #expect(interstitial.resumeOffset == length && interstitial.playoutLimit == length)
        #expect(interstitial.duration == (number == 1 ? .seconds(13) : length))
    }

    @Test("as ads of Twitch are one break")
    func twitch() throws {
        let programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        let playlist = try Samples.playlist(
            .aac, of: programme, markers: [.twitch], at: .seconds(100))
        #expect(playlist.dateRanges.count == 2)
        let cues = Cue.cues(in: playlist)
        #expect(cues.map(\.id) == ["1"])
        #expect(cues.map(\.kind) == [.out(duration: programme.duration(ofBreak: 1).length)])
    }

    @Test(
        "of other dialects leave the playlists as they are",
        arguments: [
            MarkerDialect.scte35, .id3, .adsWizz, .title, .nowPlaying,
        ])
    func others(dialect: MarkerDialect) throws {
        let programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        for second in Self.moments {
            #expect(
                try Samples.playlist(
                    .aac, of: programme, markers: [dialect], at: .seconds(second))
                    == Samples.playlist(.aac, of: programme, at: .seconds(second)))
        }
    }
}

extension SampleSpan {
    /// As a playlist has it, to the microsecond.
    var length: Duration { Duration(decimalSeconds: decimalSeconds, within: .position)! }
}

extension SegmentedProgramme {
    func spanLength(from first: Int, to end: Int) -> Duration {
        let samples =
            programme.timeline.samples(before: end)
            - programme.timeline.samples(before: first)
        let span = SampleSpan(count: abs(samples), rate: programme.timeline.sampleRate)
        return samples < 0 ? .zero - span.length : span.length
    }
}
