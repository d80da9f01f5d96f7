import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("Breaks of a list of breaks")
struct PlannedBreakTests {
    private let second = FrameTime.rate

    private func frame(_ seconds: Int) -> FrameTime { FrameTime(.seconds(seconds)) }

    private func end(_ seconds: Int) -> PlannedBreaks.End { .init(frame(seconds)) }

    private func planned(
        _ places: PlannedBreak.Place..., every repeatAfter: Duration? = nil
    ) -> PlannedBreaks {
        var breaks = PlannedBreaks()
        breaks.add(
            places.enumerated().map { index, place in
                PlannedBreak(
                    number: index + 1, id: "b\(index + 1)", place: place, repeatAfter: repeatAfter)
            })
        return breaks
    }

    @Test("become known a minute before they begin, those at a share once the end is known")
    func notice() {
        var breaks = planned(.at(frame(200)), .share(0.5), .end)
        #expect(breaks.nextPlace(end: nil) == frame(140))
        #expect(breaks.take(at: frame(139), end: nil, isLive: false).isEmpty)
        #expect(breaks.nextPlace(end: end(300)) == frame(90))
        #expect(breaks.take(at: frame(139), end: end(300), isLive: false).map(\.id) == ["2"])
        #expect(
            breaks.take(at: frame(140), end: end(300), isLive: false).map(\.position) == [
                frame(200)
            ])
        let last = breaks.take(at: frame(240), end: end(300), isLive: false)
        #expect(last.map(\.id) == ["3"])
        #expect(last.first?.interstitial?.triggers == [.post])
        #expect(breaks.nextPlace(end: end(300)) == nil)
    }

    @Test("at a share begin by an estimated length, those at the end where that is known")
    func estimated() {
        var breaks = planned(.share(0.5), .share(1), .end)
        let estimate = PlannedBreaks.End(nil, estimated: frame(310))
        #expect(breaks.nextPlace(end: estimate) == frame(95))
        #expect(
            breaks.take(at: frame(95), end: estimate, isLive: false).map(\.position)
                == [frame(155)])
        #expect(breaks.nextPlace(end: estimate) == nil)
        #expect(breaks.hasBreak(at: frame(300)))
        let known = PlannedBreaks.End(frame(300), estimated: frame(310))
        #expect(
            breaks.take(at: frame(250), end: known, isLive: false).map(\.position) == [
                frame(300), frame(300),
            ])
        #expect(!breaks.hasBreak(at: frame(300)))
    }

    @Test("at a share begin before the end that an estimate overshoots")
    func overestimated() {
        var breaks = planned(.share(0.99))
        let known = PlannedBreaks.End(frame(300), estimated: frame(400))
        #expect(
            breaks.take(at: frame(290), end: known, isLive: false).map(\.position) == [frame(297)])
    }

    @Test("begin late while their list is loaded, and not once the listener is further")
    func late() {
        for (place, begin) in [(0, 0), (3, 3), (12, 12), (13, nil)] as [(Int, Int?)] {
            var breaks = planned(.at(.zero))
            let cues = breaks.take(at: frame(place), end: nil, isLive: false)
            #expect(cues.map(\.position) == (begin.map { [frame($0)] } ?? []))
        }
    }

    @Test("come again after as much of the programme as they say, under another name")
    func repeated() {
        var breaks = planned(.at(frame(10)), every: .seconds(100))
        #expect(breaks.take(at: .zero, end: nil, isLive: false).map(\.id) == ["1"])
        #expect(breaks.nextPlace(end: nil) == frame(50))
        #expect(breaks.take(at: frame(50), end: nil, isLive: false).map(\.id) == ["1/1"])
        // A listener who jumps meets the next one.
        #expect(breaks.take(at: frame(500), end: nil, isLive: false).isEmpty)
        #expect(
            breaks.take(at: frame(500), end: nil, isLive: false).map(\.position) == [frame(510)])
    }

    @Test("hold a recording, and leave a live stream as it is")
    func insertion() {
        for isLive in [false, true] {
            var breaks = planned(.at(frame(10)))
            let cue = breaks.take(at: .zero, end: nil, isLive: isLive).first
            #expect(cue?.interstitial?.isInsertion == !isLive)
            #expect(cue?.interstitial?.asset == .decision(1))
        }
    }

    @Test(
        "are before, in or after the programme",
        arguments: [
            (.at(.zero), [.pre]), (.share(0), [.pre]), (.at(FrameTime(1)), []), (.share(0.5), []),
            (.share(1), [.post]), (.end, [.post]),
        ] as [(PlannedBreak.Place, Set<Interstitial.Trigger>)])
    func triggers(place: PlannedBreak.Place, triggers: Set<Interstitial.Trigger>) {
        var breaks = planned(place)
        let cue = breaks.take(at: .zero, end: end(20), isLive: false).first
        #expect(cue?.interstitial?.triggers == triggers)
    }

    @Test(
        "B27: have their list requested once the listener consents, and once only",
        arguments: [
            ("", 0), ("consent", 1), ("consent withdraw consent", 1), ("withdraw", 0),
            ("leave consent", 0), ("consent leave consent", 1),
        ])
    func request(steps: String, count: Int) {
        var markers = StreamMarkers()
        markers.adSchedules = ["list"]
        markers.privacy.timing = .afterConsent
        var consent = AdPrivacy()
        consent.gpp = "DBAA"
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        breaks.requestPlan(&outbox)
        for step in steps.split(separator: " ") {
            switch step {
            case "consent": breaks.setPrivacy(consent, &outbox)
            case "withdraw": breaks.setPrivacy(AdPrivacy(), &outbox)
            default: breaks.forgetStream(&outbox)
            }
        }
        // With what the listener allows then.
        consent.timing = .afterConsent
        let requests = outbox.takeEntries().filter {
            if case .effect(.planBreaks) = $0 { true } else { false }
        }
        #expect(requests == Array(repeating: .effect(.planBreaks(consent)), count: count))
    }

    @Test(
        "are left out if their list comes after another source has begun", arguments: [true, false])
    func otherSource(isLeft: Bool) {
        var markers = StreamMarkers()
        markers.adSchedules = ["list"]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        breaks.requestPlan(&outbox)
        if isLeft { breaks.forgetStream(&outbox) }
        breaks.plan(
            [PlannedBreak(number: 1, id: nil, place: .at(frame(100)))], at: nil, &outbox)
        #expect(breaks.planned.nextPlace(end: nil) == (isLeft ? nil : frame(40)))
    }

    @Test("H7: are filled by servers, and heard in a live stream in place of the programme")
    func heard() async throws {
        var scenario = Scenario(frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var ads = (1...2).map { Advertisement.spot($0, frames: 2 * second) }
        for index in ads.indices {
            ads[index].duration = .seconds(2)
            ads[index].tracking = .everything(of: ads[index].id)
            // Each time that it plays, it gets an id of its own.
            ads[index].id = 0
        }
        var decision = AdDecision()
        decision.spots = ads
        decision.breakTracking = AdDecision.BreakTracking(
            events: ["breakStart", "breakEnd", "error"].map {
                .init(name: $0, address: "http://list/\($0)")
            }, documentAddress: nil)
        let servers = MadeAdServers(
            [decision],
            planned: [
                PlannedBreak(number: 1, id: "a", place: .at(FrameTime(Int64(5 * second)))),
                PlannedBreak(
                    number: 2, id: nil, place: .at(FrameTime(Int64(12 * second)))),
            ])
        let outcome = try await scenario.asking(servers).run()
        #expect(
            outcome.frames(of: "slot.started") == [5, 7, 12, 14].map { $0 * second })
        #expect(
            outcome.values("streamFrame", of: "stream.resumed") == [9, 16].map { "\($0 * second)" })
        #expect(outcome.values("id", of: "cue.seen") == ["\"1\"", "\"2\""])
        #expect(servers.lines.contains("complete http://ads/complete2"))
        #expect(
            servers.lines.filter { $0.hasPrefix("break") || $0.hasPrefix("error") }
                == ["Start", "End", "Start", "End"].map { "break\($0) http://list/break\($0)" })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "H7: at the end of a recording are heard after its last frame, though that is known only there",
        arguments: [
            ("file", PlannedBreak.Place.end), ("declared", .end), ("file", .share(1)),
            ("declared", .share(1)),
        ])
    func atEnd(kind: String, place: PlannedBreak.Place) async throws {
        var scenario = Scenario("\(kind):\(10 * second)", frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var ad = Advertisement.spot(1, frames: 2 * second)
        ad.duration = .seconds(2)
        let servers = MadeAdServers(
            [AdDecision(ad)], planned: [PlannedBreak(number: 1, id: nil, place: place)])
        let outcome = try await scenario.asking(servers).run()
        #expect(outcome.frames(of: "slot.started") == [10 * second])
        #expect(outcome.frames(of: "slot.completed") == [12 * second])
        #expect(outcome.frames(of: "session.stopped") == [12 * second])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("at a share of a programme of unknown length are not heard, and the log says so")
    func unplaced() async throws {
        var scenario = Scenario("file:\(10 * second)", frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var ad = Advertisement.spot(1, frames: 2 * second)
        ad.duration = .seconds(2)
        let servers = MadeAdServers(
            [AdDecision(ad)],
            planned: [0, 0.5, 1].enumerated().map { index, share in
                PlannedBreak(number: index + 1, id: "b\(index + 1)", place: .share(share))
            })
        let outcome = try await scenario.asking(servers).run()
        #expect(outcome.values("list", of: "session.warning") == ["true"])
        #expect(outcome.values("reason", of: "session.warning")[0].contains("'b2'"))
        #expect(outcome.frames(of: "slot.started") == [0, 12 * second])
    }

    @Test("at the end of a recording for which servers have no ad let it end there")
    func noAdAtEnd() async throws {
        var scenario = Scenario("file:\(10 * second)", frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var failed = AdDecision()
        failed.failure = AdDecision.Failure(code: 301, words: "the server is down")
        let servers = MadeAdServers(
            [failed], planned: [PlannedBreak(number: 1, id: nil, place: .end)])
        let outcome = try await scenario.asking(servers).run()
        #expect(outcome.values("cause", of: "break.dropped") == ["\"the server is down\""])
        #expect(outcome.frames(of: "session.stopped") == [10 * second])
    }

    @Test("B25, H7: are heard though the servers of another one fail")
    func oneFails() async throws {
        var scenario = Scenario(frames: 20 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        var failed = AdDecision()
        failed.failure = AdDecision.Failure(code: 301, words: "the server is down")
        failed.breakTracking = AdDecision.BreakTracking(
            events: [.init(name: "error", address: "http://list/error")], documentAddress: nil)
        var ad = Advertisement.spot(1, frames: 2 * second)
        ad.duration = .seconds(2)
        let servers = MadeAdServers(
            [failed, AdDecision(ad)],
            planned: [
                PlannedBreak(number: 1, id: "a", place: .at(FrameTime(Int64(5 * second)))),
                PlannedBreak(number: 2, id: "b", place: .at(FrameTime(Int64(12 * second)))),
            ])
        let outcome = try await scenario.asking(servers).run()
        #expect(outcome.frames(of: "slot.started") == [12 * second])
        #expect(outcome.values("cause", of: "break.dropped") == ["\"the server is down\""])
        #expect(servers.lines.contains("error http://list/error"))
        #expect(servers.lines.contains("complete http://ads/complete1"))
    }

    @Test("say why they are not played")
    func unread() async throws {
        var scenario = Scenario(frames: 2 * second)
        scenario.configuration.markers = StreamMarkers()
        scenario.configuration.markers?.adSchedules = ["list"]
        let outcome = try await scenario.asking(MadeAdServers([AdDecision()])).run()
        #expect(
            outcome.values("reason", of: "session.warning")
                == ["\"breaks of a list are not played: there is none\""])
        #expect(outcome.values("list", of: "session.warning") == ["true"])
    }
}
