import AdCues
import MediaTime
import Testing

@Suite("A15: a now-playing feed that is read again and again")
struct NowPlayingCuesTests {
    /// An entry at a second of the stream; the clock of the station is 1000 s ahead of that.
    private static func entry(
        _ kind: TritonCue, at second: Double, lasting seconds: Double? = nil, id: String? = nil
    ) -> NowPlayingEntry {
        NowPlayingEntry(
            kind, time: Int64(saturating: (second + 1000) * 1000),
            at: FrameTime(Int64(saturating: second * 48_000)),
            duration: seconds.map { Duration(clamping: $0, to: .length) }, adID: id)
    }

    /// The cues as words: kind, second, and length.
    private static func words(_ cues: [Cue]) -> [String] {
        cues.map { cue in
            let place = "@\(cue.position.seconds) #\(cue.id ?? "-")"
            return switch cue.kind {
            case .out(let duration): "out \(duration.map { "\($0.inSeconds)" } ?? "?") \(place)"
            case .in: "in \(place)"
            case .continue, .cancel: "other \(place)"
            }
        }
    }

    @Test("has one break of the ads that follow one another, until an entry that is none")
    func whole() {
        var cues = NowPlayingCues()
        let feed = [
            Self.entry(.track, at: 0), Self.entry(.ad, at: 10, lasting: 20, id: "a"),
            Self.entry(.ad, at: 30, lasting: 15, id: "b"), Self.entry(.insertionPoint, at: 45),
            Self.entry(.track, at: 46), Self.entry(.ad, at: 100),
        ]
        let found = cues.receive(feed)
        #expect(
            Self.words(found) == [
                "out 36.0 @10.0 #1010000", "in @46.0 #1010000", "out ? @100.0 #1100000",
            ])
        #expect(found.first?.fields == ["ad_id": "a"])
        #expect(found.allSatisfy { $0.source == .nowPlaying })
        #expect(cues.receive(feed).isEmpty)
    }

    @Test("lengthens the break with each further ad, and ends it where the programme is back")
    func growing() {
        var cues = NowPlayingCues()
        let first = Self.entry(.ad, at: 10, lasting: 20)
        #expect(Self.words(cues.receive([first])) == ["out 20.0 @10.0 #1010000"])
        let second = Self.entry(.ad, at: 31, lasting: 5)
        #expect(Self.words(cues.receive([first, second])) == ["out 26.0 @10.0 #1010000"])
        let end = Self.entry(.endOfBreak, at: 35.5)
        #expect(
            Self.words(cues.receive([first, second, end]))
                == ["out 25.5 @10.0 #1010000", "in @35.5 #1010000"])
        // What comes after the end is another break.
        let next = Self.entry(.ad, at: 40, lasting: 3)
        #expect(Self.words(cues.receive([first, second, end, next])) == ["out 3.0 @40.0 #1040000"])
    }

    @Test("keeps a break whose first ads have left the feed")
    func sliding() {
        var cues = NowPlayingCues()
        let ads = [10.0, 20, 30].map { Self.entry(.ad, at: $0, lasting: 10) }
        #expect(Self.words(cues.receive(Array(ads[0...1]))) == ["out 20.0 @10.0 #1010000"])
        #expect(Self.words(cues.receive(Array(ads[1...2]))) == ["out 30.0 @10.0 #1010000"])
        #expect(
            Self.words(cues.receive([ads[2], Self.entry(.track, at: 40)]))
                == ["in @40.0 #1010000"])
    }

    @Test("says nothing of breaks before the first frame of the stream, and all of one across it")
    func before() {
        var cues = NowPlayingCues()
        let over = [Self.entry(.ad, at: -90, lasting: 20), Self.entry(.track, at: -70)]
        #expect(cues.receive(over).isEmpty)
        let open = Self.entry(.ad, at: -5, lasting: 20)
        #expect(Self.words(cues.receive(over + [open])) == ["out 20.0 @-5.0 #995000"])
    }

    @Test("moves a break whose place is known better, by a tenth of a second or more")
    func better() {
        var cues = NowPlayingCues()
        var ad = Self.entry(.ad, at: 10, lasting: 20)
        #expect(cues.receive([ad]).count == 1)
        ad.position = ad.position + 4800
        #expect(cues.receive([ad]).isEmpty)
        ad.position = ad.position + 1
        #expect(Self.words(cues.receive([ad])).first?.hasPrefix("out 20.0 @10.1") == true)
    }
}

@Suite("The edge of a live stream by the clock")
struct SteadyEdgeTests {
    @Test("is where the reading was that is furthest ahead")
    func furthest() {
        var edge = SteadyEdge()
        #expect(edge.frame(at: .zero) == nil)
        edge.note(FrameTime(48_000), at: .seconds(10))
        #expect(edge.frame(at: .seconds(11)) == FrameTime(96_000))
        // A second of the stream was late.
        edge.note(FrameTime(48_000), at: .seconds(11))
        #expect(edge.frame(at: .seconds(11)) == FrameTime(96_000))
        edge.note(FrameTime(96_001), at: .seconds(11))
        #expect(edge.frame(at: .seconds(9)) == FrameTime(1))
    }

    @Test("follows the clock of the station: only the latest thirty readings count")
    func latest() {
        var edge = SteadyEdge()
        edge.note(FrameTime(48_000), at: .zero)
        for second in 1...29 { edge.note(FrameTime(Int64(second) * 48_000), at: .seconds(second)) }
        #expect(edge.frame(at: .zero) == FrameTime(48_000))
        edge.note(FrameTime(30 * 48_000), at: .seconds(30))
        #expect(edge.frame(at: .zero) == .zero)
    }

    @Test("is unknown after another connection")
    func reconnected() {
        var edge = SteadyEdge()
        edge.note(FrameTime(48_000), at: .zero)
        edge.forget()
        #expect(edge.frame(at: .zero) == nil)
    }
}
