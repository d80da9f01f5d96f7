import AdCues
import MediaTime
import Testing

@Suite("A cue book")
struct CueBookTests {
    /// What happens, the cues, and the news.
    struct Scenario: CustomTestStringConvertible {
        let testDescription: String
        let script: [String]
        let news: [String]

        init(_ name: String, _ script: [String], _ news: [String]) {
            testDescription = name
            self.script = script
            self.news = news
        }
    }

    @Test(
        "finds a break from its cues",
        arguments: [
            // b.6, "auto_return = 1": the duration ends it, and no end is expected (F8).
            Scenario(
                "of a known length", ["0 hls.a out@10+30", "10", "40"],
                ["announced 1 10-40", "started 1 10-40", "ended 1 10-40 whole"]),
            // b.6, "same cue again".
            Scenario(
                "the same cue any number of times is one break",
                [
                    "0 hls.a out@10+30", "5 hls.a out@10+30", "20 hls.a out@10+30",
                    "50 hls.a out@10+30",
                ],
                [
                    "announced 1 10-40", "merged 1", "started 1 10-40", "merged 1",
                    "ended 1 10-40 whole", "ignored over",
                ]),
            // D10, F6; b.6, "splice event repeated with another time before start".
            Scenario(
                "a later time for it moves it, and a longer length makes it longer",
                ["0 scte35.7 out@10+30", "5 scte35.7 out@12+60", "12", "72"],
                ["announced 1 10-40", "changed 1 12-72", "started 1 12-72", "ended 1 12-72 whole"]),
            // F4; b.6, "CUE-IN early": an end ends it always.
            Scenario(
                "an early end ends it, whatever the length was",
                ["0 scte35.7 out@10+30", "20 scte35.7 in@25", "25"],
                [
                    "announced 1 10-40", "started 1 10-40", "shortened 1 10-25",
                    "ended 1 10-25 early",
                ]),
            Scenario(
                "an end at once ends it at once",
                ["0 hls out@10+30", "20 hls in@20"],
                ["announced 1 10-40", "started 1 10-40", "ended 1 10-20 early"]),
            Scenario(
                "an end where it begins leaves nothing of it",
                ["0 hls out@10+30", "0 hls in@10", "40"],
                ["announced 1 10-40", "changed 1 10-10", "dropped 1 behind"]),
            Scenario(
                "an end of another name ends it too",
                ["0 scte35.7 out@10+30", "20 scte35.8 in@20"],
                ["announced 1 10-40", "started 1 10-40", "ended 1 10-20 early"]),
            Scenario(
                "start and end may both be known before it is heard",
                ["0 hls out@10", "0 hls in@35", "100"],
                [
                    "announced 1 10-610", "changed 1 10-35", "started 1 10-35",
                    "ended 1 10-35 whole",
                ]),
            // F6.
            Scenario(
                "an extension while it plays",
                ["0 hls.a out@10+30", "20 hls.a out@10+60", "70"],
                [
                    "announced 1 10-40", "started 1 10-40", "extended 1 10-70",
                    "ended 1 10-70 whole",
                ]),
            Scenario(
                "an extension by a marker inside it",
                ["0 hls out@10+30", "16 hls cont@16-6+60", "70"],
                [
                    "announced 1 10-40", "started 1 10-40", "extended 1 10-70",
                    "ended 1 10-70 whole",
                ]),
            Scenario(
                "a length that is over already ends it at once",
                ["0 hls.a out@10+60", "40 hls.a out@10+20"],
                ["announced 1 10-70", "started 1 10-70", "ended 1 10-30 whole"]),
            // F10; b.6, "event_cancel before start".
            Scenario(
                "taken back before it begins",
                ["0 scte35.7 out@10+30", "5 scte35.7 cancel@5", "20 scte35.7 out@10+30"],
                ["announced 1 10-40", "cancelled 1", "ignored over"]),
            // F10.
            Scenario(
                "taken back while it plays",
                ["0 scte35.7 out@10+30", "15 scte35.7 cancel@15"],
                ["announced 1 10-40", "started 1 10-40", "ended 1 10-40 cancelled"]),
            // F8; b.6, "auto_return = 0": the duration is only a net.
            Scenario(
                "an end that has to be marked may be a little late",
                ["0 scte35.7 out@10+30!", "20 scte35.7 in@42", "50"],
                [
                    "announced 1 10-45", "started 1 10-45", "shortened 1 10-42",
                    "ended 1 10-42 whole",
                ]),
            // F9; b.6, "no end marker ever".
            Scenario(
                "an end that has to be marked and never is",
                ["0 scte35.7 out@10+30!", "50"],
                ["announced 1 10-45", "started 1 10-45", "ended 1 10-45 unmarked"]),
            // F9; b.6, "CUE-OUT without duration".
            Scenario(
                "neither a length nor an end",
                ["0 icy out@10", "10", "609", "610"],
                ["announced 1 10-610", "started 1 10-610", "ended 1 10-610 unmarked"]),
            Scenario(
                "several channels are one break, and the most exact one counts",
                [
                    "0 icy out@11+20", "0 hls.d out@10+30", "0 scte35.7 out@9+31", "9",
                    "12 icy out@11+20", "31 icy in@31", "40",
                ],
                [
                    "announced 1 11-31", "changed 1 10-40", "changed 1 9-40", "started 1 9-40",
                    "merged 1", "merged 1", "ended 1 9-40 whole",
                ]),
            Scenario(
                "a channel without a name for it",
                ["0 hls out@10+30", "0 hls.d out@10+30", "0 hls in@20", "10", "40"],
                [
                    "announced 1 10-40", "merged 1", "changed 1 10-20", "started 1 10-20",
                    "ended 1 10-20 early",
                ]),
            // D7.
            Scenario(
                "two at one instant are played one after the other",
                ["0 hls.a out@10+30", "0 hls.b out@10+20", "10", "40", "60"],
                [
                    "announced 1 10-40", "announced 2 10-30", "started 1 10-40",
                    "ended 1 10-40 whole", "started 2 40-60", "ended 2 40-60 whole",
                ]),
            // D9.
            Scenario(
                "one inside another is a part of it",
                ["0 scte35.a out@10+60", "0 scte35.b out@30+20", "0 scte35.b in@50", "70"],
                [
                    "announced 1 10-70", "merged 1", "merged 1", "started 1 10-70",
                    "ended 1 10-70 whole",
                ]),
            Scenario(
                "ads inside it are parts of it, also the first one",
                [
                    "0 scte35.a out@10+60", "0 scte35.x out@10+30*", "0 scte35.y out@40+30*",
                    "0 scte35.x in@40", "70",
                ],
                [
                    "announced 1 10-70", "merged 1", "merged 1", "merged 1", "started 1 10-70",
                    "ended 1 10-70 whole",
                ]),
            Scenario(
                "the end of an ad whose start is not known does not end it",
                ["0 scte35.a out@10+60", "0 scte35.x in@40*", "70"],
                [
                    "announced 1 10-70", "merged 1", "started 1 10-70", "ended 1 10-70 whole",
                ]),
            Scenario(
                "the first ad may be known before the break",
                ["0 scte35.x out@10+30*", "0 scte35.a out@10+60", "0 scte35.x in@40", "70"],
                [
                    "announced 1 10-40", "changed 1 10-70", "merged 1", "started 1 10-70",
                    "ended 1 10-70 whole",
                ]),
            Scenario(
                "ads without a break around them are breaks",
                ["0 scte35.x out@10+30*", "0 scte35.y out@40+30*", "70"],
                [
                    "announced 1 10-40", "announced 2 40-70", "started 1 10-40",
                    "ended 1 10-40 whole", "started 2 40-70", "ended 2 40-70 whole",
                ]),
            Scenario(
                "ads that follow one another without a name are one break",
                ["0 icy out@10+20", "10", "27 icy out@27+30", "57"],
                [
                    "announced 1 10-30", "started 1 10-30", "extended 1 10-57",
                    "ended 1 10-57 whole",
                ]),
            // F13; b.6, "break behind the live window".
            Scenario(
                "over before it was known",
                ["50 hls.a out@10+30", "50 hls.a out@10+30"],
                ["dropped 1 behind", "ignored over"]),
            Scenario(
                "its start once more when it is over, with no name, or with its name elsewhere",
                [
                    "0 hls out@10+30", "50 hls out@10+30", "60 scte35.a out@70+30",
                    "110 scte35.a out@90+30",
                ],
                [
                    "announced 1 10-40", "started 1 10-40", "ended 1 10-40 whole", "ignored over",
                    "announced 2 70-100", "started 2 70-100", "ended 2 70-100 whole",
                    "ignored over",
                ]),
            Scenario(
                "an end of nothing", ["5 hls in@5", "5 hls.a cancel@5"],
                ["ignored unknown", "ignored unknown"]),
            Scenario(
                "a tag that goes on repeating after an early end",
                ["0 hls.a out@10+30", "20 hls in@20", "22 hls cont@22-12+30", "50 hls out@50+10"],
                [
                    "announced 1 10-40", "started 1 10-40", "ended 1 10-20 early", "ignored over",
                    "announced 2 50-60", "started 2 50-60",
                ]),
            Scenario(
                "markers between its start and end change nothing",
                ["0 hls out@10+30", "0 hls cont@16-6+30", "0 hls cont@22-12+30", "40"],
                [
                    "announced 1 10-40", "merged 1", "merged 1", "started 1 10-40",
                    "ended 1 10-40 whole",
                ]),
        ])
    func finds(scenario: Scenario) throws {
        #expect(try CueScript(scenario.script).news() == scenario.news)
    }

