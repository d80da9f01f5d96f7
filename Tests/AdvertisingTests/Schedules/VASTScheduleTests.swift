import Advertising
import Foundation
import MediaTime
import Testing

@Suite("A VAST answer as a schedule")
struct VASTScheduleTests {
    @Test("is one pod at the stream's beginning, with its ads one after another")
    func pod() throws {
        let schedule = try schedule(
            Self.vast(
                Self.ad(system: "GDFP", duration: "00:00:15", sequence: 2),
                Self.ad(
                    system: "trueX", inLinear: #"<AdParameters>\#(Self.parameters)</AdParameters>"#)
            ))
        #expect(schedule.form == .vast && schedule.remarks == [])
        let pod = try #require(schedule.breaks.first)
        #expect(pod.position == .preroll && pod.range == FrameRange(seconds: 0, 45))
        #expect(pod.ads.map(\.range.count) == [30 * 48_000, 15 * 48_000])
        #expect(pod.placeholder == FrameRange(seconds: 0, 30))
        #expect(pod.truexParameters == Self.reference)
        #expect(pod.ads[0].creative == "http://a.test/truexloadingplaceholder-30s.mp4")
        #expect(pod.ads[0].mimeType == "video/mp4" && pod.ads[0].system == "trueX")
        #expect(pod.ads[0].tracking["impression"] == ["http://t.test/i"])
        #expect(pod.ads[0].tracking["start"] == ["http://t.test/s"])
    }

    @Test(
        "T-wrapped-base64: takes the parameters of Google DAI from a companion, in any spelling",
        arguments: Companion.allCases)
    func companion(form: Companion) throws {
        let schedule = try schedule(
            Self.vast(Self.ad(system: "GDFP", creatives: Self.companion(form.resource))))
        let pod = try #require(schedule.breaks.first)
        #expect(pod.truexParameters == Self.reference, "\(schedule.remarks)")
        #expect(pod.ads[0].apiFramework == "truex" && pod.ads[0].kind == .truex)
        #expect(schedule.remarks == [])
    }

    @Test("looks in the companion first, then in the parameters, then in the description")
    func order() throws {
        let parameters = #"<AdParameters>{"vast_config_url": "two.test"}</AdParameters>"#
        let whole = Self.ad(
            system: "trueX", inLinear: parameters, description: "https://three.test/x",
            creatives: Self.companion(Companion.plain.resource))
        #expect(try schedule(Self.vast(whole)).breaks[0].truexParameters == Self.reference)
        let broken = Self.ad(
            system: "trueX", inLinear: parameters, description: "https://three.test/x",
            creatives: Self.companion("data:application/json;base64,e30="))
        let second = try schedule(Self.vast(broken))
        #expect(
            second.breaks[0].truexParameters
                == .twoStage(
                    TruexReference(configurationTemplate: "https://two.test")))
        #expect(second.remarks.count == 1)
        let described = Self.ad(system: "trueX", description: "three.test/x?a=1&amp;b=2")
        #expect(
            try schedule(Self.vast(described)).breaks[0].truexParameters
                == .twoStage(
                    TruexReference(configurationTemplate: "https://three.test/x?a=1&b=2")))
        // The description of any other ad is not an address.
        let other = Self.ad(system: "GDFP", description: "https://three.test/x")
        #expect(try schedule(Self.vast(other)).breaks[0].ads[0].kind == .linear)
    }

    @Test("takes parameters with one more level of XML escaping")
    func encodedParameters() throws {
        let parameters = Self.parameters.replacing("\"", with: "&amp;quot;")
        let schedule = try schedule(
            Self.vast(
                Self.ad(
                    system: "trueX",
                    inLinear: #"<AdParameters xmlEncoded="true">\#(parameters)</AdParameters>"#)))
        #expect(schedule.breaks[0].truexParameters == Self.reference)
    }

    @Test("H15: says which ads are only shown over the stream, and which are heard")
    func nonLinear() throws {
        let banner = "<NonLinearAds><NonLinear width=\"300\" height=\"60\"/></NonLinearAds>"
        let sound = "<Linear><Duration>00:00:05</Duration></Linear>"
        let documents: [(String, AdSchedule.Kind)] = [
            (banner, .nonLinear), (sound, .linear), (banner + sound, .linear),
            ("<NonLinearAds/>", .linear), ("<CompanionAds/>", .linear),
        ]
        for (creative, kind) in documents {
            let schedule = try schedule(
                """
                <VAST version="4.2"><Ad id="a"><InLine><AdSystem>S</AdSystem><Creatives><Creative>
                \(creative)</Creative></Creatives></InLine></Ad></VAST>
                """)
            let ad = try #require(schedule.breaks.first?.ads.first)
            #expect(ad.kind == kind, "\(creative)")
            #expect(ad.range.isEmpty == !creative.contains(sound), "\(creative)")
        }
    }

    @Test("H15: has what ad servers want to learn of its ads, each place in them too")
    func beacons() throws {
        let schedule = try schedule(
            """
            <VAST version="4.2"><Ad id="a"><InLine><Impression>http://t/i</Impression>
            <Impression>http://t/j</Impression><Creatives><Creative><Linear>
            <Duration>00:00:05</Duration><TrackingEvents>
            <Tracking event="start">http://t/s</Tracking>
            <Tracking event="progress" offset="00:00:03">http://t/3</Tracking>
            <Tracking event="progress" offset="50%">http://t/50</Tracking>
            <Tracking event="progress">http://t/never</Tracking>
            <Tracking event="progress" offset="1%">ftp://t/1</Tracking>
            </TrackingEvents></Linear></Creative></Creatives></InLine></Ad></VAST>
            """)
        let tracking = try #require(schedule.breaks.first?.ads.first?.beacons)
        #expect(tracking.impressions == ["http://t/i", "http://t/j"])
        #expect(
            tracking.events == [
                .init(name: "start", address: "http://t/s"),
                .init(name: "progress", address: "http://t/3", offset: .time(.seconds(3))),
                .init(name: "progress", address: "http://t/50", offset: .share(0.5)),
            ])
        #expect(schedule.hasBeacons)
        let silent = Self.vast("<Ad><InLine/></Ad>")
        #expect(try !AdSchedule(parsing: silent.utf8, address: "schedule").hasBeacons)
    }

    @Test(
        "names the program that an ad runs, of a file or else of the creative",
        arguments: [
            ("", "<MediaFile>m</MediaFile>", nil, "m"),
            ("apiFramework='C'", "<MediaFile>m</MediaFile>", "C", "m"),
            (
                "apiFramework='C'",
                "<MediaFile>m</MediaFile><MediaFile apiFramework='VPAID'>v</MediaFile>", "VPAID",
                "v"
            ),
            (
                "",
                "<MediaFile apiFramework='VPAID'>v</MediaFile>"
                    + "<InteractiveCreativeFile apiFramework='SIMID'>s</InteractiveCreativeFile>",
                "SIMID", "s"
            ),
            ("", "<InteractiveCreativeFile>s</InteractiveCreativeFile>", nil, nil),
            ("", "<MediaFile> </MediaFile>", nil, nil),
        ] as [(String, String, String?, String?)])
    func programs(attribute: String, files: String, name: String?, address: String?) throws {
        let schedule = try schedule(
            """
            <VAST version="4.2"><Ad><InLine><Creatives><Creative \(attribute)><Linear>
            <Duration>00:00:05</Duration><MediaFiles>\(files)</MediaFiles></Linear></Creative>
            <Creative><Linear><Duration>00:00:09</Duration></Linear></Creative></Creatives></InLine>
            </Ad></VAST>
            """)
        let ad = try #require(schedule.breaks.first?.ads.first)
        #expect(ad.apiFramework == name && ad.creative == address)
        #expect(ad.range == FrameRange(seconds: 0, 5) && schedule.remarks == [])
    }

    @Test("names wrappers, and follows none")
    func wrapper() throws {
        let schedule = try schedule(
            Self.vast(
                "<Ad><Wrapper><VASTAdTagURI>http://w.test/v</VASTAdTagURI></Wrapper></Ad>",
                Self.ad(system: "GDFP"),
                "<Ad><Wrapper><VASTAdTagURI>http://w.test/w</VASTAdTagURI></Wrapper></Ad>"))
        #expect(schedule.breaks[0].ads.count == 1)
        #expect(
            schedule.remarks == [
                "the pod, ad 2: is a wrapper of http://w.test/v, which is not supported; left out",
                "the pod, ad 3: is a wrapper of http://w.test/w, which is not supported; left out",
            ])
    }

    @Test(
        "without an ad has no break",
        arguments: [
            "<VAST version=\"3.0\"></VAST>", "<VAST><Error>http://e.test</Error></VAST>",
            "<VAST xsi:noNamespaceSchemaLocation=\"vast.xsd\"/>", "<DAAST version=\"1.1\"></DAAST>",
        ])
    func noAd(document: String) throws {
        let schedule = try schedule(document)
        #expect(schedule.breaks.isEmpty && schedule.remarks == ["the response has no ad"])
    }

    @Test("is read despite parts that are not for players")
    func instructions() throws {
        let noise = "<?x?><!-- <Ad> ]]> <?y --><?z words?>"
        let document = Self.vast(
            Self.ad(
                system: "tr\(noise)ueX", inLinear: noise,
                creatives: Self.companion(Companion.plain.resource)))
        let schedule = try schedule("<?xml version=\"1.1\"?>\(noise)\(document)\(noise)")
        #expect(schedule.breaks[0].ads[0].system == "trueX")
        #expect(schedule.breaks[0].truexParameters == Self.reference)
    }

    @Test("is read in other encodings, too")
    func encodings() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            + Self.vast(Self.ad(system: "Café"))
        let latin = try #require(text.data(using: .isoLatin1))
        let wide = try [.utf16, .utf16BigEndian, .utf16LittleEndian].map {
            try #require(text.data(using: $0))
        }
        for data in [latin, Data([0xEF, 0xBB, 0xBF] + Array(text.utf8))] + wide {
            let schedule = try AdSchedule(parsing: data, address: "schedule")
            #expect(schedule.breaks[0].ads[0].system == "Café")
        }
    }

    static let parameters =
        #"{"user_id": "u1", "placement_hash": "abc", "vast_config_url": "get.truex.com/abc"}"#
    static let reference = TruexAdParameters.twoStage(
        TruexReference(
            userID: "u1", placementHash: "abc", configurationTemplate: "https://get.truex.com/abc"))

    static func vast(_ ads: String...) -> String {
        "<VAST version=\"4.0\">\(ads.joined())</VAST>"
    }

    static func ad(
        system: String, duration: String = "00:00:30", sequence: Int = 1, inLinear: String = "",
        description: String = "", creatives: String = ""
    ) -> String {
        """
        <Ad id="a" sequence="\(sequence)"><InLine><AdSystem>\(system)</AdSystem><AdTitle>T</AdTitle>
        <Description>\(description)</Description><Impression><![CDATA[ http://t.test/i ]]></Impression>
        <Creatives><Creative><Linear><Duration>\(duration)</Duration><TrackingEvents>
        <Tracking event="start">http://t.test/s</Tracking></TrackingEvents>\(inLinear)
        <MediaFiles><MediaFile type="video/mp4" delivery="progressive">
        <![CDATA[http://a.test/truexloadingplaceholder-30s.mp4]]></MediaFile></MediaFiles>
        </Linear></Creative>\(creatives)</Creatives></InLine></Ad>
        """
    }

    static func companion(_ resource: String) -> String {
        """
        <Creative><CompanionAds><Companion width="1" height="1" apiFramework="truex">
        <StaticResource creativeType="application/json"><![CDATA[\(resource)]]></StaticResource>
        </Companion></CompanionAds></Creative>
        """
    }

    /// How companions write their parameters.
    enum Companion: CaseIterable {
        case plain, charset, wrapped, unfilled, percentEncoded, json, unmarked

        var resource: String {
            let encoded = Data(VASTScheduleTests.parameters.utf8).base64EncodedString()
            let mark = "data:application/json;base64,"
            switch self {
            case .plain: return mark + encoded
            case .charset: return "data:application/json;charset=utf-8;base64," + encoded
            case .wrapped:
                let middle = encoded.index(encoded.startIndex, offsetBy: 40)
                return "\n \(mark)\n   \(encoded[..<middle])\r\n\t\(encoded[middle...])\n"
            case .unfilled: return mark + encoded.replacing("=", with: "")
            case .percentEncoded:
                return "data:application/json,"
                    + VASTScheduleTests.parameters.replacing("\"", with: "%22")
                    .replacing(" ", with: "%20")
            case .json: return VASTScheduleTests.parameters
            case .unmarked: return "data:application/json," + encoded
            }
        }
    }
}
