import AdPlayback
import MediaTime
import Testing

@Suite("Viewer script")
struct ViewerScriptTests {
    private struct NoTime: Error {}

    private func script(_ text: String) throws -> ViewerScript {
        try ViewerScript(parsing: text) { text in
            guard let seconds = Int(text) else { throw NoTime() }
            return .seconds(seconds)
        }
    }

    @Test("lists what a viewer does, by time since the card appeared")
    func agenda() throws {
        let script = try script("done@33,opt-in@2,interact@5,cancel@40,back@41,leave@50,opt-out@60")
        let agenda = script.agenda(from: .at(100))
        #expect(agenda.map(\.time.seconds) == [102, 105, 133, 140, 141, 150, 160])
        #expect(
            agenda.map(\.message) == [.optIn, .interact, .done, .cancel, .back, .leave, .optOut])
    }

    @Test(
        "an unreadable script gives an error that says what to write",
        arguments: [
            ("opt-in", "'opt-in' does not say when; write ACTION@T, as in opt-in@2s"),
            ("", "'' does not say when; write ACTION@T, as in opt-in@2s"),
            (
                "wave@2",
                "'wave' is not an action; use one of "
                    + "back, cancel, done, interact, leave, opt-in, opt-out"
            ),
        ])
    func unreadable(text: String, message: String) {
        let error = #expect(throws: ViewerScript.ParsingError.self) { try script(text) }
        #expect(error?.description == message)
    }

    @Test("an unreadable time is an error of the parser of times")
    func badTime() {
        #expect(throws: NoTime.self) { try script("opt-in@soon") }
    }

    /// A view of a unit, and what a viewer does in it at last.
    private struct Ending {
        var view: TruexView
        var message: TruexMessage?
        var second: Double?

        static func card(left: TruexTimer?, _ buttons: TruexView.Buttons) -> TruexView {
            .choiceCard(
                TruexView.ChoiceCard(
                    campaignName: "", texts: .init(), images: .init(), voiceOver: [], left: left,
                    buttons: buttons, attention: nil))
        }

        static func unit(_ left: TruexTimer, _ exit: TruexView.Exit) -> TruexView {
            .engagement(
                TruexView.Engagement(
                    campaignName: "", creative: "", attentionLeft: left, interaction: .missing,
                    exit: exit, step: nil))
        }

        static let all = [
            Ending(view: .nothing), Ending(view: .loading),
            Ending(view: card(left: TruexTimer(seconds: 5, rate: -1), .enabled)),
            Ending(view: card(left: nil, .disabled)),
            Ending(
                view: card(left: nil, .enabled), message: .optOut,
                second: 100 + TruexConstants.choiceCardTime.inSeconds),
            Ending(view: unit(TruexTimer(seconds: 0, rate: 0), .done), message: .done, second: 100),
            Ending(view: unit(TruexTimer(seconds: 9, rate: -1), .none)),
            Ending(
                view: unit(TruexTimer(seconds: 9, rate: -1), .cancel), message: .cancel,
                second: 109),
            Ending(
                view: unit(TruexTimer(seconds: 1, rate: -2), .cancel), message: .cancel,
                second: 100.5),
            Ending(
                view: unit(TruexTimer(seconds: 0, rate: 0), .cancel), message: .cancel, second: 100),
            Ending(view: unit(TruexTimer(seconds: 9, rate: 0), .cancel)),
            Ending(view: .cancelPrompt, message: .cancel, second: 100),
            Ending(view: .popup("http://brand/"), message: .popupClosed, second: 100),
        ]
    }

    @Test(
        "a viewer takes a credit, and lets nothing hold the stream", arguments: Ending.all.indices)
    func ending(index: Int) {
        let ending = Ending.all[index]
        let end = ViewerScript.ending(of: ending.view, from: .at(100))
        #expect(end?.message == ending.message)
        #expect(end?.time.seconds == ending.second)
    }
}
