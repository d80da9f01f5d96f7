import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// What ad servers are told, event by event.
@Suite("The beacons of an ad")
struct BeaconBookTests {
    /// An ad whose server wants to learn everything.
    private static let spot: Advertisement = {
        var spot = Advertisement.spot(1, frames: 96_000)
        spot.tracking = .everything(of: 1)
        spot.tracking?.events += ["mute", "unmute"].map {
            .init(name: $0, address: "http://ads/\($0)1")
        }
        return spot
    }()

    private static func event(_ kind: AdEvent.Kind, at frame: Int64) -> AdEvent {
        AdEvent(
            kind: kind, frame: FrameTime(frame), breakID: BreakID(1), slot: PlayToken(1), spot: spot
        )
    }

    /// The beacons that follow from these events, each a tenth of a second after the one before.
    private static func beacons(_ kinds: AdEvent.Kind...) -> [Beacon] {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        for (index, kind) in kinds.enumerated() {
            book.note(event(kind, at: Int64(4800 * index)), under: AdPrivacy(), &outbox)
        }
        return sent(&outbox)
    }

    private static func sent(_ outbox: inout SessionOutbox) -> [Beacon] {
        outbox.takeEntries().compactMap {
            if case .effect(.track(let beacon)) = $0 { beacon } else { nil }
        }
    }

    private static func thrice(_ kinds: String...) -> [String] {
        Array(repeating: kinds, count: 3).flatMap { $0 }
    }

    @Test("H5: are sent for every pause and for every return")
    func pauses() {
        let beacons = Self.beacons(
            .slotStarted(decibels: nil), .slotPaused, .slotResumed, .slotPaused, .slotResumed,
            .slotPaused, .slotResumed, .slotCompleted)
        #expect(beacons.map(\.kind) == ["start"] + Self.thrice("pause", "resume") + ["complete"])
        #expect(Set(beacons.map(\.number)).count == beacons.count)
    }

    @Test("H5: are sent each time that the volume is turned down to nothing, and up again")
    func mutes() {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        book.note(Self.event(.slotStarted(decibels: nil), at: 0), under: AdPrivacy(), &outbox)
        for (index, volume) in ([0, 1, 0, 0.5, 0, 0, 1] as [Float]).enumerated() {
            book.note(
                volume: volume, under: AdPrivacy(), at: FrameTime(Int64(4800 * index)), &outbox)
        }
        let kinds = Self.sent(&outbox).map(\.kind)
        #expect(kinds == ["start"] + Self.thrice("mute", "unmute"))
    }

