import AdPlayback
import MediaTime
import Testing

@Suite("Sponsored stream")
struct SponsorTests {
    private static let preroll = TruexSetup(slotType: .preroll, streamID: "s1")
    private static let midroll = TruexSetup(slotType: .midroll, streamID: "s1")

    /// The history after a credit for `product` in `setup`.
    private func history(
        after setup: TruexSetup, _ product: TruexAdConfiguration.Product
    ) -> TruexHistory {
        var stage = UnitStage.engaged(.sample { $0.product = product }, setup)
        stage.earnCredit()
        return stage.history
    }

    @Test("T-skipcard-same-stream_id: a later break of the stream shows a card of 3 s, and is free")
    func skipCard() {
        var stage = UnitStage(Self.midroll)
        let history = history(after: Self.preroll, .sponsoredStream)
        #expect(!stage.send(.initialize(history)).contains(.fetch))
        #expect(stage.told == [.fetchAdComplete])
        stage.clearEffects()
        stage.send(.start(history))
        #expect(stage.told == [.coffeeStarted, .adDisplayed, .skipCardShown])
        #expect(
            stage.view
                == .skipCard(
                    TruexView.SkipCard(
                        sponsor: TruexSponsor(campaignName: "Coffee"),
                        left: TruexTimer(seconds: 3, rate: -1))))
        stage.clearEffects()
        stage.wait(3)
        #expect(stage.told == [.adFreePod, .adCompleted(timeSpent: 0)])
    }

    @Test(
        "T-skipcard-same-stream_id: another stream, a midroll's credit and a paid break get none",
        arguments: [
            (preroll, .sponsoredStream, TruexSetup(slotType: .midroll, streamID: "s2")),
            (midroll, .sponsoredStream, midroll),
            (preroll, .sponsoredAdBreak, midroll),
            (preroll, .sponsoredStream, TruexSetup(slotType: .midroll)),
        ] as [(TruexSetup, TruexAdConfiguration.Product, TruexSetup)])
    func noSkipCard(
        first: TruexSetup, product: TruexAdConfiguration.Product, second: TruexSetup
    ) {
        let history = history(after: first, product)
        var stage = UnitStage(second)
        stage.send(.initialize(history))
        stage.send(.fetched(.ad(.sample())))
        stage.send(.start(history))
        #expect(stage.view.kind == "choiceCard")
    }

    @Test("a credit that comes after the request still leads to the skip card", arguments: [0, 1])
    func creditAfterPreload(answers: Int) {
        let history = history(after: Self.preroll, .sponsoredStream)
        var stage = UnitStage(Self.midroll)
        stage.send(.initialize(TruexHistory()))
        if answers == 1 { stage.send(.fetched(.ad(.sample()))) }
        stage.send(.start(history))
        #expect(stage.view.kind == "skipCard")
        #expect(stage.effects.contains(.cancelFetch) == (answers == 0))
    }

    @Test(
        "T-skipcard-same-stream_id: an ad server that knows the credit has the card shown",
        arguments: [false, true])
    func adServerKnows(startsEarly: Bool) {
        var sponsor = TruexSponsor(campaignName: "Coffee")
        sponsor.cardTime = .seconds(5)
        var stage = UnitStage(Self.midroll)
        stage.send(.initialize(TruexHistory()))
        if startsEarly { stage.send(.start(TruexHistory())) }
        stage.send(.fetched(.adFree(sponsor)))
        if !startsEarly { stage.send(.start(TruexHistory())) }
        #expect(!stage.effects.contains(.cancelFetch))
        stage.wait(4.9)
        #expect(
            stage.told == [.fetchAdComplete, .coffeeStarted, .adDisplayed, .skipCardShown])
        stage.wait(0.1)
        #expect(stage.told.suffix(2) == [.adFreePod, .adCompleted(timeSpent: 0)])
    }

    @Test("an interactive video comes without a card, earns nothing, and ends by itself")
    func interactiveVideo() {
        var stage = UnitStage.atCard(
            .sample {
                $0.format = .interactiveVideo
                $0.attentionTime = .seconds(20)
            })
        #expect(stage.told.suffix(2) == [.coffeeStarted, .adDisplayed])
        #expect(stage.unit?.exit == TruexView.Exit.none)
        stage.clearEffects()
        for message in [
            .interact, .step(number: 2, count: 2), .done, .back, .cancel, .optIn, .optOut,
        ] as [TruexMessage] { stage.send(.message(message)) }
        #expect(stage.effects == [])
        stage.wait(20)
        #expect(stage.told == [.adCompleted(timeSpent: 0)])
    }
}
