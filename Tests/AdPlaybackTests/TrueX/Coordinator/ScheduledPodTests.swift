import AdPlayback
import Advertising
import Foundation
import MediaTime
import Testing

@Suite("Pods of a schedule")
struct ScheduledPodTests {
    /// A pod with a choice card and an ad in Uplynk's format, with these parameters.
    private func schedule(_ parameters: String) throws -> AdSchedule {
        let text = """
            {"playURL": "http://station/", "sid": "s", "prefix": "http://station",
             "ads": {"breaks": [{"breakId": "mid", "type": "linear", "position": "midroll",
              "timeOffset": 100, "duration": 60, "ads": [
               {"apiFramework": "truex", "mimeType": "application/javascript", "duration": 2,
                "creative": "http://station/placeholder.js", "adParameters": \(parameters)},
               {"apiFramework": null, "mimeType": "uplynk/m3u8", "duration": 58}]}]}}
            """
        return try AdSchedule(parsing: text.utf8, address: "test")
    }

    private static let reference =
        #"{"user_id": "u", "placement_hash": "p", "vast_config_url": "get.truex.com/p/vast/config"}"#

    private static let quoted =
        "\"" + reference.replacing("\"", with: "\\\"") + "\""

    @Test(
        "T-adParameters-string-or-object: both forms make a placeholder that starts the unit",
        arguments: [reference, quoted])
    func stringOrObject(parameters: String) throws {
        let pods = try schedule(parameters).pods
        #expect(pods.map(\.range) == [.seconds(100, 160)])
        #expect(pods.first?.stops.map(\.kind) == [.truex])
        #expect(pods.first?.stops.map(\.range) == [.seconds(100, 102)])
        var stage = PodStage()
        stage.send(.podsChanged(pods))
        stage.play(to: 200)
        #expect(stage.log.last == "start 1")
    }

    @Test(
        "T-malformed-adParameters: without usable parameters the pod plays",
        arguments: [
            "null", "{}", #""""#, "5", #"{"vast_config_url": "ftp://truex/"}"#,
            #"{"user_id": "u"}"#,
        ])
    func malformed(parameters: String) throws {
        var stage = PodStage()
        stage.send(.podsChanged(try schedule(parameters).pods))
        stage.play(to: 200)
        #expect(stage.lines("create", "start", "land") == ["land 102.0 direct"])
        #expect(stage.second == 200)
    }

    @Test("T-wrapped-base64: a companion from Google with wrapped lines makes a placeholder")
    func wrappedBase64() throws {
        let encoded = Data(Self.reference.utf8)
            .base64EncodedString(options: .lineLength64Characters)
        let text = """
            <VAST version="3.0"><Ad id="1"><InLine><AdSystem>trueX</AdSystem><Creatives>
            <Creative><Linear><Duration>00:00:02</Duration></Linear></Creative>
            <Creative><CompanionAds><Companion apiFramework="truex" width="1" height="1">
            <StaticResource creativeType="application/json"><![CDATA[data:application/json;base64,
            \(encoded)]]></StaticResource></Companion></CompanionAds></Creative>
            </Creatives></InLine></Ad></VAST>
            """
        let schedule = try AdSchedule(parsing: text.utf8, address: "test")
        #expect(schedule.pods.flatMap(\.stops).map(\.kind) == [.truex])
        let stop = try #require(schedule.pods.first?.stops.first)
        #expect(schedule.ad(at: stop.id)?.truexParameters != nil)
        #expect(schedule.ad(at: TruexStop.ID(pod: "other", ad: 0)) == nil)
    }

    @Test("T-idvx: an interactive video is recognised by its request address")
    func interactiveVideo() throws {
        let parameters = #"{"vast_config_url": "get.truex.com/p/vast/idvx/generic"}"#
        let pods = try schedule(parameters).pods
        #expect(pods.first?.stops.map(\.kind) == [.interactiveVideo])
    }

