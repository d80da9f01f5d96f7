import AdDisplay
import Testing

@Suite("Sound of ads in a feed")
struct AudioTests {
    /// An ad at 4 that plays without sound, and a visible one at 8.
    private func stage(_ format: FeedAd.Format = .audioCard) -> FeedStage {
        let stage = FeedStage([30], ServedPlacements(.stream(servingFreq: 1)))
        stage.insertAds(at: 4, 8, format: format)
        stage.show(2...9)
        stage.clearLog()
        return stage
    }

    private let first = FeedAdHandle(1)
    private let second = FeedAdHandle(2)

    private func playback(_ stage: FeedStage) -> [FeedAdView.Playback] {
        stage.helper.loadedAds.map(\.playback)
    }

    @Test("only an ad that the listener starts requests the sound, and it plays once granted")
    func granted() throws {
        let stage = stage()
        #expect(stage.driver.plays.isEmpty)
        stage.helper.startAd(first)
        let play = try #require(stage.driver.plays.first)
        #expect(play.advertisement.audioFileURL == "http://ads.test/ad1.mp3")
        #expect(playback(stage) == [.silent, .stopped])
        stage.helper.take(.audio(play.ticket, .granted))
        #expect(playback(stage) == [.audible, .stopped])
        #expect(stage.log == ["unmuted ad1 0.4"])
        stage.helper.startAd(first)
        #expect(stage.driver.plays.count == 1, "it is heard already")
    }

    @Test("a break of the stream has priority: the ad is shown without sound")
    func refused() throws {
        let stage = stage()
        stage.helper.startAd(first)
        stage.helper.take(.audio(try #require(stage.driver.plays.first).ticket, .refused))
        #expect(playback(stage) == [.silent, .stopped])
        #expect(stage.log.isEmpty)
        stage.helper.startAd(first)
        #expect(stage.driver.plays.count == 2, "it may ask again")
    }

    @Test("a sound that takes over silences it, and it continues without sound")
    func lost() throws {
        let stage = stage()
        stage.helper.startAd(first)
        let ticket = try #require(stage.driver.plays.first).ticket
        stage.helper.take(.audio(ticket, .granted))
        stage.helper.take(.audio(ticket, .lost))
        #expect(playback(stage) == [.silent, .stopped])
        #expect(stage.log == ["unmuted ad1 0.4", "muted ad1 0.4"])
        stage.helper.take(.audio(ticket, .ended))
        #expect(stage.helper.machine.staleCount == 1)
    }

    @Test("after its last frame it stops, the next one starts, and it does not restart by itself")
    func ended() throws {
        let stage = stage()
        stage.helper.startAd(first)
        let ticket = try #require(stage.driver.plays.first).ticket
        stage.helper.take(.audio(ticket, .granted))
        stage.helper.take(.audio(ticket, .ended))
        #expect(playback(stage) == [.stopped, .silent])
        stage.show(2...6)
        #expect(playback(stage) == [.stopped, .stopped])
        stage.helper.startAd(first)
        #expect(stage.log.suffix(2) == ["started:listener ad1 0.4", "replayed ad1 0.4"])
    }

    @Test("after its last frame it restarts where the host asks for that")
    func autoReplay() throws {
        let stage = stage()
        stage.helper.settings.replay = .automatic
        stage.helper.startAd(first)
        stage.helper.take(.audio(try #require(stage.driver.plays.first).ticket, .ended))
        #expect(playback(stage) == [.silent, .stopped])
        #expect(stage.log.last == "replayed ad1 0.4")
    }

    @Test("starting another ad, or leaving, releases the sound")
    func released() throws {
        let stage = stage()
        stage.helper.startAd(first)
        stage.helper.startAd(second)
        #expect(playback(stage) == [.stopped, .silent])
        let tickets = stage.driver.plays.map(\.ticket)
        #expect(stage.driver.released == Array(tickets.dropLast()))
        #expect(
            stage.log == [
                "stopped:another ad1 0.4", "started:listener ad2 0.8", "impression ad2 0.8",
                "onAdImpression ad2",
            ])
        stage.helper.setActive(.inactive)
        #expect(stage.driver.released == tickets)
        stage.helper.startAd(second)
        #expect(stage.driver.plays.count == 2, "nothing starts in a feed that is not looked at")
    }

    @Test("a card without a spot is started, and requests no sound")
    func silentCard() {
        let stage = stage(.card)
        stage.helper.startAd(second)
        #expect(playback(stage) == [.stopped, .silent])
        #expect(stage.driver.plays.isEmpty)
    }
}
