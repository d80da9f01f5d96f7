import AdPlayback
import Advertising
import MediaTime
import Testing

/// What becomes of bumpers whose turn does not come.
@Suite("A bumper that is not heard")
struct BumperEndTests {
    @Test(
        "E14: has not failed when its break is over, unlike the ads of the break",
        arguments: [
            (.whole, "slot.failed", .withoutAds), (.early, "slot.failed", .withoutAds),
            (.cancelled, "slot.notUsed", .breakCancelled),
        ] as [(BreakWindow.Ending, String, AdEvent.NotUsedReason)])
    func breakOver(
        ending: BreakWindow.Ending, adEvent: String, reason: AdEvent.NotUsedReason
    ) {
        var configuration = AdPlayManager.Configuration()
        configuration.bumpers = BreakBumpers(opening: .sample(8), closing: .sample(9))
        var stage = Stage(configuration)
        let window = BreakWindow(number: 1, begin: FrameTime(5000), end: FrameTime(9000))
        stage.send(.breakMarked(window, [.sample(1)]))
        let events = stage.send(.breakOver(number: 1, ending)).compactMap { effect in
            if case .log(let event) = effect { event } else { nil }
        }
        let ads = events.filter { $0.slot != nil && $0.bumper == nil }
        #expect(ads.map(\.name) == [adEvent])
        let bumpers = events.filter { $0.bumper != nil }
        #expect(Set(bumpers.map(\.kind)) == [.slotNotUsed(reason)])
        #expect(Set(bumpers.map(\.bumper)) == [.opening, .closing])
        #expect(stage.manager.phase == .idle)
    }

    @Test("E14: keeps no ad waiting that came after it, if the sink has lost it")
    func lost() {
        var stage = Stage(.withClosing)
        stage.push(1)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(10)
        #expect(stage.push(2, 3, 4, 5).loads == [3, 4, 5])
        stage.load(3, 4)
        // The sink has begun the bumper, and then loses all that was not heard.
        stage.send(.switchable(FrameTime(1500)))
        #expect(stage.layout?.spots.map(\.token.rawValue) == [1, 2, 3, 4])
        #expect(stage.effects.loads.last == 7)
        stage.send(.switchable(FrameTime(10)))
        stage.hear(20)
        #expect(stage.isAsked)
        stage.switchable(30)
        #expect(stage.layout?.spots.map(\.token.rawValue) == [1, 3, 4])
        #expect(stage.effects.map(\.text).contains { $0.contains("slot.notUsed slot 2") })
    }

    @Test(
        "E14: is not heard alone where the only ad is taken out of the layout",
        arguments: [
            .skip, .spotFailed(PlayToken(1), SpotFailure(.notFound, "not there")),
        ] as [AdPlayManager.Event])
    func alone(event: AdPlayManager.Event) {
        var configuration = AdPlayManager.Configuration()
        configuration.bumpers = BreakBumpers(closing: .sample(9))
        var stage = Stage(configuration)
        stage.push(1)
        stage.load(1, 2)
        stage.switchable(1000)
        #expect(stage.layout?.spots.map(\.token.rawValue) == [1, 2])
        stage.send(event)
        stage.switchable(1000)
        #expect(stage.layout?.spots.isEmpty == true)
        #expect(stage.manager.phase == .idle)
    }
}
