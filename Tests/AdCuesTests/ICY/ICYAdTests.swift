import AdCues
import Testing

@Suite("An advertisement in an ICY stream")
struct ICYAdTests {
    private func ad(_ block: String) -> ICYAd? { ICYMetadata(parsing: block.utf8).ad }

    @Test(
        "A13: is announced by the fields of AdsWizz",
        arguments: [
            (
                "StreamTitle='';adw_ad='true';durationMilliseconds='20427';adId='10233';"
                    + "insertionType='preroll';",
                ICYAd(duration: .milliseconds(20_427), insertion: .preroll, id: "10233")
            ),
            ("adw_ad=' TRUE ';", ICYAd()),
            ("insertionType=' MidRoll ';", ICYAd(insertion: .midroll)),
            ("insertionType='postroll';", ICYAd(insertion: .postroll)),
            ("adw_ad='true';insertionType='live';", ICYAd()),
            ("adw_ad='true';durationMilliseconds='long';", ICYAd()),
            ("adw_ad='true';durationMilliseconds='-5';", ICYAd()),
            ("adw_ad='true';durationMilliseconds='1e30';", ICYAd()),
            ("adw_ad='true';durationMilliseconds=' 500 ';", ICYAd(duration: .milliseconds(500))),
        ])
    func fields(block: String, expected: ICYAd) {
        #expect(ad(block) == expected)
    }

    @Test(
        "A13: is not announced by other fields",
        arguments: [
            "", "StreamTitle='Song';", "StreamTitle='Song';adw_ad='false';", "no_adw_ad='true';",
            "XinsertionType='preroll';", "insertionType='live';", "insertionType='station_id';",
            "insertionType='';", "durationMilliseconds='9000';", "adId='1';",
        ])
    func otherFields(block: String) {
        #expect(ad(block) == nil)
    }

    @Test(
        "A14: is announced by a title that names no track",
        arguments: [
            ("ADWTAG_122000 - THE STATION IS BACK SOON", Duration.seconds(122)),
            ("adwtag_500", .milliseconds(500)),
            ("START_AD_BREAK_6000", .seconds(6)),
            ("START_AD_BREAK", nil),
            ("Advertisement_Start_Length=00:00:29.960", .milliseconds(29_960)),
            ("Advertisement_Start_Length=01:01:00", .seconds(3660)),
            (" TIBREAK ", nil), ("[BREAK]", nil), ("AD 2", nil), ("AD 12", nil), ("midroll", nil),
            ("Ad-Trigger - Ad-Trigger", nil), ("Live365 - Live365 - Advertisement", nil),
        ] as [(String, Duration?)])
    func titles(title: String, duration: Duration?) {
        #expect(TitleMarker(title: title) == .start(duration: duration))
        #expect(ad("StreamTitle='\(title)';") == ICYAd(duration: duration))
    }

    @Test("ends with a title that says so", arguments: ["STOP_AD_BREAK", "Advertisement_Stop"])
    func ends(title: String) {
        #expect(TitleMarker(title: title) == .end)
        #expect(ad("StreamTitle='\(title)';") == nil)
    }

    @Test(
        "A14: is not announced by a track with such words in its title",
        arguments: [
            "", "Jingle", "Jingle Bells", "Commercial Break - The Ads", "Breaking Point",
            "A Sailor Ad - Late Night", "AD", "AD 2000", "AD two", "ADWTAG_", "ADWTAG_12 hours",
            "ADWTAG_x", "START_AD_BREAK_", "START_AD_BREAK_1s",
            "Advertisement_Start_Length=29.960", "Advertisement_Start_Length=00:60:00",
            "Advertisement_Start_Length=99:00:00", "Advertisement_Start_Length=00:00:nan",
            "Advertisement_Start_Length=-1:00:00", "START_AD_BREAK_99999999999999999999",
            "ADWTAG_٣",
        ])
    func songs(title: String) {
        #expect(TitleMarker(title: title) == nil)
    }
}
