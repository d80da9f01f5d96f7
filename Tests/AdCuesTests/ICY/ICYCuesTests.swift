import AdCues
import MediaTime
import Testing

@Suite("The cues of an ICY stream")
struct ICYCuesTests {
    /// The cues of blocks that are a second apart.
    private static func cues(_ blocks: [String]) -> [Cue] {
        var cues = ICYCues()
        return blocks.enumerated().compactMap { second, block in
            cues.receive(
                ICYMetadata(parsing: block.utf8), at: FrameTime(.seconds(second)))
        }
    }

    private static func out(
        _ duration: Duration, at second: Int, _ insertion: ICYInsertion? = nil
    ) -> Cue {
        var cue = Cue(.out(duration: duration), at: FrameTime(.seconds(second)), source: .icy)
        cue.insertion = insertion
        return cue
    }

    private static func end(at second: Int) -> Cue {
        Cue(.in, at: FrameTime(.seconds(second)), source: .icy)
    }

    @Test(
        "begin with an advertisement, and end with the next title",
        arguments: [
            (
                ["StreamTitle='Song';", "StreamTitle='TIBREAK';", "StreamTitle='Other';"],
                [out(.seconds(30), at: 1), end(at: 2)]
            ),
            (
                ["StreamTitle='ADWTAG_122000';", "", "StreamTitle='';", "StreamTitle='Song';"],
                [out(.seconds(122), at: 0, .preroll), end(at: 3)]
            ),
            (
                ["StreamTitle='TIBREAK';", "StreamTitle='TIBREAK';", "StreamTitle='TIBREAK';"],
                [out(.seconds(30), at: 0, .preroll)]
            ),
            (
                ["StreamTitle='START_AD_BREAK_6000';", "StreamTitle='STOP_AD_BREAK';"],
                [out(.seconds(6), at: 0, .preroll), end(at: 1)]
            ),
            // The listener joined inside a break.
            (["StreamTitle='STOP_AD_BREAK';"], [end(at: 0)]),
            (["StreamTitle='Song';", "StreamTitle='Don't Stop';"], []),
        ])
    func cues(blocks: [String], expected: [Cue]) {
        #expect(Self.cues(blocks) == expected)
    }

    @Test("carry the fields of the advertisement")
    func fields() {
        let cues = Self.cues([
            "StreamTitle='';adw_ad='true';durationMilliseconds='20427';adId='10233';"
        ])
        #expect(cues.map(\.kind) == [.out(duration: .milliseconds(20_427))])
        #expect(
            cues.map(\.fields)
                == [["adw_ad": "true", "durationMilliseconds": "20427", "adId": "10233"]])
    }

    @Test(
        "A23: are of a preroll if the block says so, or is the first of a connection",
        arguments: [
            ("adw_ad='true';insertionType='preroll';", 30, .preroll),
            ("adw_ad='true';insertionType='midroll';", 0, .midroll),
            ("adw_ad='true';", 0, .preroll), ("adw_ad='true';", 2, .preroll),
            // The listener has heard the programme before.
            ("adw_ad='true';", 3, nil),
        ] as [(String, Int, ICYInsertion?)])
    func preroll(block: String, second: Int, insertion: ICYInsertion?) {
        var cues = ICYCues()
        let block = ICYMetadata(parsing: block.utf8)
        #expect(cues.receive(block, at: FrameTime(.seconds(second)))?.insertion == insertion)
    }

    @Test("A23: are of a preroll again on another connection, and of none after a title")
    func connections() {
        var cues = ICYCues()
        func insertion(_ block: String, at second: Int) -> ICYInsertion? {
            cues.receive(ICYMetadata(parsing: block.utf8), at: FrameTime(.seconds(second)))?
                .insertion
        }
        #expect(insertion("StreamTitle='Song';", at: 0) == nil)
        #expect(insertion("adw_ad='true';adId='1';", at: 1) == nil)
        #expect(insertion("StreamTitle='Song';", at: 20) == nil)
        cues.beginConnection(at: FrameTime(.seconds(60)))
        // The block of before, sent again, is the first one all the same.
        #expect(insertion("StreamTitle='Song';", at: 60) == nil)
        #expect(insertion("adw_ad='true';adId='2';", at: 61) == nil)
        cues.beginConnection(at: FrameTime(.seconds(90)))
        #expect(insertion("adw_ad='true';adId='3';", at: 90) == .preroll)
    }

    /// b.6, "same cue again": a repeated block, or an empty one, means nothing new.
    @Test("make one break of advertisements that follow one another")
    func pod() {
        let blocks = [
            (0, "adw_ad='true';durationMilliseconds='20000';adId='1';"),
            (10, "adw_ad='true';durationMilliseconds='20000';adId='1';"),
            (20, "adw_ad='true';durationMilliseconds='30000';adId='2';"), (30, ""),
            (50, "StreamTitle='Song';"),
        ]
        var cues = ICYCues()
        var book = CueBook()
        var news: [BreakNews] = []
        // Each block is known a second before it is heard.
        for (second, block) in blocks {
            news += book.advance(to: FrameTime(.seconds(second - 1)))
            let position = FrameTime(.seconds(second))
            if let cue = cues.receive(ICYMetadata(parsing: block.utf8), at: position) {
                news += book.receive(cue)
            }
        }
        let ends = (news + book.advance(to: FrameTime(.seconds(60)))).compactMap { item in
            if case .ended(let one, _) = item { one.end(by: book.rules) } else { nil }
        }
        #expect(ends == [FrameTime(.seconds(50))])
    }
}