    @Test("E8: are those of both ads while these crossfade, each with its own playhead")
    func crossfade() {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        var other = Advertisement.spot(2, frames: 96_000)
        other.tracking = .everything(of: 2)
        func note(_ kind: AdEvent.Kind, ofOther isOther: Bool, at frame: Int64) {
            var event = Self.event(kind, at: frame)
            if isOther { (event.slot, event.spot) = (PlayToken(2), other) }
            book.note(event, under: AdPrivacy(), &outbox)
        }
        note(.slotStarted(decibels: nil), ofOther: false, at: 0)
        note(.slotStarted(decibels: nil), ofOther: true, at: 48_000)
        book.note(volume: 0, under: AdPrivacy(), at: FrameTime(72_000), &outbox)
        note(.slotCompleted, ofOther: false, at: 96_000)
        note(.slotCompleted, ofOther: true, at: 144_000)
        let beacons = Self.sent(&outbox)
        #expect(beacons.map(\.kind) == ["start", "start", "mute", "complete", "complete"])
        #expect(
            beacons.compactMap { $0.values?["ADPLAYHEAD"] } == [
                "00:00:00.000", "00:00:00.000", "00:00:01.500", "00:00:02.000", "00:00:02.000",
            ])
        #expect(beacons.map { $0.subject?.slot } == [1, 2, 1, 1, 2])
    }

    @Test("E8: have the playhead of their own ad where an ad crossfades with itself")
    func sameAd() {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        func note(_ kind: AdEvent.Kind, slot: UInt64, at frame: Int64) {
            var event = Self.event(kind, at: frame)
            event.slot = PlayToken(slot)
            book.note(event, under: AdPrivacy(), &outbox)
        }
        note(.slotStarted(decibels: nil), slot: 1, at: 0)
        note(.slotStarted(decibels: nil), slot: 2, at: 48_000)
        var clicked = Self.spot
        clicked.tracking?.events.append(.init(name: "click", address: "http://ads/click1"))
        book.noteClick(clicked, under: AdPrivacy(), at: FrameTime(60_000), &outbox)
        book.note(volume: 0, under: AdPrivacy(), at: FrameTime(72_000), &outbox)
        note(.slotFailed(SpotFailure(.notFound)), slot: 3, at: 72_000)
        note(.slotCompleted, slot: 1, at: 96_000)
        note(.slotCompleted, slot: 2, at: 144_000)
        let beacons = Self.sent(&outbox)
        #expect(
            beacons.map(\.kind) == [
                "start", "start", "click", "mute", "mute", "error", "complete", "complete",
            ])
        #expect(beacons.map { $0.subject?.slot } == [1, 2, 2, 1, 2, 3, 1, 2])
        #expect(
            beacons.map { $0.values?["ADPLAYHEAD"] } == [
                "00:00:00.000", "00:00:00.000", "00:00:00.250", "00:00:01.500", "00:00:00.500", nil,
                "00:00:02.000", "00:00:02.000",
            ])
    }

    @Test(
        "H12: tell once, and with its code, why an ad is not heard",
        arguments: [
            (.badAddress, 401), (.notFound, 401), (.connectTimeout, 402), (.stalled, 402),
            (.loadTimeout, 402), (.unsupported, 403), (.undecodable, 405), (.overran, 400),
            (.other, 400), (.otherLength, 202), (.breakShortened, 206),
        ] as [(SpotFailure.Reason, Int)])
    func codes(reason: SpotFailure.Reason, code: Int) {
        let beacons = Self.beacons(.slotFailed(SpotFailure(reason)))
        #expect(beacons.map(\.kind) == ["error"])
        #expect(beacons.map(\.code) == [code])
        #expect(beacons.map(\.address) == ["http://ads/e1"])
    }

    @Test(
        "C9, H12: of an ad that was decided on in vain are that it was not used, and the code",
        arguments: [
            (.breakCancelled, []), (.repeated, []), (.sameCategory, []), (.late, [304]),
            (.otherLength, [202]), (.breakShortened, [206]),
        ] as [(LeftOutAd.Reason, [Int])])
    func unused(reason: LeftOutAd.Reason, codes: [Int]) {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        let ad = LeftOutAd(spot: Self.spot, reason: reason)
        book.sendUnused(ad, under: AdPrivacy(), at: .zero, &outbox)
        let beacons = Self.sent(&outbox)
        #expect(beacons.map(\.kind) == codes.map { _ in "error" } + ["notUsed"])
        #expect(beacons.compactMap(\.code) == codes)
    }

    @Test("H7: of a list of breaks have the code 900 if nothing of a break is heard")
    func listOfBreaks() {
        var book = BeaconBook()
        var outbox = SessionOutbox()
        let events = ["breakStart", "breakEnd", "error"].map {
            AdTracking.Event(name: $0, address: "http://list/\($0)")
        }
        for event in ["breakStart", "error"] {
            let tracking = AdDecision.BreakTracking(events: events, documentAddress: nil)
            book.send(
                BreakTold(event: event, tracking: tracking), under: AdPrivacy(), at: .zero, &outbox)
        }
        let beacons = Self.sent(&outbox)
        #expect(beacons.map(\.address) == ["http://list/breakStart", "http://list/error"])
        #expect(beacons.map(\.code) == [nil, 900])
    }
}