    @Test("H15: an ad that is only shown keeps its place in the pod, and counts as no ad of it")
    func nonLinear() throws {
        let ads = [
            AdSchedule.Ad(range: .seconds(0, 2)),
            AdSchedule.Ad(range: .seconds(2, 2), kind: .nonLinear),
            AdSchedule.Ad(range: .seconds(2, 4)),
        ]
        let pod = try #require(
            TruexPod(
                AdSchedule.Break(
                    id: "b", position: .midroll, range: .seconds(0, 4), ads: ads)))
        #expect(pod.stops.isEmpty)
        #expect(pod.linearAds.map(\.offset) == [0, 2])
    }

    @Test(
        "a unit without parameters is unusable, and a card without them an ad",
        arguments: [
            (.truex, .truex, .unusable), (.truexCard, .truexCard, .linear),
            (.idvx, .interactiveVideo, .unusable), (.linear, .linear, .linear),
            (.nonLinear, .nonLinear, .nonLinear),
        ] as [(AdSchedule.Kind, TruexPod.Kind, TruexPod.Kind)])
    func parameters(kind: AdSchedule.Kind, with: TruexPod.Kind, without: TruexPod.Kind) throws {
        var ad = AdSchedule.Ad(range: .seconds(0, 2), kind: kind)
        for expected in [without, with] {
            let adBreak = AdSchedule.Break(
                id: "b", position: .midroll, range: .seconds(0, 4), ads: [ad])
            #expect(TruexPod(adBreak)?.ads.map(\.kind) == [expected])
            let parsed = try schedule(Self.reference).breaks.first?.ads.first
            ad.truexParameters = try #require(parsed?.truexParameters)
        }
    }

    @Test("a stop has its kind as long as the schedule has it")
    func kinds() {
        let stage = PodStage(.sample("mid", at: 100, .interactiveVideo))
        let kinds = [("mid", 0), ("mid", 1), ("mid", 3), ("mid", -1), ("other", 0)].map { pod, ad in
            stage.coordinator.schedule.kind(of: TruexStop.ID(pod: pod, ad: ad))
        }
        #expect(kinds == [.interactiveVideo, .linear, nil, nil, nil])
    }

    @Test("H15: ad servers learn of the breaks and ads that name addresses, each with its short id")
    func tracking() throws {
        var told = AdSchedule.Ad(range: .seconds(0, 2))
        told.id = "7"
        told.tracking = ["impression": ["http://ads.test/impression"]]
        let silent = AdSchedule.Ad(range: .seconds(2, 4))
        func pod(_ ads: [AdSchedule.Ad], _ tracking: [String: [String]] = [:]) throws -> TruexPod {
            try #require(
                TruexPod(
                    AdSchedule.Break(
                        id: "b", position: .midroll, range: .seconds(0, 4), ads: ads,
                        tracking: tracking)))
        }
        let ads = try pod([told, silent])
        #expect(ads.hasTracking && ads.tracking == nil)
        #expect(ads.ads.map { $0.tracking?.impressions } == [["http://ads.test/impression"], nil])
        #expect(ads.ads.map(\.id) == ["7", nil])
        let whole = try pod([silent], ["breakStart": ["http://ads.test/start"]])
        #expect(whole.hasTracking && whole.tracking?.count == 1)
        let none = try pod([silent])
        #expect(!none.hasTracking)
        #expect(TruexPod.Ad(range: .seconds(0, 1), kind: .linear).id == nil)
    }

    @Test(
        "the slot follows the break's position, and a break that takes no time is no pod",
        arguments: [
            (.preroll, .preroll), (.midroll, .midroll), (.postroll, .midroll), (.pause, nil),
            (.overlay, nil),
        ] as [(AdSchedule.Position, TruexSlotType?)])
    func slots(position: AdSchedule.Position, slotType: TruexSlotType?) {
        let ad = AdSchedule.Ad(range: .seconds(0, 2), kind: .linear)
        let adBreak = AdSchedule.Break(
            id: "b", position: position, range: .seconds(0, 60), ads: [ad])
        #expect(TruexPod(adBreak)?.slotType == slotType)
    }
}
