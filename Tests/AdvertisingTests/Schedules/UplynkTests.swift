import Advertising
import MediaTime
import Testing

@Suite("Uplynk's schedule")
struct UplynkTests {
    @Test("gives the places of its breaks and ads, and the parameters of true[X]")
    func preplay() throws {
        let schedule = try schedule(Self.preplay)
        #expect(schedule.form == .uplynkPreplay)
        #expect(schedule.remarks == [])
        #expect(schedule.breaks.count == 2)
        let first = try #require(schedule.breaks.first)
        #expect(first.id == "m1" && first.position == .midroll && first.isLinear)
        #expect(first.range == FrameRange(seconds: 9.96, 71.9))
        #expect(first.placeholder == FrameRange(seconds: 9.96, 11.9))
        #expect(
            first.ads.map(\.range) == [
                FrameRange(seconds: 9.96, 11.9), FrameRange(seconds: 11.9, 41.9),
                FrameRange(seconds: 41.9, 71.9),
            ])
        #expect(first.ads.map(\.kind) == [.truex, .linear, .linear])
        #expect(first.ads[0].creative == "https://media.truex.com/container/3.x/choice_card.js")
        #expect(
            first.truexParameters
                == .twoStage(
                    TruexReference(
                        userID: "u1", placementHash: "abc",
                        configurationTemplate: "https://get.truex.com/abc/vast/config?s=[stream_id]"
                    )))
        #expect(first.ads[1].tracking["impression"] == ["http://t.test/i"])
        #expect(first.ads[1].tracking["firstQuartile"] == ["http://t.test/1"])
        #expect(schedule.breaks[1].placeholder == nil)
        #expect(schedule.breaks[1].position == .postroll)
        #expect(
            schedule.session
                == UplynkSession(
                    playURL: "https://play.test/a.m3u8", id: "s1", prefix: "https://api.test"))
    }

    @Test("H15: has what ad servers want to learn, in one order of the names of events")
    func beacons() throws {
        let events =
            #"{"starts": ["http://t/s"], "impression": ["http://t/i"], "impressions": ["http://t/j"]}"#
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 1, "events": {"breakStart": "http://t/b"}, "ads": [
             {"duration": 5, "events": \(events)}]}]}}
            """)
        let one = try #require(schedule.breaks.first)
        #expect(one.beacons == [.init(name: "breakStart", address: "http://t/b")])
        #expect(one.ads[0].beacons?.impressions == ["http://t/i", "http://t/j"])
        #expect(one.ads[0].beacons?.addresses(for: "start") == ["http://t/s"])
    }

    @Test("of a true[X] ad has an ad server that wants to learn what the listener does")
    func interactive() {
        var ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3), kind: .truex)
        func schedule(_ ad: AdSchedule.Ad) -> AdSchedule {
            AdSchedule(
                breaks: [
                    AdSchedule.Break(
                        id: "m1", position: .midroll, range: FrameRange(seconds: 1, 9), ads: [ad])
                ])
        }
        #expect(!schedule(ad).hasBeacons)
        ad.truexParameters = .twoStage(
            TruexReference(configurationTemplate: "https://get.truex.com/config"))
        #expect(schedule(ad).hasBeacons)
    }

    static let preplay = """
        {"playURL": "https://play.test/a.m3u8", "sid": "s1", "prefix": "https://api.test/",
         "ads": {
          "breakOffsets": [{"index": 0, "timeOffset": 9.96}, {"index": 1, "timeOffset": 100}],
          "placeholderOffsets": [
            {"breaksIndex": 0, "adsIndex": 0, "startTime": 9.96, "endTime": 11.9}],
          "breaks": [
           {"breakId": "m1", "type": "linear", "position": "midroll", "timeOffset": 9.96,
            "duration": 61.94, "events": {}, "ads": [
             {"apiFramework": "VPAID", "mimeType": "application/javascript", "duration": 1.94,
              "creative": "https://media.truex.com/container/3.x/choice_card.js",
              "adParameters": {"user_id": "u1", "placement_hash": "abc",
               "vast_config_url": "get.truex.com/abc/vast/config?s=[stream_id]"}},
             {"apiFramework": null, "mimeType": "uplynk/m3u8", "creative": "c1", "duration": 30,
              "events": {"impressions": ["http://t.test/i"], "firstquartiles": ["http://t.test/1"]}},
             {"apiFramework": null, "mimeType": "uplynk/m3u8", "creative": "c2", "duration": 30}]},
           {"type": "linear", "position": "postroll", "duration": 15, "ads": [
             {"mimeType": "uplynk/m3u8", "creative": "c3", "duration": 15}]}]}}
        """
}
