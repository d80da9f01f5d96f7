import AdPlayback
import Foundation
import Testing

@Suite("Responses of a true[X] ad server")
struct DocumentTests {
    private func answer(_ text: String) throws -> TruexAnswer {
        try JSONDecoder().decode(TruexDocument.self, from: Data(text.utf8)).answer
    }

    private func ad(_ card: String, _ more: String = "") throws -> TruexAdConfiguration? {
        let answer = try answer(
            """
            {"tag_type": "choice_card", "fillable": true, "vast_session_id": "v1",
             "ads": [{"id": 7, "name": "Coffee", "window_url": "http://station/unit.html"\(more)}],
             "card_creative_args": {"user_opt_out_capping_enabled": true},
             "card_configurations": [\(card)]}
            """)
        if case .ad(let ad) = answer { return ad }
        return nil
    }

    @Test(
        "T-error-200-body: no bid is no error, whatever the status; any other fault is one",
        arguments: [
            (#"{"error": "No bid found"}"#, .noBid), (#"{"error": "NO BID"}"#, .noBid),
            (#"{"error": "unknown placement"}"#, .refused("unknown placement")),
            (#"{"ads": []}"#, .noBid), ("{}", .noBid),
            (#"{"fillable": false, "ads": [{"window_url": "http://station/"}]}"#, .noBid),
        ] as [(String, TruexAnswer)])
    func errors(text: String, expected: TruexAnswer) throws {
        #expect(try answer(text) == expected)
    }

    @Test(
        "numbers may be strings, and missing fields have defaults", arguments: [#""20""#, "20"])
    func numbers(twenty: String) throws {
        let ad = try ad(
            """
            {"aa": \(twenty), "sec": \(twenty), "bd": "1.5", "product": "sponsored_stream",
             "vo": ["http://station/a.mp3"], "ct": "[countdown] to go", "bg": "http://station/bg", "ib": "ib", "wb": "wb"}
            """, #", "id": "7", "session_id": 12"#)
        #expect(ad?.adID == 7)
        #expect(ad?.engagementID == "12")
        #expect(ad?.cardTime == .seconds(20))
        #expect(ad?.attentionTime == .seconds(20))
        #expect(ad?.buttonDelay == .milliseconds(1500))
        #expect(ad?.product == .sponsoredStream)
        #expect(ad?.voiceOver == ["http://station/a.mp3"])
        #expect(ad?.texts.timer == "[countdown] to go")
        #expect(ad?.images.background == "http://station/bg")
        #expect(ad?.images.interactButton == "ib")
        #expect(ad?.images.watchButton == "wb")
        #expect(ad?.optOutCapping == .enabled)
    }

    @Test(
        "times may be short, and those that make no sense are as if they were missing",
        arguments: [
            ("0.5", 0.5, 0.5, 0.5), ("0", 0, nil, 0), ("-0.5", nil, nil, nil),
        ] as [(String, Double?, Double?, Double?)])
    func times(text: String, card: Double?, delay: Double?, attention: Double?) throws {
        let ad = try ad(#"{"aa": \#(text), "sec": \#(text), "bd": \#(text)}"#)
        let usual = TruexAdConfiguration.sample()
        #expect(ad?.cardTime?.inSeconds == card)
        #expect(ad?.buttonDelay.inSeconds == delay ?? usual.buttonDelay.inSeconds)
        #expect(ad?.attentionTime.inSeconds == attention ?? usual.attentionTime.inSeconds)
    }

    @Test(
        "a flag may be a Boolean, a number or a string",
        arguments: [
            ("true", true), ("1", true), ("2", true), (#""true""#, true), (#""1""#, true),
            ("false", false), ("0", false), (#""false""#, false), (#""0""#, false),
        ])
    func flags(value: String, isFillable: Bool) throws {
        let answer = try answer(
            """
            {"tag_type": "choice_card", "fillable": \(value), "vast_session_id": "v1",
             "ads": [{"id": 7, "name": "Coffee", "window_url": "http://station/unit.html"}]}
            """)
        #expect((answer != .noBid) == isFillable)
    }

    @Test("by default a card has 15 s, a unit 30 s, and an engagement its session's name")
    func defaults() throws {
        for card in ["", "{}", #"{"aa": null, "sec": {}, "vo": 5, "product": "other"}"#] {
            let ad = try ad(card)
            #expect(ad?.cardTime == .seconds(15))
            #expect(ad?.attentionTime == .seconds(30))
            #expect(ad?.product == .sponsoredAdBreak)
            #expect(ad?.voiceOver == [])
            #expect(ad?.engagementID == "v1")
            #expect(ad?.format == .choice)
        }
    }

    @Test("a countdown of -1 means none; impossible times are ignored")
    func oddTimes() throws {
        #expect(try ad(#"{"aa": -1}"#)?.cardTime == nil)
        #expect(try ad(#"{"aa": 1e300, "sec": -5, "bd": "nan"}"#)?.cardTime == .seconds(86_400))
        #expect(try ad(#"{"sec": -5}"#)?.attentionTime == .seconds(30))
    }

    @Test(
        "T-idvx: an interactive video is known by its flag", arguments: ["true", "1", #""true""#])
    func interactiveVideo(flag: String) throws {
        #expect(try ad("{}", #", "idvx": \#(flag)"#)?.format == .interactiveVideo)
    }

    @Test("a skip card gives the sponsor, the duration and the picture")
    func skipCard() throws {
        let answer = try answer(
            """
            {"tag_type": "skip_card", "ads": [{"id": 7, "name": "Coffee"}],
             "card_configurations": [{"aa": "4", "sk": "http://station/skip.svg"}]}
            """)
        var sponsor = TruexSponsor(campaignName: "Coffee")
        sponsor.cardTime = .seconds(4)
        sponsor.image = "http://station/skip.svg"
        #expect(answer == .adFree(sponsor))
    }

    @Test(
        "numbers out of bounds are ignored, and do no harm",
        arguments: ["1e300", "-1e300"])
    func hugeNumbers(number: String) throws {
        let unit = try answer(#"{"ads": [{"id": \#(number), "window_url": "http://station/"}]}"#)
        guard case .ad(let ad) = unit, ad.adID == 0 else {
            Issue.record("no unit: \(unit)")
            return
        }
        let answer = try answer(
            """
            {"tag_type": "skip_card", "ads": [{"id": \(number)}],
             "card_configurations": [{"aa": \(number)}]}
            """)
        guard case .adFree(let sponsor) = answer else {
            Issue.record("no skip card: \(answer)")
            return
        }
        #expect(sponsor.cardTime <= .seconds(86_400))
    }

    @Test(
        "an invalid response fails without a crash",
        arguments: [
            "", "null", "[]", "5", #"{"ads": [{}]}"#, #"{"ads": 5}"#,
            #"{"ads": [{"window_url": 5}]}"#, "{", #"{"ads": [{"id": {}}], "fillable": 1}"#,
        ])
    func garbage(text: String) {
        #expect(throws: DecodingError.self) { try answer(text) }
    }
}
