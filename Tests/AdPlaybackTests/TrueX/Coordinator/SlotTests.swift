import AdPlayback
import MediaTime
import Testing

@Suite("Units within a pod")
struct SlotTests {
    /// Three ads of 10 s in a pod at second 100.
    private func pod(_ kinds: TruexPod.Kind...) -> TruexPod {
        TruexPod(
            id: "mid", range: .seconds(100, 130), slotType: .midroll,
            ads: kinds.enumerated().map { index, kind in
                let start = 100 + 10 * Double(index)
                return TruexPod.Ad(range: .seconds(start, start + 10), kind: kind)
            })
    }

    @Test("T-truex-not-first-linear: a choice card that does not come first plays like any ad")
    func notFirst() {
        var stage = PodStage(pod(.linear, .truex, .linear))
        stage.play(to: 140)
        #expect(
            stage.log == [
                "break.started mid", "controls locked",
                "break.ended mid played 3 skipped 0 credited 0", "controls free",
            ])
    }

    @Test("T-idvx: an interactive video anywhere earns nothing, and the next ad plays after it")
    func interactiveVideo() {
        var stage = PodStage(pod(.linear, .interactiveVideo, .linear))
        stage.play(to: 140)
        #expect(stage.second == 110)
        stage.tell(.coffeeStarted, .adFreePod)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 0))
        #expect(stage.lines("land", "spots") == ["land 120.0 direct", "spots release"])
        stage.play(to: 140)
        #expect(stage.log.contains("break.ended mid played 2 skipped 0 credited 0"))
    }

    @Test("T-idvx: an interactive video does not let the listener leave the stream")
    func interactiveVideoKeepsStream() {
        var stage = PodStage(pod(.interactiveVideo, .linear, .linear))
        stage.play(to: 140)
        stage.tell(.coffeeStarted, .userCancelStream)
        #expect(stage.lines("closeStream", "land") == ["land 110.0 direct"])
    }

    @Test("a choice card without a credit, and an interactive video behind it, come one by one")
    func both() {
        var stage = PodStage(pod(.truex, .interactiveVideo, .linear))
        stage.play(to: 140)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.play(to: 140)
        #expect(
            stage.lines("start", "land") == [
                "start 1", "land 110.0 direct", "start 2", "land 120.0 direct",
            ])
        #expect(stage.lines("break").count == 2)
    }

    @Test("a credit pays for an interactive video behind it as well")
    func creditCoversVideo() {
        var stage = PodStage(pod(.truex, .interactiveVideo, .linear))
        stage.play(to: 140)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        #expect(stage.lines("start", "land") == ["start 1", "land 130.0 direct"])
    }

    @Test("T-malformed-adParameters: a unit that cannot be created is skipped, and the pod plays")
    func malformedParameters() {
        var stage = PodStage(pod(.unusable, .linear, .linear))
        stage.play(to: 140)
        #expect(
            stage.log == [
                "break.started mid", "controls locked", "land 110.0 direct",
                "placeholder.skipped mid 100.0 110.0 direct",
                "break.ended mid played 2 skipped 0 credited 0", "controls free",
            ])
    }

    @Test("a gap between the ads of a pod belongs to the pod, and is no ad")
    func gap() {
        var pod = pod(.truex, .linear, .linear)
        pod.ads[1].range.end = .at(115)
        var stage = PodStage(pod)
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.play(to: 117)
        #expect(stage.coordinator.state == .linearAds)
        #expect(stage.send(.seekRequested(to: .at(10))) == [.refuseSeek])
    }

    @Test("of two consecutive pods, the second starts on the frame after the first")
    func contiguous() {
        var stage = PodStage(.sample("a", at: 100), .sample("b", at: 160))
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(
            stage.lines("land", "hold", "break", "start") == [
                "land 160.0 direct", "break.ended a played 0 skipped 0 credited 2",
                "break.started b", "hold", "start 2",
            ])
    }
}
