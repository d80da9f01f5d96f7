import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Reports")
struct ReportTests {
    @Test("M-report-finished/aborted-once: each spot that was handed out is reported once")
    func reportedOnce() {
        var stage = Stage()
        stage.push(1, 2, 3, 4)
        stage.load(1, 2, 3)
        stage.switchable(0)
        stage.hear(1500)
        stage.send(.skip)
        stage.switchable(1600)
        stage.fail(4)
        stage.fail(4)
        stage.hear(9000)
        stage.send(.stop(.user))
        #expect(
            stage.effects.reports == ["1 FINISHED", "4 ABORTED", "2 ABORTED", "3 FINISHED"])
    }

    @Test("M-report-finished/aborted-once: quartiles and the end come from the heard frames")
    func heardInOrder() {
        var stage = Stage()
        stage.push(1)
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000, leadIn: 30))
        stage.switchable(500)
        #expect(stage.nextMark == FrameTime(501))
        #expect(stage.hear(500).logged == [])
        #expect(
            stage.hear(501).logged == ["break.started 500", "slot.started 500"])
        #expect(stage.hear(531).logged == ["slot.firstAudible 530"])
        #expect(stage.hear(749).logged == [])
        #expect(
            stage.hear(1499).logged
                == ["slot.firstQuartile 750", "slot.midpoint 1000", "slot.thirdQuartile 1250"])
        #expect(
            stage.hear(1500).logged == ["slot.completed 1500", "break.ended 1500"])
        #expect(stage.nextMark == nil)
    }

    @Test("M-click-report: only the current or the last shown ad counts, and only with a target")
    func clicks() {
        var stage = Stage()
        var plain = Advertisement.sample(1)
        plain.bannerTargetURL = nil
        #expect(stage.send(.bannerClicked(id: 1)) == [.refuse(.nothingToClick)])
        stage.send(.advertisementsAvailable([plain, .sample(2)]))
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(1)
        #expect(stage.send(.bannerClicked(id: 1)) == [.refuse(.nothingToClick)])
        #expect(stage.send(.bannerClicked(id: 2)) == [.refuse(.nothingToClick)])
        stage.hear(1001)
        #expect(stage.send(.bannerClicked(id: 2)) == [.clickReport(.sample(2))])
        stage.hear(2000)
        #expect(stage.send(.bannerClicked(id: 2)) == [.clickReport(.sample(2))])
        #expect(stage.send(.bannerClicked(id: 1)) == [.refuse(.nothingToClick)])
    }

    @Test("M-banner-matches-ad: a banner appears when its spot is heard, and changes at a joint")
    func banners() {
        var stage = Stage()
        stage.push(1, 2, 3, 4)
        stage.load(1, 2)
        stage.fail(3)
        stage.switchable(0)
        #expect(stage.effects.banners == [])
        stage.hear(1)
        #expect(stage.effects.banners == [1])
        stage.hear(1000)
        stage.hear(1001)
        #expect(stage.effects.banners == [1, 2])
        // The stream is back while the last one loads.
        stage.hear(2000)
        #expect(stage.effects.banners == [1, 2, nil])
        stage.load(4)
        stage.switchable(2500)
        stage.hear(2501)
        stage.hear(4000)
        #expect(stage.effects.banners == [1, 2, nil, 4, nil])
    }

    @Test("an app that plays ads itself takes them one by one, and each one ends the one before")
    func byApp() {
        var stage = Stage(.init(playback: .byApp))
        #expect(stage.push(1, 2) == [.availableToObservers])
        #expect(stage.send(.getAdvertisement).last == .handOut(.sample(1)))
        #expect(stage.send(.bannerClicked(id: 1)) == [.clickReport(.sample(1))])
        #expect(stage.send(.getAdvertisement).last == .handOut(.sample(2)))
        #expect(stage.send(.getAdvertisement).last == .handOut(nil))
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
        stage.push(3)
        stage.send(.getAdvertisement)
        stage.send(.stop(.user))
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED", "3 ABORTED"])
    }

    @Test("an ad that an app takes out of a running break is not played as well")
    func takenByApp() {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3)
        #expect(stage.send(.getAdvertisement).contains(.handOut(.sample(2))))
        stage.load(2, 3)
        stage.switchable(100)
        #expect(stage.layout?.text == "lay from 100, away 0..<2000: 1@0..<1000 3@1000..<2000")
    }
}
