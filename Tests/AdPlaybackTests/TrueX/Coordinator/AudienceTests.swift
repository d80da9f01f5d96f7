import AdPlayback
import MediaTime
import Testing

@Suite("The audience of a true[X] unit")
struct AudienceTests {
    /// A unit that is shown to this audience.
    private static func shown(to audience: TruexAudience = .watching) -> PodStage {
        var stage = PodStage(.sample("mid", at: 100), .sample("next", at: 300))
        stage.send(.audienceChanged(audience))
        stage.play(to: 100)
        stage.tell(.coffeeStarted)
        stage.clearLog()
        return stage
    }

    @Test("a unit that nobody sees is paused for as long as a page is open")
    func hidden() {
        var stage = Self.shown()
        stage.send(.audienceChanged(.hidden))
        stage.wait(3600)
        stage.send(.audienceChanged(.watching))
        #expect(stage.log == ["pause 1 hidden", "resume 1 hidden"])
        #expect(stage.isHeld)
    }

    @Test("a unit that begins while nobody sees the pages is paused from the beginning")
    func beginsHidden() {
        var stage = PodStage(.sample("mid", at: 100))
        stage.send(.audienceChanged(.hidden))
        stage.play(to: 100)
        #expect(stage.lines("start", "pause") == ["start 1", "pause 1 hidden"])
    }

    @Test("a page that is reloaded finds its unit as it was")
    func reloaded() {
        var stage = Self.shown()
        for _ in 0..<5 {
            stage.send(.audienceChanged(.nobody))
            stage.wait(29)
            stage.send(.audienceChanged(.watching))
        }
        stage.wait(3600)
        #expect(
            stage.log
                == Array(repeating: ["pause 1 away", "resume 1 away"], count: 5).flatMap(\.self))
    }

    @Test(
        "a stream is not held for pages that never return, and an earned credit counts",
        arguments: [(false, 102.0), (true, 160.0)], ["unit", "popup"])
    func gone(end: (hasCredit: Bool, second: Double), face: String) {
        var stage = Self.shown()
        if end.hasCredit { stage.tell(.adFreePod) }
        if face == "popup" { stage.tell(.popupWebsite("http://brand/")) }
        stage.clearLog()
        stage.send(.audienceChanged(.nobody))
        stage.wait(29.9)
        #expect(stage.log == ["pause 1 away"])
        stage.wait(0.2)
        #expect(
            stage.lines("stop", "truex", "land") == [
                "stop 1", "truex.timedOut mid 1 audience", "land \(end.second) direct",
            ])
        // Nothing is repeated when the audience returns.
        stage.clearLog()
        stage.send(.audienceChanged(.watching))
        stage.tell(.adCompleted(timeSpent: 40))
        stage.wait(3600)
        #expect(stage.log == [])
        #expect(!stage.isHeld)
    }

    @Test("the next unit is not paused for the pages that left before it")
    func next() {
        var stage = Self.shown()
        stage.send(.audienceChanged(.nobody))
        stage.wait(31)
        stage.clearLog()
        stage.play(to: 300)
        stage.tell(.coffeeStarted)
        #expect(stage.lines("start", "pause") == ["start 2"])
    }

    @Test("if no page was open from the beginning, a unit runs, and ends at its time limit")
    func neverThere() {
        var stage = Self.shown(to: .nobody)
        stage.wait(29.9)
        #expect(stage.log == [])
        stage.wait(0.2)
        #expect(stage.lines("stop", "land") == ["stop 1", "land 102.0 direct"])
    }

    @Test("if no pages are served, the audience is unknown")
    func unknown() {
        var stage = Self.shown(to: .unknown)
        stage.wait(36_000)
        #expect(stage.log == [])
        #expect(stage.isHeld)
    }

    @Test("a listener who answers while no page is open uses another view, and needs no page then")
    func elsewhere() {
        var stage = Self.shown()
        stage.send(.audienceChanged(.nobody))
        stage.wait(20)
        stage.send(.message(.optIn))
        #expect(stage.log == ["pause 1 away", "resume 1 away", "forward 1 optIn"])
        stage.clearLog()
        stage.wait(36_000)
        stage.send(.audienceChanged(.watching))
        stage.send(.audienceChanged(.nobody))
        stage.wait(36_000)
        #expect(stage.log == [])
    }

    @Test("a card that only names the sponsor ends by itself, and its credit needs no page")
    func skipCard() {
        var stage = Self.shown()
        stage.tell(.skipCardShown)
        stage.clearLog()
        stage.send(.audienceChanged(.nobody))
        stage.wait(60)
        #expect(stage.log == [])
        stage.tell(.adFreePod, .adCompleted(timeSpent: 0))
        #expect(stage.lines("land") == ["land 160.0 direct"])
    }
}
