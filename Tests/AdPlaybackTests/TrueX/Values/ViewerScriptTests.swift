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
}
