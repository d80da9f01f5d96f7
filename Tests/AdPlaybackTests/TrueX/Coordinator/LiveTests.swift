import AdPlayback
import MediaTime
import Testing

@Suite("Live pods")
struct LiveTests {
    /// A listener in the unit of a pod from second 100 to 160; `reach` is in the store.
    private func stage(reach: FrameRange) -> PodStage {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod)
        stage.send(.reachChanged(reach))
        stage.clearLog()
        return stage
    }

    @Test(
        "T-live-pod-end-future: behind the edge it jumps; audio that is gone gives the oldest kept",
        arguments: [
            (FrameRange.seconds(0, 160), "land 160.0 direct"),
            (.seconds(0, 400), "land 160.0 direct"),
            (.seconds(160, 400), "land 160.0 direct"),
            (.seconds(170, 400), "land 170.0 oldest"),
        ])
    func reachable(reach: FrameRange, landing: String) {
        var stage = stage(reach: reach)
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(stage.lines("land", "fill") == [landing])
        #expect(stage.coordinator.state == .content)
    }

    @Test("T-live-pod-end-future: filler plays until the pod's end arrives, to the exact frame")
    func filler() {
        var stage = stage(reach: .seconds(0, 140))
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(
            stage.log == [
                "truex.completed mid 1", "release 1", "fill until 160.0",
                "truex.fillerStarted mid 160.0",
            ])
        stage.clearLog()
        for second in 141...159 {
            stage.wait(1)
            stage.send(.reachChanged(.seconds(0, Double(second))))
        }
        #expect(stage.log == [])
        #expect(stage.send(.seekRequested(to: .at(10))) == [.refuseSeek])
        stage.send(.reachChanged(.seconds(0, 160.2)))
        #expect(
            stage.lines("land", "pod.skipped") == [
                "land 160.0 filled", "pod.skipped mid 100.0 160.0 filled",
            ])
    }

    @Test("T-live-pod-end-future: filler ends at the oldest frame kept if the pod's end is gone")
    func fillerTooLong() {
        var stage = stage(reach: .seconds(0, 140))
        stage.tell(.adCompleted(timeSpent: 30))
        stage.send(.reachChanged(.seconds(170, 400)))
        #expect(stage.lines("land") == ["land 170.0 oldest"])
    }

    @Test(
        "a placeholder with nothing to show is skipped once its end can be reached",
        arguments: [(101.9, []), (102, ["land 102.0 direct"])] as [(Double, [String])])
    func placeholder(end: Double, landings: [String]) {
        var stage = PodStage(.sample("mid", at: 100, .unusable))
        stage.send(.reachChanged(.seconds(0, end)))
        stage.play(to: 101)
        #expect(stage.lines("land") == landings)
    }

    @Test("a listener who returns from a linked page is in the unit again")
    func backFromLink() {
        var stage = PodStage.at("popup")
        stage.clearLog()
        stage.tell(.userCancel)
        #expect(stage.log == ["truex.userCancel mid 1", "resume 1 popup"])
        if case .interactive = stage.coordinator.state {} else { Issue.record("not in the unit") }
    }

    @Test("T-live-pod-end-future: a stalled stream is awaited for 2 s more than the missing part")
    func timeBox() {
        var stage = stage(reach: .seconds(0, 140))
        stage.tell(.adCompleted(timeSpent: 30))
        stage.clearLog()
        stage.wait(21.9)
        #expect(stage.log == [])
        stage.send(.reachChanged(.seconds(0, 150)))
        stage.wait(0.1)
        #expect(
            stage.lines("land", "pod.skipped") == [
                "land 150.0 newest", "pod.skipped mid 100.0 150.0 newest",
            ])
        // The rest of the pod stays paid for, and is skipped once possible.
        stage.clearLog()
        stage.send(.heard(.at(151)))
        #expect(stage.log == [])
        stage.send(.reachChanged(.seconds(0, 161)))
        stage.send(.heard(.at(152)))
        #expect(stage.lines("land") == ["land 160.0 direct"])
    }

    @Test("T-live-pod-end-future: without more of the stream or a known end, nothing is awaited")
    func noEnd() {
        var ended = stage(reach: .seconds(0, 140))
        ended.send(.streamEnded)
        ended.tell(.adCompleted(timeSpent: 30))
        #expect(ended.lines("land", "fill") == ["land 140.0 newest"])

        var endsMeanwhile = stage(reach: .seconds(0, 140))
        endsMeanwhile.tell(.adCompleted(timeSpent: 30))
        endsMeanwhile.send(.streamEnded)
        #expect(endsMeanwhile.lines("land") == ["land 140.0 newest"])

        var pod = TruexPod.sample("mid", at: 100)
        pod.range.end = .distantFuture
        var endless = PodStage(pod)
        endless.play(to: 100)
        endless.tell(.coffeeStarted, .adFreePod)
        endless.send(.reachChanged(.seconds(0, 140)))
        endless.tell(.adCompleted(timeSpent: 30))
        #expect(endless.lines("land", "fill") == ["land 140.0 newest"])
    }

    @Test("without a credit only the placeholder is skipped, and awaited in the same way")
    func withoutCredit() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.send(.reachChanged(.seconds(0, 101)))
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        #expect(stage.lines("fill", "land") == ["fill until 102.0"])
        stage.send(.reachChanged(.seconds(0, 102)))
        #expect(stage.lines("land") == ["land 102.0 filled"])
        #expect(stage.coordinator.state == .linearAds)
    }

    @Test("a pod that is no longer in the store is over")
    func podIsGone() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.play(to: 100)
        stage.send(.reachChanged(.seconds(300, 600)))
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        #expect(
            stage.lines("land", "break.ended") == [
                "land 300.0 oldest", "break.ended mid played 0 skipped 2 credited 0",
            ])
    }

    @Test("T-break-appended-by-ping: a pod that arrives during playback is handled like any other")
    func appended() {
        var stage = PodStage(.sample("a", at: 100))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.play(to: 290)
        stage.clearLog()
        stage.send(.podsChanged([.sample("a", at: 100), .sample("b", at: 300)]))
        #expect(stage.log == ["create 2 for b/0 MIDROLL"])
        stage.play(to: 310)
        #expect(stage.second == 300)
        #expect(stage.log.last == "start 2")
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.send(.seekRequested(to: .at(90)))
        stage.play(to: 165)
        #expect(stage.lines("break.started") == ["break.started b"])
    }

    @Test("T-break-appended-by-ping: a pod that gets longer while its unit is shown ends later")
    func extended() {
        var stage = stage(reach: .seconds(0, 1000))
        stage.send(.podsChanged([.sample("mid", at: 100, length: 90)]))
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(stage.lines("land") == ["land 190.0 direct"])
    }

    @Test("T-break-appended-by-ping: a pod removed while its unit is shown continues to its end")
    func withdrawn() {
        var stage = stage(reach: .seconds(0, 1000))
        stage.send(.podsChanged([]))
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(stage.lines("land") == ["land 160.0 direct"])
    }
}
