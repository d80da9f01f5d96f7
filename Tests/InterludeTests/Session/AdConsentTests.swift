import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// What ad servers are told if they have to wait for a consent.
@Suite("The consent of a listener")
struct AdConsentTests {
    private let second = FrameTime.rate

    private var given: AdPrivacy {
        var privacy = AdPrivacy()
        privacy.tcfConsent = "CPX"
        privacy.timing = .afterConsent
        return privacy
    }

    private var withheld: AdPrivacy {
        var privacy = AdPrivacy()
        privacy.timing = .afterConsent
        return privacy
    }

    @Test("B27: is needed for each beacon, also of an ad that is heard when it is taken back")
    func withdrawn() async throws {
        var ad = Advertisement.spot(1, frames: 8 * second)
        ad.duration = .seconds(8)
        let servers = MadeAdServers([AdDecision(ad)])
        var scenario = Scenario(frames: 16 * second)
            .cue(.out(duration: .seconds(8)), at: 4 * second, id: "1")
            .at(7 * second, .setPrivacy(AdPrivacy()))
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        scenario.configuration.markers?.privacy = given
        let outcome = try await scenario.asking(servers).run()
        #expect(outcome.frames(of: "slot.completed") == [12 * second])
        #expect(
            Set(servers.beacons.map(\.kind)) == [
                "start", "creativeView", "firstQuartile", "impression",
            ])
        #expect(servers.beacons.allSatisfy { $0.values?["GDPRCONSENT"] == "CPX" })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("B27: is waited for with the beacons that earlier sessions have left")
    func left() {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        var beacon = Beacon(number: 7, kind: "start", address: "http://ads/start")
        beacon.values = ["GDPRCONSENT": "earlier"]
        book.adopt([beacon], under: withheld, at: .zero, &outbox)
        #expect(book.openNumbers.isEmpty && outbox.takeEntries().isEmpty)
        book.sendLeft(under: given, at: .zero, &outbox)
        book.sendLeft(under: given, at: .zero, &outbox)
        #expect(book.openNumbers == [1])
        beacon.number = 1
        #expect(outbox.takeEntries().contains(.effect(.track(beacon))))
    }

    @Test("B27: is needed for reports of ads that cannot be heard", arguments: [true, false])
    func reports(isGiven: Bool) {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        let report = AdDecision.Report(
            code: 303, addresses: ["http://ads/error"], documentAddress: nil)
        book.send([report], under: isGiven ? given : withheld, at: .zero, &outbox)
        #expect(book.openNumbers == (isGiven ? [1] : []))
    }
}
