import Testing

@testable import Advertising

/// What an ad server answers.
@Suite("A VAST document")
struct VASTDocumentTests {
    private func document(_ text: String) throws -> VASTDocument {
        try VASTDocument(parsing: Array(text.utf8))
    }

    /// A document with one ad that has `linear`.
    private func document(linear: String) throws -> VASTDocument {
        try document(
            """
            <VAST version="4.2"><Ad id="1"><InLine><Creatives><Creative><Linear>\(linear)</Linear>\
            </Creative></Creatives></InLine></Ad></VAST>
            """)
    }

    private func inline(_ document: VASTDocument) -> VASTInline? {
        if case .inline(let inline)? = document.ads.first?.content { inline } else { nil }
    }

    @Test("H8: has all that is told of an ad, and where")
    func ad() throws {
        let document = try document(
            """
            <VAST version="4.2"><Error> http://a/none </Error><Ad id="7" sequence="2"><InLine>
            <AdSystem>S</AdSystem><AdTitle>Tea</AdTitle><Advertiser>T</Advertiser>
            <Category authority="x">IAB1</Category><Expires>90</Expires>
            <Impression><![CDATA[http://a/i1]]></Impression><Impression>about:blank</Impression>
            <Impression/><Impression>http://a/i2</Impression><Error>http://a/e?[ERRORCODE]</Error>
            <Creatives><Creative><Linear skipoffset="25%"><Duration>00:00:30.500</Duration>
            <TrackingEvents><Tracking event="start">http://a/s</Tracking>
            <Tracking event="progress" offset="00:00:05">http://a/p</Tracking>
            <Tracking event="start">http://a/s2</Tracking><Tracking>http://a/x</Tracking>
            </TrackingEvents><VideoClicks><ClickThrough>http://a/c</ClickThrough>
            <ClickTracking>http://a/ct</ClickTracking></VideoClicks>
            <MediaFiles><MediaFile type="audio/mpeg" bitrate="128" delivery="progressive"
             codec="mp3">http://a/tea.mp3</MediaFile></MediaFiles></Linear></Creative>
            <Creative><CompanionAds><Companion id="c" width="300" height="250">
            <StaticResource>http://a/p.png</StaticResource>
            <CompanionClickThrough>http://a/cc</CompanionClickThrough></Companion></CompanionAds>
            </Creative></Creatives><AdVerifications><Verification vendor="v">
            <JavaScriptResource>http://a/v.js</JavaScriptResource><TrackingEvents>
            <Tracking event="verificationNotExecuted">http://a/n</Tracking></TrackingEvents>
            </Verification></AdVerifications></InLine></Ad></VAST>
            """)
        #expect(document.dialect == .vast && document.version == "4.2")
        #expect(document.errors == ["http://a/none"])
        #expect(document.verdict == .playable)
        let ad = try #require(document.ads.first)
        #expect(ad.id == "7" && ad.sequence == 2 && ad.title == "Tea" && ad.advertiser == "T")
        #expect(ad.categories == [VASTCategory(code: "IAB1", authority: "x")])
        #expect(ad.expires == 90)
        #expect(ad.impressions == ["http://a/i1", "http://a/i2"])
        #expect(ad.errors == ["http://a/e?[ERRORCODE]"])
        #expect(ad.tracking.map(\.event) == ["start", "progress", "start"])
        #expect(ad.tracking.map(\.address) == ["http://a/s", "http://a/p", "http://a/s2"])
        #expect(ad.tracking.map(\.offset) == [nil, .time(.seconds(5)), nil])
        #expect(ad.clickThrough == "http://a/c" && ad.clickTracking == ["http://a/ct"])
        let linear = try #require(inline(document)?.linear)
        #expect(linear.duration == .milliseconds(30_500) && linear.skipOffset == .share(0.25))
        #expect(linear.chosen?.address == "http://a/tea.mp3" && linear.chosen?.codec == "mp3")
        #expect(ad.companions.map(\.resource) == ["http://a/p.png"])
        #expect(ad.companions.map(\.width) == [300] && ad.companions.map(\.height) == [250])
        #expect(ad.verifications.map(\.vendor) == ["v"])
        #expect(ad.verifications.flatMap(\.resources) == ["http://a/v.js"])
        #expect(ad.verifications.flatMap(\.notExecuted) == ["http://a/n"])
    }

