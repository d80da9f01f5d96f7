import AdPlayback
import MediaTime
import Testing

@Suite("Unit of a choice card in the stream")
struct StreamCardTests {
    private static let setup = TruexSetup(slotType: .midroll, streamID: "s1", card: .inStream)

    @Test("speaks no voice-over, because the stream speaks")
    func voice() {
        let card = UnitStage.atCard(
            .sample { $0.voiceOver = ["http://station/voice.mp3"] }, Self.setup)
        #expect(card.view.kind == "choiceCard")
        #expect(card.effects.spoken == [])
    }

    @Test("treats the card's end without an answer as an opt-out")
    func end() {
        var card = UnitStage.atCard(.sample(), Self.setup)
        card.clearEffects()
        card.send(.cardEnded)
        #expect(card.told == [.optOut(.countdown), .adCompleted(timeSpent: 0)])
        #expect(card.tracked == [.autoAdvance])
        #expect(card.history.optOutCount == 1)
    }

    @Test("continues beyond it for a listener who has opted in")
    func engaged() {
        var unit = UnitStage.engaged(.sample(), Self.setup)
        unit.clearEffects()
        unit.send(.cardEnded)
        #expect(unit.effects == [])
    }

    @Test("T-skipcard-same-stream_id: pays at once where the card ends before the skip card")
    func skipCard() {
        var history = TruexHistory()
        history.note(.sponsored(streamID: "s1", TruexSponsor(campaignName: "Coffee")))
        var stage = UnitStage(Self.setup)
        stage.send(.initialize(history))
        stage.send(.start(history))
        stage.wait(1)
        stage.send(.cardEnded)
        #expect(stage.told.suffix(2) == [.adFreePod, .adCompleted(timeSpent: 0)])
        stage.wait(5)
        #expect(stage.told.filter { $0 == .adFreePod }.count == 1)
    }
}
