import AdPlayback
import MediaTime
import Testing

/// A credit that pays for later pods as well, until its time is over.
@Suite("G10: a credit that lasts")
struct LastingCreditTests {
    /// A listener who earned a credit in a pod at minute 1, with pods at minutes 10, 20 and 40.
    private func stage(
        lasting time: Duration? = .seconds(1800), _ kind: TruexPod.Kind = .truex
    ) -> PodStage {
        var policy = TruexPolicy()
        policy.creditLasts = time
        var stage = PodStage(
            .sample("one", at: 60), .sample("ten", at: 600, kind),
            .sample("twenty", at: 1200, kind), .sample("forty", at: 2400, kind), policy: policy)
        stage.play(to: 60)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.clearLog()
        return stage
    }

    @Test(
        "of 30 minutes frees the pods at minutes 10 and 20, and not the one at 40",
        arguments: [.truex, .truexCard, .interactiveVideo, .linear] as [TruexPod.Kind])
    func frees(kind: TruexPod.Kind) {
        var stage = stage(kind)
        let isAd = kind == .linear
        let credited = isAd ? 3 : 2
        for (pod, start) in [("ten", 600), ("twenty", 1200)] {
            stage.play(to: Double(start))
            #expect(stage.second == Double(start + 60))
            #expect(stage.lines("create", "start", "hold") == [])
            #expect(
                stage.lines("break", "land", "pod") == [
                    "break.started \(pod)", "land \(start + 60).0 direct",
                    "pod.skipped \(pod) \(start).0 \(start + 60).0 direct",
                    "break.ended \(pod) played 0 skipped 0 credited \(credited)",
                ])
            #expect(stage.lines("slot.credited").count == credited)
            stage.clearLog()
        }
        stage.play(to: 2410)
        #expect(stage.lines("land", "pod") == [])
        #expect(stage.lines("break") == ["break.started forty"])
        #expect(stage.lines("create").isEmpty == isAd)
    }

    @Test("is one for its own pod if it is not to last", arguments: [nil, .zero] as [Duration?])
    func isOff(time: Duration?) {
        var stage = stage(lasting: time)
        stage.play(to: 600)
        #expect(stage.lines("land", "pod", "start") == ["start 2"])
        #expect(stage.coordinator.creditEnd == nil)
    }

    @Test("pays for a pod that begins before its end, and for none that begins at it")
    func edge() {
        // The pod is reached 480 s after the landing.
        for (lasting, landings) in [(480, []), (481, ["land 660.0 direct"])] as [(Int, [String])] {
            var stage = stage(lasting: .seconds(lasting))
            stage.play(to: 600)
            #expect(stage.lines("land") == landings)
        }
    }

    @Test("counts the time in which the stream is held, and is not renewed by the pods it frees")
    func held() {
        var stage = stage(lasting: .seconds(600))
        stage.play(to: 600)
        #expect(stage.second == 660)
        #expect(stage.coordinator.creditEnd == .at(660))
        stage.wait(120)
        stage.clearLog()
        stage.play(to: 1200)
        #expect(stage.lines("start") == ["start 2"])
    }

    @Test("waits out a live pod whose end has not arrived under filler")
    func live() {
        var stage = stage()
        stage.send(.reachChanged(.seconds(0, 600)))
        stage.play(to: 600)
        #expect(
            stage.log == [
                "break.started ten", "controls locked", "spots keep", "hold", "fill until 660.0",
                "truex.fillerStarted ten 660.0",
            ])
        stage.clearLog()
        stage.send(.reachChanged(.seconds(0, 660)))
        #expect(
            stage.log == [
                "land 660.0 filled", "pod.skipped ten 600.0 660.0 filled", "slot.credited ten/1",
                "slot.credited ten/2", "break.ended ten played 0 skipped 0 credited 2",
                "controls free", "spots release",
            ])
    }

    @Test("lets a spot that is heard at a pod end first")
    func spot() {
        var stage = stage()
        stage.send(.spotsChanged(.playing))
        stage.play(to: 605)
        #expect(stage.log == [])
        stage.send(.spotsChanged(.idle))
        #expect(
            stage.lines("land", "pod") == [
                "land 660.0 direct", "pod.skipped ten 605.0 660.0 direct",
            ])
    }

    @Test("frees a listener who seeks from the pods on the way")
    func seek() {
        var stage = stage()
        #expect(stage.send(.seekRequested(to: .at(1500))).contains(.seek(to: .at(1500))))
        #expect(stage.lines("truex") == [])
    }

    @Test("ends with its stream")
    func otherStream() {
        var stage = stage()
        stage.open([.sample("other", at: 100)])
        stage.play(to: 100)
        #expect(stage.lines("land") == [])
        #expect(stage.lines("start") == ["start 2"])
    }
}
