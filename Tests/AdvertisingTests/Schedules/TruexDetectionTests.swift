import Advertising
import MediaTime
import Testing

@Suite("An ad of true[X]")
struct TruexDetectionTests {
    /// The kind of an ad with these members, as the first of a pod.
    private func kind(_ members: String) throws -> AdSchedule.Kind? {
        try schedule(
            #"{"ads": {"breaks": [{"timeOffset": 9, "ads": [{"duration": 2, \#(members)}]}]}}"#
        ).breaks.first?.ads.first?.kind
    }

    @Test(
        "is recognised by its API framework, its ad system or its parameters (rule C4)",
        arguments: [
            (#""apiFramework": "truex""#, .truex),
            (#""apiFramework": "TrueX""#, .truex),
            (#""adSystem": "trueX""#, .truex),
            (#""system": "TRUEX", "apiFramework": null"#, .truex),
            (#""adSystem": "IDVx""#, .idvx),
            (#""apiFramework": "truex", "adSystem": "idvx""#, .idvx),
            (
                #""apiFramework": "truex", "adParameters": {"vast_config_url": "get.truex.com/idvx/c"}"#,
                .idvx
            ),
            (#""apiFramework": "truex", "adParameters": {"ads": [{"idvx": true}]}"#, .idvx),
            (#""apiFramework": "VPAID""#, .linear),
            (#""apiFramework": "VPAID", "creative": "http://ads.test/truex.com.js""#, .linear),
            (#""apiFramework": "VPAID", "creative": "http://nottruex.com/a.js""#, .linear),
            (#""apiFramework": "VPAID", "adParameters": {"key": "value"}"#, .linear),
            (#""apiFramework": "VPAID", "adParameters": "not JSON""#, .linear),
            (#""apiFramework": "VPAID", "adParameters": 7"#, .linear),
            (#""apiFramework": "VPAID", "creative": "https://media.truex.com/a.js""#, .truex),
            (#""apiFramework": "vpaid", "creative": "//qa-media.truex.com:443/a.js""#, .truex),
            (#""apiFramework": "VPAID", "adParameters": {"placement_hash": "h"}"#, .truex),
            (
                #""apiFramework": "VPAID", "adParameters": "{\"vast_config_url\": \"a.test\"}""#,
                .truex
            ),
            (#""companions": [{"apiFramework": "truex", "creative": "data:,{}"}]"#, .truex),
            (
                #""apiFramework": "VPAID", "companions": [{"apiFramework": "truex", "creative": "x"}]"#,
                .truex
            ),
            (#""apiFramework": "VPAID", "vastUrl": "get.truex.com/a""#, .linear),
            (#""apiFramework": null"#, .linear),
            (#""adSystem": "truexxx""#, .linear),
        ] as [(String, AdSchedule.Kind)])
    func kinds(members: String, kind: AdSchedule.Kind) throws {
        #expect(try self.kind(members) == kind)
    }

    @Test("T-truex-not-first-linear: is offered only as the first of its pod (rule C7)")
    func notFirst() throws {
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 9, "ads": [{"duration": 30}, {"duration": 2,
             "apiFramework": "truex", "adParameters": {"vast_config_url": "get.truex.com/a"}}]}]}}
            """)
        let pod = schedule.breaks[0]
        #expect(pod.placeholder == nil && pod.truexParameters == nil)
        #expect(pod.ads[1].kind == .truex && pod.ads[1].range.count == 2 * 48_000)
        #expect(
            schedule.remarks == [
                "break 1, ad 2: true[X] is offered as the first of a pod only; "
                    + "its placeholder is played"
            ])
    }

    @Test("T-idvx: may be anywhere if it has no choice card, and makes no placeholder")
    func idvx() throws {
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 9, "ads": [{"duration": 30, "adSystem": "IDVx",
             "adParameters": {"vast_config_url": "get.truex.com/a"}}]}]}}
            """)
        #expect(schedule.breaks[0].placeholder == nil)
        #expect(schedule.breaks[0].ads[0].truexParameters != nil)
        #expect(schedule.remarks == [])
    }

    @Test("is none that is only heard or shown, even as the first of its break")
    func nonLinear() {
        func schedule(_ ad: AdSchedule.Ad) -> AdSchedule {
            AdSchedule(
                breaks: [
                    AdSchedule.Break(
                        id: "b", position: .midroll, range: FrameRange(seconds: 1, 9), ads: [ad])
                ])
        }
        for kind in [AdSchedule.Kind.linear, .nonLinear, .idvx] {
            let ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3), kind: kind)
            #expect(schedule(ad).breaks[0].truexAd == nil)
        }
        for kind in [AdSchedule.Kind.truex, .truexCard] {
            let ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3), kind: kind)
            #expect(schedule(ad).breaks[0].truexAd == ad)
        }
    }
}
