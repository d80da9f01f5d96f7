import AdPlayback
import MediaTime
import Testing

@Suite("Choice card in the stream")
struct CardTests {
    /// A card of 15 s at second 100, and two ads until second 160.
    private static let pod = TruexPod(
        id: "mid", range: .seconds(100, 160), slotType: .midroll,
        ads: [
            .init(range: .seconds(100, 115), kind: .truexCard),
            .init(range: .seconds(115, 130), kind: .linear),
            .init(range: .seconds(130, 160), kind: .linear),
        ])

    /// A listener who hears the card and has seen the choice for 7 s.
    private static var atChoice: PodStage {
        var stage = PodStage(pod)
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.play(to: 107)
        stage.clearLog()
        return stage
    }

    @Test("plays like any part of the stream while the choice is shown")
    func playsOn() {
        var stage = PodStage(Self.pod)
        stage.play(to: 101)
        #expect(
            stage.log == [
                "create 1 for mid/0 MIDROLL", "break.started mid", "controls locked",
                "spots keep", "start 1",
            ])
        stage.tell(.coffeeStarted)
        stage.play(to: 114.9)
        #expect(stage.second == 114.9)
        #expect(stage.coordinator.nextTurn == .distantFuture)
        #expect(stage.send(.seekRequested(to: .at(300))) == [.refuseSeek])
    }

    @Test("opts the listener out at its end if they do not answer, and nothing is skipped")
    func noAnswer() {
        var stage = Self.atChoice
        stage.play(to: 115)
        #expect(stage.log == ["endCard 1"])
        stage.tell(.optOut(.countdown), .adCompleted(timeSpent: 0))
        stage.play(to: 170)
        #expect(
            stage.log == [
                "endCard 1", "truex.optOut mid 1", "truex.completed mid 1", "release 1",
                "spots release", "break.ended mid played 2 skipped 0 credited 0",
                "controls free",
            ])
    }

    @Test("stops a unit that does not end with it")
    func unitStays() {
        var stage = Self.atChoice
        stage.play(to: 116)
        #expect(stage.log == ["endCard 1", "stop 1", "spots release"])
        stage.tell(.adFreePod, .adCompleted(timeSpent: 9))
        #expect(stage.coordinator.staleCount == 2)
    }

    @Test("plays to its end although the countdown runs out before")
    func countdown() {
        var stage = Self.atChoice
        stage.tell(.optOut(.countdown), .adCompleted(timeSpent: 0))
        stage.play(to: 150)
        #expect(stage.lines("land", "hold", "endCard", "stop", "start") == [])
        #expect(stage.second == 150)
    }

    @Test(
        "is left when the listener opts out, as far as the stream has arrived",
        arguments: [400.0, 110.0])
    func optOut(edge: Double) {
        var stage = Self.atChoice
        stage.send(.reachChanged(.seconds(0, edge)))
        stage.tell(.optOut(.user), .adCompleted(timeSpent: 0))
        #expect(
            stage.lines("land", "placeholder.skipped", "fill", "hold")
                == (edge == 110
                    ? [] : ["land 115.0 direct", "placeholder.skipped mid 107.0 115.0 direct"]))
        stage.play(to: 170)
        #expect(stage.lines("break.ended") == ["break.ended mid played 2 skipped 0 credited 0"])
    }

    @Test("stops when the listener opts in; the credit leads to the first frame after card and ads")
    func credit() {
        var stage = Self.atChoice
        stage.tell(.coffeeOptIn)
        #expect(stage.log == ["truex.optIn mid 1", "hold"])
        stage.tell(.adFreePod)
        stage.wait(40)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 40))
        #expect(
            stage.log == [
                "truex.completed mid 1", "release 1", "land 160.0 direct",
                "pod.skipped mid 107.0 160.0 direct", "slot.credited mid/1", "slot.credited mid/2",
                "break.ended mid played 0 skipped 0 credited 2", "controls free", "spots drop",
            ])
    }

    @Test(
        "pays, if its end is reported late, only for ads that were not heard",
        arguments: [(120.0, 160.0, 0, 1), (135, 160, 1, 0), (200, 200, 2, 0)])
    func lateCredit(second: Double, landing: Double, played: Int, credited: Int) {
        var stage = Self.atChoice
        stage.send(.heard(.at(second)))
        stage.tell(.adFreePod, .adCompleted(timeSpent: 0))
        #expect(stage.lines("land") == ["land \(landing) direct"])
        let skipped = 2 - played - credited
        #expect(
            stage.lines("break.ended") == [
                "break.ended mid played \(played) skipped \(skipped) credited \(credited)"
            ])
    }

    @Test("T-cancel-reoptin: starts again for a listener who goes back, and stops again")
    func cancel() {
        var stage = Self.atChoice
        stage.tell(.coffeeOptIn)
        stage.wait(10)
        stage.clearLog()
        stage.tell(.userCancel)
        #expect(stage.log == ["truex.userCancel mid 1", "land 100.0 direct"])
        stage.play(to: 112)
        #expect(stage.second == 112)
        stage.tell(.coffeeOptIn, .adFreePod, .adError("crashed"))
        #expect(stage.lines("hold", "land").suffix(2) == ["hold", "land 160.0 direct"])
        stage.play(to: 170)
        #expect(stage.lines("break.ended").count == 1)
    }

    @Test("starts again for a listener who cancels with the advertiser's page open")
    func cancelInPopup() {
        var stage = Self.atChoice
        stage.tell(.coffeeOptIn, .popupWebsite("http://brand/"))
        stage.clearLog()
        stage.tell(.userCancel)
        #expect(stage.log == ["truex.userCancel mid 1", "resume 1 popup", "land 100.0 direct"])
        stage.play(to: 112)
        #expect(stage.second == 112)
    }

    @Test(
        "resumes at the oldest frame that is kept if its beginning is gone",
        arguments: [(103.0, "land 103.0 oldest", 103.0), (120, "land 120.0 oldest", 120)])
    func beginningIsGone(oldest: Double, landing: String, second: Double) {
        var stage = Self.atChoice
        stage.tell(.coffeeOptIn)
        stage.send(.reachChanged(.seconds(oldest, 400)))
        stage.tell(.userCancel)
        #expect(stage.lines("land") == [landing])
        #expect(stage.lines("endCard").isEmpty == (oldest == 103))
        #expect(stage.second == second)
    }

    @Test("is passed over up to its end if the unit fails after the opt-in")
    func unitFails() {
        var stage = Self.atChoice
        stage.tell(.coffeeOptIn, .adError("crashed"))
        #expect(stage.lines("land") == ["land 115.0 direct"])
        #expect(stage.coordinator.state == .linearAds)
    }

    @Test("T-live-pod-end-future: stops for filler until the pod's end, also for a skip card")
    func filler() {
        var stage = Self.atChoice
        stage.send(.reachChanged(.seconds(0, 120)))
        stage.tell(.skipCardShown, .adFreePod, .adCompleted(timeSpent: 0))
        #expect(stage.lines("hold", "fill") == ["hold", "fill until 160.0"])
        stage.send(.reachChanged(.seconds(0, 160)))
        #expect(
            stage.lines("land", "pod.skipped") == [
                "land 160.0 filled", "pod.skipped mid 107.0 160.0 filled",
            ])
    }

    @Test("T-start-timeout-stop-silent: plays if its unit shows nothing, and the unit is stopped")
    func startTimeout() {
        var policy = TruexPolicy()
        policy.preloadTime = .zero
        var stage = PodStage(Self.pod, policy: policy, adServer: .silent)
        stage.play(to: 130)
        #expect(stage.lines("stop", "truex") == ["stop 1", "truex.timedOut mid 1 start"])
        #expect(stage.lines("land", "hold") == [])
        #expect(stage.second == 130)

        policy.startTimeout = .seconds(60)
        stage = PodStage(Self.pod, policy: policy)
        stage.play(to: 115)
        #expect(stage.lines("stop", "truex") == ["stop 1", "truex.timedOut mid 1 start"])
    }

    @Test("T-noads: plays as usual if there is no ad for it", arguments: [90.0, 105.0])
    func noAds(second: Double) {
        var stage = PodStage(Self.pod)
        stage.play(to: second)
        stage.tell(.noAdsAvailable)
        stage.play(to: 170)
        #expect(stage.lines("land", "hold", "endCard") == [])
        #expect(stage.lines("spots").last == (second == 90 ? nil : "spots release"))
        #expect(stage.lines("break.ended") == ["break.ended mid played 2 skipped 0 credited 0"])
    }

    @Test("lets a playing spot finish; the choice is shown for the rest of the card (rule X2)")
    func spot() {
        var stage = PodStage(Self.pod)
        stage.send(.spotsChanged(.playing))
        stage.play(to: 105)
        #expect(stage.lines("spots", "start", "hold") == ["spots keep"])
        stage.send(.spotsChanged(.idle))
        #expect(stage.log.last == "start 1")

        stage = PodStage(Self.pod)
        stage.send(.spotsChanged(.playing))
        stage.play(to: 120)
        stage.send(.spotsChanged(.idle))
        #expect(stage.lines("spots", "start", "hold") == ["spots keep", "spots release"])
    }

    @Test("T-popup+background-nested-pause: continues while the advertiser's page is open")
    func popup() {
        var stage = Self.atChoice
        stage.tell(.popupWebsite("http://brand/"))
        stage.send(.message(.popupClosed))
        #expect(stage.lines("pause", "resume") == ["pause 1 popup", "resume 1 popup"])
        #expect(!stage.isHeld)
    }

    @Test("ends with the stream")
    func streamEnds() {
        var stage = Self.atChoice
        stage.send(.streamEnded)
        #expect(
            stage.log == [
                "stop 1", "spots release", "break.ended mid played 0 skipped 2 credited 0",
                "controls free",
            ])
    }

    @Test("T-truex-not-first-linear: is an ordinary ad if it does not come first")
    func notFirst() {
        var pod = Self.pod
        pod.ads.swapAt(0, 1)
        pod.ads[0].range = .seconds(100, 115)
        pod.ads[1].range = .seconds(115, 130)
        #expect(pod.stops == [])
        #expect(pod.linearAds.count == 3)
    }
}
