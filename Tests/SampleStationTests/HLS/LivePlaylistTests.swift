import HLSPackaging
import HLSPlaylists
import Testing

@testable import SampleStation

@Suite("Live playlists of the station", .timeLimit(.minutes(1))) struct LivePlaylistTests {
    @Test("slide by one segment at a time, and continue", arguments: HLSForm.allCases)
    func sliding(form: HLSForm) throws {
        let programme = try Samples.segmented(form.codec, breaks: Samples.breaks)
        var last: MediaPlaylist?
        for second in stride(from: 0, to: 300, by: 1) {
            let playlist = try Samples.playlist(form, of: programme, at: .seconds(second))
            #expect(playlist.segments.count == 8 && !playlist.hasEnded)
            #expect(playlist.targetDuration == .seconds(4))
            #expect((playlist.segments[0].map != nil) == (form == .fmp4))
            for segment in playlist.segments {
                // Rounded, as RFC 8216 has it.
                #expect(segment.duration < .milliseconds(4_500))
            }
            if let last {
                let step = playlist.mediaSequence - last.mediaSequence
                #expect((0...2).contains(step))
                #expect(
                    Array(playlist.segments.dropLast(step)) == Array(last.segments.dropFirst(step)))
            }
            last = playlist
        }
    }

    @Test("date each segment by its first frame", arguments: HLSForm.allCases)
    func dates(form: HLSForm) throws {
        let programme = try Samples.segmented(form.codec)
        let playlist = try Samples.playlist(form, of: programme, at: .seconds(200))
        for (index, segment) in playlist.segments.enumerated() {
            let frame = programme.frames(of: playlist.mediaSequence + index).lowerBound
            let time = programme.programme.timeline.start(of: frame) - programme.grid.onAir
            let date = try #require(segment.date)
            let error = date.sinceEpoch - Samples.date.sinceEpoch - time
            // To the microsecond.
            #expect(error <= .zero && error > .microseconds(-1))
        }
    }

    @Test("name the title of each segment on one line")
    func titles() throws {
        let programme = try Samples.segmented(.aac)
        let playlist = try Samples.playlist(.ts, of: programme, at: .zero)
        #expect(playlist.segments.allSatisfy { $0.title == "A, \"B\"" })
        let text = LivePlaylist(
            .ts, of: programme, markers: [], onAirSince: Samples.date,
            title: { _ in "one\r\n#EXT-X-ENDLIST\n" }
        ).text(at: .zero, with: HLSFaults(), assets: [])
        #expect(!text.split(whereSeparator: \.isNewline).contains("#EXT-X-ENDLIST"))
    }

    @Test(
        "write an exact number of seconds",
        arguments: [
            (SampleSpan(count: 192_512, rate: 48_000), "4.010667"),
            (SampleSpan(count: 1, rate: 48_000), "0.000021"),
            (SampleSpan(count: 44_099_999, rate: 44_100), "999.999977"),
            (SampleSpan(count: 1_999_999_999, rate: 1_000_000_000), "2.000000"),
        ])
    func seconds(span: SampleSpan, text: String) {
        #expect(span.decimalSeconds == text)
    }
}

@Suite("Faults of the station's HLS") struct HLSFaultTests {
    @Test("let the playlists stand still for the time asked for")
    func stall() throws {
        let programme = try Samples.segmented(.aac)
        var faults = HLSFaults()
        faults.stall(from: .seconds(100), for: .seconds(20))
        let at = { (second: Int) in
            try Samples.playlist(.aac, of: programme, at: .seconds(second), with: faults)
        }
        let (before, during, end, after) = try (at(99), at(100), at(119), at(120))
        #expect(during == end)
        #expect(before == (try Samples.playlist(.aac, of: programme, at: .seconds(99))))
        #expect(after == (try Samples.playlist(.aac, of: programme, at: .seconds(120))))
    }

    @Test("let the media sequence jump back, again each time")
    func jump() throws {
        let programme = try Samples.segmented(.aac)
        let well = try Samples.playlist(.aac, of: programme, at: .seconds(100))
        var faults = HLSFaults()
        faults.jumpBack(by: 5)
        faults.jumpBack(by: 7)
        let jumped = try Samples.playlist(
            .aac, of: programme, at: .seconds(100), with: faults)
        #expect(jumped.mediaSequence == well.mediaSequence - 12)
        #expect(jumped.segments == well.segments)
        faults.jumpBack(by: 1_000_000)
        let least = try Samples.playlist(.aac, of: programme, at: .seconds(100), with: faults)
        #expect(least.mediaSequence == 0)
    }

    @Test("move the dates of the segments that begin from then on")
    func skew() throws {
        let programme = try Samples.segmented(.aac)
        let well = try Samples.playlist(.aac, of: programme, at: .seconds(100))
        var faults = HLSFaults()
        faults.skewDates(from: .seconds(85), by: .seconds(-30))
        let skewed = try Samples.playlist(.aac, of: programme, at: .seconds(100), with: faults)
        let offsets = zip(skewed.segments, well.segments).map { pair in
            pair.0.date!.sinceEpoch - pair.1.date!.sinceEpoch
        }
        #expect(Set(offsets) == [.zero, .seconds(-30)])
        #expect(offsets == offsets.sorted(by: >))
        let count = well.segments.count {
            $0.date!.sinceEpoch - Samples.date.sinceEpoch >= .seconds(85)
        }
        #expect(offsets.count { $0 != .zero } == count)
    }

    @Test("lose as many requests for segments as asked for")
    func missing() {
        var faults = HLSFaults()
        let isWell = !faults.takesSegment()
        #expect(isWell)
        faults.loseSegments(2)
        let taken = (0..<3).map { _ in faults.takesSegment() }
        #expect(taken == [true, true, false])
    }
}
