import MediaTime
import Testing

@testable import AdCues

@Suite("A marker in timed ID3")
struct ID3MarkerTests {
    private func marker(_ frames: [UInt8]...) throws -> MetadataMarker? {
        try ID3Tag(parsing: ID3Writer.tag(frames.flatMap(\.self))).marker
    }

    @Test("is an ad in the fields of AdsWizz, by their whole names")
    func adsWizz() throws {
        #expect(
            try marker(
                ID3Writer.userText("adw_ad", "true"),
                ID3Writer.userText("durationMilliseconds", "20427"),
                ID3Writer.userText("adId", "10233"),
                ID3Writer.userText("insertionType", "midroll"))
                == .start(
                    ICYAd(duration: .milliseconds(20_427), insertion: .midroll, id: "10233")))
        #expect(try marker(ID3Writer.userText("no_adw_ad", "true")) == nil)
        #expect(try marker(ID3Writer.userText("adw_ad", "false")) == nil)
    }

    @Test(
        "is an ad, its end or neither by the type of a cue of Triton",
        arguments: [
            ("ad", "break", .start(ICYAd(duration: .seconds(30), id: "a1"))),
            ("AD", "targetspot", .start(ICYAd(duration: .seconds(30), id: "a1"))),
            ("ad", "", .start(ICYAd(duration: .seconds(30), id: "a1"))),
            ("ad", "EndBreak", .end), ("ad", "insert", nil),
            ("track", "", .end), ("speech", "", .end),
        ] as [(String, String, MetadataMarker?)])
    func triton(type: String, adType: String, expected: MetadataMarker?) throws {
        #expect(
            try marker(
                ID3Writer.userText("cue_type", type), ID3Writer.userText("ad_type", adType),
                ID3Writer.userText("ad_id", "a1"), ID3Writer.text("TLEN", "30000"),
                ID3Writer.text("TIT2", "Spot")) == expected)
    }

    @Test(
        "is a title of a break, whoever the artist is",
        arguments: [
            ("", "ADWTAG_30000", .start(ICYAd(duration: .seconds(30)))),
            ("Radio One", "START_AD_BREAK_6000", .start(ICYAd(duration: .seconds(6)))),
            ("Live365", "Advertisement", .start(ICYAd())),
            ("Radio One", "STOP_AD_BREAK", .end),
            ("Foo Fighters", "Break Out", nil), ("", "", nil),
        ] as [(String, String, MetadataMarker?)])
    func title(artist: String, title: String, expected: MetadataMarker?) throws {
        #expect(
            try marker(ID3Writer.text("TPE1", artist), ID3Writer.text("TIT2", title)) == expected)
    }

    @Test("leaves a song its artist and its title")
    func song() throws {
        let frames = ID3Writer.text("TIT2", "Song") + ID3Writer.text("TPE1", "Band")
        let tag = try ID3Tag(parsing: ID3Writer.tag(frames))
        #expect(tag.metadata.title == "Band - Song")
        #expect(tag.marker == nil)
    }
}