    @Test(
        "B4: says what an ad is made for, and each is heard",
        arguments: [
            (#" adType="audio""#, .audio), (#" adType="hybrid""#, .hybrid),
            (#" adType="video""#, .video), (#" adtype=" Hybrid ""#, .hybrid),
            (#" adType="banner""#, nil), (" adType=''", nil), ("", nil),
        ] as [(String, VASTAd.AdType?)])
    func adType(attribute: String, adType: VASTAd.AdType?) throws {
        let document = try document(
            """
            <VAST version="4.2"><Ad id="1"\(attribute)><InLine><Creatives><Creative><Linear>\
            <MediaFiles><MediaFile type="video/mp4">v</MediaFile></MediaFiles></Linear></Creative>\
            </Creatives></InLine></Ad></VAST>
            """)
        #expect(document.ads.map(\.adType) == [adType])
        #expect(document.verdict == .playable)
    }

    @Test("has its ads by their sequence, and those without one last, as they come")
    func order() throws {
        let numbers = ["", "3", "1", "0", "x", "2"]
        let ads = numbers.enumerated().map { #"<Ad id="\#($0)" sequence="\#($1)"/>"# }.joined()
        #expect(
            try document("<VAST version='3.0'>\(ads)</VAST>").ads.map(\.id)
                == ["2", "5", "1", "0", "3", "4"])
    }

    @Test(
        "B2, B3: is in any version that there is, and in no other",
        arguments: [
            ("<VAST version='2.0'/>", nil), ("<VAST version='4.3'/>", nil), ("<VAST/>", nil),
            ("<DAAST version='1.1'/>", nil), ("<vast version=' 3.0 '/>", nil),
            ("<VAST version='1.0'/>", .version), ("<VAST version='5.0'/>", .version),
            ("<VideoAdServingTemplate/>", .version), ("<VMAP/>", .schema), ("", .malformed),
            ("<html/>", .malformed), ("<VAST>", .malformed), ("{}", .malformed),
            ("<!DOCTYPE x><VAST/>", .malformed),
        ] as [(String, VASTError?)])
    func versions(text: String, code: VASTError?) {
        do throws(VASTFailure) {
            #expect(try VASTDocument(parsing: Array(text.utf8)).verdict == .noAd)
            #expect(code == nil)
        } catch {
            #expect(error.code == code)
            #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
        }
    }

    @Test(
        "says in a code why nothing of an ad can be heard",
        arguments: [
            ("<InLine/>", .error(.schema)), ("", .error(.schema)), ("<Wrapper/>", .error(.schema)),
            (
                "<InLine><Creatives><Creative><NonLinearAds/></Creative></Creatives></InLine>",
                .error(.linearity)
            ),
            ("<Wrapper><VASTAdTagURI>about:blank</VASTAdTagURI></Wrapper>", .error(.schema)),
            ("<Wrapper><VASTAdTagURI>http://a</VASTAdTagURI></Wrapper>", .wrapper),
            ("<Wrapper><DAASTAdTagURI>http://a</DAASTAdTagURI></Wrapper>", .wrapper),
            ("<Wrapper><VASTAdTagURL><URL>a.xml</URL></VASTAdTagURL></Wrapper>", .wrapper),
        ] as [(String, VASTDocument.Verdict)])
    func mistakes(ad: String, verdict: VASTDocument.Verdict) throws {
        #expect(try document("<VAST version='4.0'><Ad>\(ad)</Ad></VAST>").verdict == verdict)
    }

    @Test(
        "B6, B21, B22: says in a code why none of its media can be heard",
        arguments: [
            ("", .schema), ("<MediaFiles/>", .schema),
            ("<MediaFiles><MediaFile type='text/html'>h</MediaFile></MediaFiles>", .mediaType),
            (
                "<MediaFiles><MediaFile type='audio/mpeg' apiFramework='VPAID'>h</MediaFile></MediaFiles>",
                .vpaid
            ),
            (
                "<MediaFiles><InteractiveCreativeFile>h</InteractiveCreativeFile></MediaFiles>",
                .interactive
            ),
            ("<MediaFiles><MediaFile type='audio/mpeg'> </MediaFile></MediaFiles>", .schema),
        ] as [(String, VASTError)])
    func noMedia(linear: String, code: VASTError) throws {
        #expect(try document(linear: linear).verdict == .error(code))
    }

    @Test(
        "B5, B6, B22: plays a file without a size, and one beside what cannot be played",
        arguments: [
            "<MediaFile type='audio/mpeg'>m</MediaFile>",
            "<MediaFile type='audio/mpeg' width='0' height='0'>m</MediaFile>",
            "<MediaFile type='video/mp4' apiFramework='VPAID'>v</MediaFile><MediaFile type='audio/mpeg'>m</MediaFile>",
            "<Mezzanine type='audio/mpeg'>z</Mezzanine><MediaFile type='audio/mpeg'>m</MediaFile>",
            "<InteractiveCreativeFile>i</InteractiveCreativeFile><MediaFile type='audio/mpeg'>m</MediaFile>",
        ])
    func beside(files: String) throws {
        let document = try document(linear: "<MediaFiles>\(files)</MediaFiles>")
        #expect(document.verdict == .playable)
        #expect(inline(document)?.linear?.chosen?.address == "m")
    }

    @Test("B6: plays no mezzanine")
    func mezzanine() throws {
        let files = "<MediaFiles><Mezzanine type='audio/mpeg'>z</Mezzanine></MediaFiles>"
        #expect(try document(linear: files).verdict == .error(.schema))
    }

    @Test("is playable if one of its ads is, and a wrapper if one is and none is playable")
    func verdicts() throws {
        let wrapper = "<Ad><Wrapper><VASTAdTagURI>http://a</VASTAdTagURI></Wrapper></Ad>"
        let playable =
            "<Ad><InLine><Creatives><Creative><Linear><MediaFiles><MediaFile>a.mp3</MediaFile>"
            + "</MediaFiles></Linear></Creative></Creatives></InLine></Ad>"
        #expect(try document("<VAST><Ad/>\(wrapper)\(playable)</VAST>").verdict == .playable)
        #expect(try document("<VAST><Ad/>\(wrapper)</VAST>").verdict == .wrapper)
        #expect(try document("<VAST><Ad/></VAST>").verdict == .error(.schema))
    }

    @Test(
        "B4, B6: chooses audio before video, files before streams, and the rate nearest to 192 kb/s",
        arguments: [
            (["audio/mpeg 64", "audio/mpeg 192", "audio/mpeg 320"], 1),
            (["video/mp4 192", "audio/ogg 32"], 1), (["video/mp4 800", "text/html 1"], 0),
            (["audio/aac 192 streaming", "audio/aac 64 progressive"], 1),
            (["audio/mpeg", "audio/mpeg 128"], 1), (["application/ogg 96"], 0),
            (["AUDIO/MPEG;x=1 96", "video/mp4 192"], 0), (["audio/mpeg 191", "audio/mpeg 194"], 0),
            (["audio/mpeg 190", "audio/mpeg 193"], 1), (["audio/mpeg", "audio/mpeg 383"], 1),
            (["audio/mpeg", "audio/mpeg 385"], 0), (["audio/mpeg", "audio/mpeg 1"], 1),
            (["audio/mpeg 0", "audio/mpeg 385"], 0),
            (["audio/mpeg 9223372036854775807", "audio/mpeg 1"], 1),
        ] as [([String], Int)])
    func choice(files: [String], chosen: Int) throws {
        let media = files.enumerated().map { index, words in
            let parts = words.split(separator: " ")
            let bitrate = parts.count > 1 ? " bitrate='\(parts[1])'" : ""
            let delivery = parts.count > 2 ? " delivery='\(parts[2])'" : ""
            return "<MediaFile type='\(parts[0])'\(bitrate)\(delivery)>\(index)</MediaFile>"
        }
        let document = try document(linear: "<MediaFiles>\(media.joined())</MediaFiles>")
        #expect(inline(document)?.linear?.chosen?.address == "\(chosen)")
    }

    @Test(
        "B9: follows wrappers as each says, and takes several ads by default before VAST 3 only",
        arguments: [
            ("2.0", "", true, true, false), ("", "", true, false, false),
            ("3.0", "", true, false, false),
            ("4.1", "allowMultipleAds='true' fallbackOnNoAd='1'", true, true, true),
            (
                "4.1", "followAdditionalWrappers='false' allowMultipleAds='maybe'", false, false,
                false
            ),
        ])
    func wrapper(
        version: String, attributes: String, follows: Bool, several: Bool, fallsBack: Bool
    ) throws {
        let document = try document(
            """
            <VAST version="\(version)"><Ad><Wrapper \(attributes)><VASTAdTagURI>http://a</VASTAdTagURI>
            <BlockedAdCategories> IAB7 </BlockedAdCategories><Creatives><Creative><Linear>
            <TrackingEvents><Tracking event="start">http://a/1</Tracking></TrackingEvents></Linear>
            </Creative><Creative><Linear><TrackingEvents><Tracking event="complete">http://a/2
            </Tracking></TrackingEvents></Linear></Creative></Creatives></Wrapper></Ad></VAST>
            """)
        guard case .wrapper(let wrapper)? = document.ads.first?.content else {
            Issue.record("it is no wrapper")
            return
        }
        #expect(wrapper.address == "http://a" && wrapper.blockedCategories == ["IAB7"])
        #expect(wrapper.followsWrappers == follows && (wrapper.fallsBack ?? false) == fallsBack)
        #expect(wrapper.allowsSeveral == several)
        #expect(document.ads.first?.tracking.map(\.address) == ["http://a/1", "http://a/2"])
    }

    @Test(
        "has no place that is outside of a creative",
        arguments: ["-1%", "101%", "%", "nan%", "-00:00:01", "soon", "1e3%"])
    func noOffset(text: String) {
        #expect(VASTOffset(text) == nil)
    }
}

@Suite("A VMAP document")
struct VMAPDocumentTests {
    @Test("A5: has its breaks with their places, their repetition and where their ads are")
    func breaks() throws {
        let document = try VMAPDocument(
            parsing: Array(
                """
                <vmap:VMAP xmlns:vmap="http://www.iab.net/vmap-1.0" version="1.0">
                <vmap:AdBreak breakId="pre" breakType="linear,Display" timeOffset="start">
                <vmap:AdSource allowMultipleAds="false"><vmap:AdTagURI>http://a/tag</vmap:AdTagURI>
                </vmap:AdSource><vmap:TrackingEvents>
                <vmap:Tracking event="breakStart">http://a/b</vmap:Tracking></vmap:TrackingEvents>
                </vmap:AdBreak>
                <vmap:AdBreak timeOffset="00:10:00" repeatAfter="00:05:00"><vmap:AdSource>
                <vmap:VASTAdData><VAST version="3.0"/></vmap:VASTAdData></vmap:AdSource></vmap:AdBreak>
                <vmap:AdBreak timeOffset="noon"><vmap:AdSource><vmap:VASTAdData/></vmap:AdSource>
                </vmap:AdBreak>
                <vmap:AdBreak timeOffset="50%"><vmap:AdSource>
                <vmap:CustomAdData templateType="proprietary"/></vmap:AdSource></vmap:AdBreak>
                <vmap:AdBreak timeOffset="end"/></vmap:VMAP>
                """.utf8))
        #expect(document.version == "1.0")
        let breaks = document.breaks
        #expect(breaks.map(\.id) == ["pre", nil, nil, nil, nil])
        #expect(breaks.map(\.timeOffset) == ["start", "00:10:00", "noon", "50%", "end"])
        #expect(breaks.map(\.isPlaced) == [true, true, false, true, true])
        #expect(
            breaks.map(\.types) == [["linear", "display"]] + Array(repeating: ["linear"], count: 4))
        #expect(breaks.map(\.repeatAfter) == [nil, .seconds(300), nil, nil, nil])
        #expect(breaks.map(\.allowsSeveral) == [false, true, true, true, true])
        #expect(breaks[0].source == .tag("http://a/tag"))
        #expect(breaks[0].tracking.map(\.event) == ["breakStart"])
        guard case .inline(let answer?)? = breaks[1].source else {
            Issue.record("it has no answer")
            return
        }
        #expect(answer.verdict == .noAd)
        #expect(breaks[2].source == .inline(nil))
        #expect(breaks[3].source == .custom("proprietary") && breaks[4].source == nil)
    }

    @Test(
        "is refused with a code if it is none",
        arguments: [("<VAST/>", .schema), ("VMAP", .malformed)] as [(String, VASTError)])
    func refused(text: String, code: VASTError) {
        let error = #expect(throws: VASTFailure.self) {
            _ = try VMAPDocument(parsing: Array(text.utf8))
        }
        #expect(error?.code == code)
    }
}
