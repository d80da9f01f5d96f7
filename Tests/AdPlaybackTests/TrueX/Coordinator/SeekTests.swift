import AdPlayback
import MediaTime
import Testing

@Suite("Seek over breaks")
struct SeekTests {
    private func stage(_ snapBack: TruexPolicy.SnapBack, at start: Double = 0) -> PodStage {
        var policy = TruexPolicy()
        policy.snapBack = snapBack
        return PodStage(
            .sample("a", at: 100), .sample("b", at: 300), .sample("c", at: 500), at: start,
            policy: policy)
    }

    @Test("T-seek-over-pod-snapback-and-return: the break first, then the requested target")
    func snapBackAndReturn() {
        var stage = stage(.playLast)
        stage.send(.seekRequested(to: .at(200)))
        #expect(stage.second == 100)
        #expect(
            stage.lines("seek", "truex.snappedBack", "hold") == [
                "truex.snappedBack a 200.0", "seek 100.0", "hold",
            ])
        stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
        stage.clearLog()
        stage.play(to: 159)
        #expect(stage.log == [])
        stage.play(to: 170)
        #expect(stage.lines("seek") == ["seek 200.0"])
        #expect(stage.coordinator.remembered == nil)
    }

    @Test("T-seek-over-pod-snapback-and-return: with a credit straight to the requested target")
    func snapBackWithCredit() {
        var stage = stage(.playLast)
        stage.send(.seekRequested(to: .at(200)))
        stage.tell(.coffeeStarted, .adFreePod)
        stage.clearLog()
        stage.tell(.adCompleted(timeSpent: 30))
        #expect(
            stage.lines("land", "seek", "pod.skipped") == [
                "land 200.0 direct", "pod.skipped a 100.0 160.0 direct",
            ])
        #expect(stage.coordinator.remembered == nil)
    }

    @Test("a seek to the first frame of a break plays that break, and not the one before it")
    func toBreak() {
        var stage = stage(.playLast)
        stage.send(.seekRequested(to: .at(300)))
        #expect(stage.second == 300)
    }

    @Test(
        "G2, T-two-breaks-policy: none, each in its turn, or the last before the target",
        arguments: [
            (.playNone, []), (.playAll, ["a", "b"]), (.playLast, ["b"]),
        ] as [(TruexPolicy.SnapBack, [String])])
    func twoBreaks(snapBack: TruexPolicy.SnapBack, breaks: [String]) {
        var stage = stage(snapBack)
        stage.send(.seekRequested(to: .at(400)))
        for _ in breaks {
            stage.tell(.coffeeStarted, .adCompleted(timeSpent: 0))
            stage.play(to: stage.second + 58)
        }
        #expect(stage.second == 400)
        #expect(stage.lines("break.started") == breaks.map { "break.started \($0)" })
    }

    @Test(
        "into a break leads to its beginning, or to its end if breaks are not played",
        arguments: [(.playAll, 100), (.playLast, 100), (.playNone, 160)]
            as [(TruexPolicy.SnapBack, Double)])
    func intoBreak(snapBack: TruexPolicy.SnapBack, second: Double) {
        var stage = stage(snapBack)
        stage.send(.seekRequested(to: .at(130)))
        #expect(stage.second == second)
        #expect(stage.coordinator.remembered == nil)
    }

    @Test("back over an unplayed break plays none; into it leads to its beginning")
    func backwards() {
        var stage = stage(.playLast, at: 200)
        stage.send(.seekRequested(to: .at(50)))
        #expect(stage.second == 50)
        stage = self.stage(.playLast, at: 200)
        stage.send(.seekRequested(to: .at(150)))
        #expect(stage.second == 100)
        #expect(stage.isHeld)
    }

    @Test("G4, T-played-break-skipped: a seek into a break that is over leads to its end")
    func intoPlayed() {
        var stage = stage(.playLast)
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.send(.seekRequested(to: .at(120)))
        #expect(stage.second == 160)
    }

    @Test(
        "a step counts no ads that were heard",
        arguments: [(-30.0, 80.0), (-10, 160), (-5, 165), (20, 190)])
    func step(seconds: Double, second: Double) {
        var stage = stage(.playLast)
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.play(to: 170)
        stage.send(.stepRequested(Duration(clamping: seconds, to: .session).frameCount))
        #expect(stage.second == second)
    }

    @Test("a forward step passes over heard ads without counting them")
    func stepForwards() {
        var stage = stage(.playLast)
        stage.play(to: 100)
        stage.tell(.coffeeStarted, .adFreePod, .adCompleted(timeSpent: 30))
        stage.send(.seekRequested(to: .at(90)))
        stage.send(.stepRequested(Duration.seconds(20).frameCount))
        #expect(stage.second == 170)
    }

    @Test("no seek is possible while a unit is shown or a pod plays, nor back into the preroll")
    func refused() {
        var stage = PodStage(.sample("pre", at: 0, .truex, .preroll))
        #expect(stage.send(.seekRequested(to: .at(500))) == [.refuseSeek])
        stage.tell(.coffeeStarted)
        #expect(stage.send(.stepRequested(48_000)) == [.refuseSeek])
        stage.tell(.adCompleted(timeSpent: 0))
        stage.play(to: 30)
        #expect(stage.send(.seekRequested(to: .zero)) == [.refuseSeek])
        stage.play(to: 100)
        stage.send(.seekRequested(to: .zero))
        #expect(stage.second == 60)
        stage.send(.stepRequested(-48_000 * 500))
        #expect(stage.second == 60)
    }

    @Test("a seek away releases a renderer that requested an ad")
    func seekWhilePreparing() {
        var stage = stage(.playNone)
        stage.play(to: 90)
        stage.clearLog()
        stage.send(.seekRequested(to: .at(200)))
        #expect(stage.log == ["seek 200.0", "stop 1"])
        stage.tell(.fetchAdComplete)
        #expect(stage.coordinator.staleCount == 1)
    }
}
