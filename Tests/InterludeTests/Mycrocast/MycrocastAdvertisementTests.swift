import Advertising
import Interlude
import SampleStation
import Testing

@Suite("Mycrocast advertisements", .timeLimit(.minutes(1)))
struct MycrocastAdvertisementTests {
    /// The reports in the station's log, in order.
    private static func finishes(_ stage: Stage) async throws -> [String] {
        let reports = try await stage.desk.log().finishReports
        return reports.map { "\($0.advertisementId) \($0.finishStatus.rawValue) \($0.mountPoint)" }
    }

    @Test("the pre-stream spot is reported to early observers, and comes before the stream")
    func preStream() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.advertisementAvailable)
            await stage.witness.note(.adPlayStarted)
            await stage.witness.note(.finished(105, .finished))
            await stage.witness.note(.adPlayFinished)
            await stage.service.terminate()
            let finishes = try await Self.finishes(stage)
            #expect(finishes == ["105 FINISHED /live.mp3"])
            #expect(await !stage.witness.rest().contains(.adPlayFinished))
        }
    }

    @Test("pushed spots play one by one, then as a group, each reported once")
    func pushes() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 2)
            await stage.witness.note(.finished(105, .finished))
            try await stage.desk.ask(.post, "/control/push?count=2&stream=2")
            await stage.witness.note(.finished(101, .finished))
            await stage.witness.note(.finished(102, .finished))
            try await stage.desk.ask(.post, "/control/group?group=1&stream=2")
            await stage.witness.note(.finished(101, .finished))
            await stage.witness.note(.finished(104, .finished))
            try await stage.desk.ask(.post, "/control/push?count=1&stream=2")
            await stage.witness.note(.finished(103, .finished))
            await stage.service.terminate()
            let finishes = try await Self.finishes(stage)
            #expect(
                finishes
                    == [105, 101, 102, 101, 104, 103].map { "\($0) FINISHED /live.aac" })
        }
    }

    @Test("a spot that is stopped is reported aborted, once")
    func stopMidAd() async throws {
        try await Stage.runStarted(spotLength: .seconds(60)) { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.adPlayStarted)
            stage.service.sessionControl.stop()
            stage.service.sessionControl.stop()
            await stage.witness.note(.finished(105, .aborted))
            await stage.witness.note(.state(.stopped))
            await stage.service.terminate()
            let finishes = try await Self.finishes(stage)
            #expect(finishes == ["105 ABORTED /live.mp3"])
            #expect(await !stage.witness.rest().contains(.finished(105, .aborted)))
        }
    }

    @Test("another stream interrupts the spot, reports it once, and plays without it")
    func switchMidAd() async throws {
        try await Stage.runStarted(spotLength: .seconds(60)) { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.adPlayStarted)
            #expect(stage.service.sessionControl.play(streamId: 3))
            #expect(stage.service.sessionControl.currentPlaying(3))
            await stage.witness.note(.finished(105, .aborted))
            await stage.witness.note(.adPlayFinished)
            await stage.witness.note(.state(.playing))
            #expect(
                stage.service.sessionControl.audioSession?.status.source
                    == stage.desk.base + "/live.opus")
            await stage.service.terminate()
            let finishes = try await Self.finishes(stage)
            #expect(finishes == ["105 ABORTED /live.mp3"])
        }
    }

    @Test("a click on the banner is reported once, and none on a banner without a target")
    func click() async throws {
        try await Stage.runStarted(spotLength: .seconds(60)) { stage in
            let advertisements = stage.service.advertisements
            stage.service.sessionControl.play(streamId: 1)
            let unclickable = try await stage.witness.next(Self.banner)
            advertisements.onAdBannerClicked(advertisement: unclickable)
            _ = await stage.service.sessionControl.audioSession?.send(.skip)
            try await stage.desk.ask(.post, "/control/push?count=1&stream=1")
            let clickable = try await stage.witness.next(Self.banner)
            #expect(clickable.id == 101)
            advertisements.onAdBannerClicked(advertisement: clickable)
            stage.service.sessionControl.stop()
            await stage.service.terminate()
            let click = ClickReport(
                userId: 1, adId: 101, mountPoint: "/live.mp3", application: "Interlude")
            let clicks = try await stage.desk.log().clickReports
            #expect(clicks == [click])
            let finishes = try await Self.finishes(stage)
            #expect(
                finishes
                    == ["105 ABORTED /live.mp3", "101 ABORTED /live.mp3"])
        }
    }

    @Test("the spot of a page's ad plays, and is not reported to the service")
    func spotOfPage() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.finished(105, .finished))
            let spot = Advertisement(
                id: -1, title: "Own", audioFileURL: "own", bannerTargetURL: "https://shop.test/")
            let audio = try #require(stage.service.sessionControl.audioSession)
            _ = await audio.send(.push([spot]))
            await stage.witness.note(.finished(-1, .finished))
            stage.service.advertisements.onAdBannerClicked(advertisement: spot)
            try await stage.desk.ask(.post, "/control/push?count=1&stream=1")
            await stage.witness.note(.finished(101, .finished))
            await stage.service.terminate()
            let finishes = try await Self.finishes(stage)
            #expect(finishes == ["105 FINISHED /live.mp3", "101 FINISHED /live.mp3"])
            #expect(try await stage.desk.log().clickReports == [])
        }
    }

    private static func banner(_ note: Witness.Note) -> Advertisement? {
        guard case .banner(let advertisement) = note else { return nil }
        return advertisement
    }
}