    /// F11; b.6, "join inside a break": a cue says `18/30`, so it began 18 s ago.
    @Test(
        "joins a break in its middle as the rules say",
        arguments: [
            (CueRules.Joining.partial, ["announced 1 100-112", "started 1 100-112", "merged 1"]),
            (.full, ["announced 1 100-130", "started 1 100-130", "merged 1"]),
            (.none, ["dropped 1 joinedInside", "ignored over"]),
        ], ["hls cont@100-18+30", "hls.a out@82+30"])
    func joining(_ rule: (joining: CueRules.Joining, news: [String]), cue: String) throws {
        var rules = CueRules()
        rules.joining = rule.joining
        let news = try CueScript(["100 \(cue)", "106 hls cont@106-24+30"]).news(rules)
        #expect(news == rule.news)
    }

    @Test("takes a start that is known a moment late as a whole break, and ends it as marked")
    func late() throws {
        var rules = CueRules()
        rules.joining = .none
        let news = try CueScript(["12 hls.a out@10+30", "40"]).news(rules)
        #expect(news == ["announced 1 10-40", "started 1 12-40", "ended 1 12-40 whole"])
    }

    @Test("takes a break of a known end, that was left out, to be over from there on")
    func leftOut() throws {
        var rules = CueRules()
        rules.joining = .none
        let news = try CueScript([
            "100 hls.a out@82", "120 hls.a in@120", "130 hls.a out@130+10", "140",
        ]).news(rules)
        #expect(
            news == [
                "dropped 1 joinedInside", "ignored over", "announced 2 130-140",
                "started 2 130-140", "ended 2 130-140 whole",
            ])
    }

    @Test(
        "takes a start up to two seconds off for that of the break, and a later one for a part",
        arguments: [
            (Cue.Source.hls, nil, 96_000, 1), (.hls, nil, 96_001, 1), (.scte35, "b", 96_000, 2),
            (.scte35, "b", 96_001, 1),
        ] as [(Cue.Source, String?, Int, Int)])
    func tolerance(source: Cue.Source, id: String?, frames: Int, breaks: Int) {
        var book = CueBook()
        let begin = FrameTime(.seconds(10))
        _ = book.receive(
            Cue(id: "a", .out(duration: .seconds(60)), at: begin, source: .scte35))
        _ = book.receive(
            Cue(id: id, .out(duration: .seconds(5)), at: begin + frames, source: source))
        #expect(book.announced.count == breaks)
    }

    @Test("D2: keeps the name and the number of a break when another is marked before it")
    func stableNumbers() throws {
        let news = try CueScript(
            [
                "0 scte35.b out@100+30", "1 scte35.a out@50+10", "2 scte35.b out@110+30", "60",
                "140",
            ]
        ).news()
        #expect(
            news == [
                "announced 1 100-130", "announced 2 50-60", "changed 1 110-140", "started 2 50-60",
                "ended 2 50-60 whole", "started 1 110-140", "ended 1 110-140 whole",
            ])
    }

    @Test("keeps so many announced breaks, and no more")
    func many() {
        var book = CueBook()
        for index in 0..<1000 {
            let cue = Cue(
                id: "\(index)", .out(duration: .seconds(10)),
                at: FrameTime(.seconds(100 + 20 * index)), source: .scte35)
            let news = book.receive(cue)
            #expect((news == [.ignored(.tooMany)]) == (index >= CueBook.mostAnnounced))
        }
    }

    @Test(
        "ignores positions that no stream reaches",
        arguments: [.max, .min, .max / 2] as [Int64])
    func beyond(frames: Int64) {
        var book = CueBook()
        let cue = Cue(.out(duration: nil), at: FrameTime(frames), source: .hls)
        #expect(book.receive(cue) == [.ignored(.outOfRange)])
    }
}
