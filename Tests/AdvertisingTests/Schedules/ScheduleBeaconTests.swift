import MediaTime
import Testing

@testable import Advertising

/// What ad servers want to learn of the ads that are part of a stream.
@Suite("The beacons of a schedule")
struct ScheduleBeaconTests {
    private func schedule(
        _ ad: AdSchedule.Ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3)),
        tracking: [String: [String]] = [:]
    ) -> AdSchedule {
        AdSchedule(
            breaks: [
                AdSchedule.Break(
                    id: "b", position: .midroll, range: FrameRange(seconds: 1, 9), ads: [ad],
                    tracking: tracking)
            ])
    }

    private func addresses(_ count: Int) -> [String] { (0..<count).map { "http://t/\($0)" } }

    @Test("H15: of an ad are its impressions, its errors, and its events by their names")
    func ad() {
        var ad = AdSchedule.Ad()
        #expect(ad.beacons == nil)
        ad.tracking = ["start": ["s1", "s2"], "impression": ["i"], "complete": ["c"]]
        ad.tracking["error"] = ["e"]
        ad.progress = [.init(name: "progress", address: "p", offset: .share(0.5))]
        #expect(ad.beacons?.impressions == ["i"] && ad.beacons?.errors == ["e"])
        #expect(
            ad.beacons?.events == [
                .init(name: "complete", address: "c"), .init(name: "start", address: "s1"),
                .init(name: "start", address: "s2"),
                .init(name: "progress", address: "p", offset: .share(0.5)),
            ])
    }

    @Test(
        "H15: of an ad may be of one kind only", arguments: ["impression", "error", "start"])
    func kinds(name: String) {
        var ad = AdSchedule.Ad()
        ad.tracking = [name: ["http://t/1"]]
        let beacons = ad.beacons
        #expect(beacons?.impressions == (name == "impression" ? ["http://t/1"] : []))
        #expect(beacons?.errors == (name == "error" ? ["http://t/1"] : []))
        #expect(beacons?.events.map(\.name) == (name == "start" ? ["start"] : []))
    }

    @Test("H15: are at most two hundred of a kind", arguments: [200, 201])
    func bounds(count: Int) {
        var ad = AdSchedule.Ad()
        for name in ["impression", "error", "start"] { ad.tracking[name] = addresses(count) }
        let kept = Array(addresses(count).prefix(200))
        #expect(ad.beacons?.impressions == kept && ad.beacons?.errors == kept)
        #expect(ad.beacons?.addresses(for: "start") == kept)
        let one = schedule(tracking: ["breakStart": addresses(count)]).breaks[0]
        #expect(one.beacons?.map(\.address) == kept)
    }

    @Test("H15: of a break are those of the break itself")
    func adBreak() {
        var ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3))
        ad.tracking = ["start": ["http://t/s"]]
        #expect(schedule(ad).breaks[0].beacons == nil)
        #expect(
            schedule(ad, tracking: ["breakStart": ["http://t/b"]]).breaks[0].beacons
                == [.init(name: "breakStart", address: "http://t/b")])
    }

    @Test("H15: are there if a break, an ad, or a break without a place has any, or for a session")
    func any() {
        #expect(!schedule().hasBeacons)
        #expect(schedule(tracking: ["breakEnd": ["http://t/b"]]).hasBeacons)
        var ad = AdSchedule.Ad(range: FrameRange(seconds: 1, 3))
        ad.tracking = ["start": ["http://t/s"]]
        #expect(schedule(ad).hasBeacons)
        var unplaced = schedule()
        unplaced.unplaced = schedule(ad).breaks.map { .init(offset: .end, laidOut: $0) }
        #expect(unplaced.hasBeacons)
        unplaced.unplaced = schedule().breaks.map { .init(offset: .end, laidOut: $0) }
        #expect(!unplaced.hasBeacons)
        var session = schedule()
        session.session = UplynkSession(id: "s", prefix: "http://a.test")
        #expect(session.hasBeacons)
    }

    @Test("H15: name an ad by at most 256 characters of its id", arguments: [255, 256, 257])
    func shortID(count: Int) {
        var ad = AdSchedule.Ad()
        #expect(ad.shortID == nil)
        let id = String(repeating: "x", count: count)
        ad.id = id
        #expect((ad.shortID == id) == (count <= 256))
        #expect(ad.shortID?.unicodeScalars.count == min(count, 256))
    }
}
