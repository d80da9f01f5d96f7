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
