import AdDisplay
import Advertising
import Testing

@Suite("Interstitials and their spots")
struct InterstitialTests {
    /// A page covered by an ad with a spot.
    private static func covered(_ gate: InterstitialGate = InterstitialGate()) -> BoardStage {
        let stage = BoardStage(.interstitial, gate: gate)
        stage.board.opened("page")
        stage.source.find(1, .sample(sound: .brings(.spot(7))))
        return stage
    }

    @Test("one covers the screen as soon as it is there, and its spot waits for its turn")
    func shown() {
        let stage = Self.covered()
        #expect(stage.shown == ["place1-1"])
        #expect(
            stage.effects() == ["place1 loading", "place1 loaded", "push -1", "place1 impressed"])
    }

    @Test("closes when its own spot is over, and not for another")
    func spotOver() {
        let stage = Self.covered()
        stage.board.heardChanged(to: .spot(-1))
        stage.board.ended(7)
        #expect(stage.shown == ["place1-1"])
        _ = stage.effects()
        stage.board.ended(-1)
        stage.board.ended(-1)
        #expect(stage.shown == [])
        #expect(stage.effects() == ["place1 closed"])
    }

    @Test("when the reader closes it, its spot stops")
    func closedByReader() throws {
        let stage = Self.covered()
        stage.board.heardChanged(to: .spot(-1))
        _ = stage.effects()
        #expect(try stage.board.close("place1-1"))
        stage.board.heardChanged(to: nil)
        stage.board.ended(-1)
        #expect(stage.shown == [])
        #expect(stage.effects() == ["place1 closed", "skip -1"])
    }

    @Test("if closed before its spot plays, it has the spot skipped as soon as that begins")
    func closedEarly() throws {
        let stage = Self.covered()
        #expect(try stage.board.close("place1-1"))
        stage.board.heardChanged(to: .spot(3))
        #expect(stage.effects().suffix(2) == ["place1 closed", "skip -1"])
        stage.board.heardChanged(to: .spot(-1))
        #expect(stage.effects() == ["skip -1"])
        stage.board.ended(-1)
        #expect(stage.effects() == [])
    }

    @Test("knows its spot by the number that the session gives it")
    func numbered() throws {
        let stage = Self.covered()
        stage.board.numbered(-1, as: 4)
        stage.board.heardChanged(to: .spot(4))
        stage.board.ended(-1)
        #expect(stage.shown == ["place1-1"])
        stage.board.ended(4)
        #expect(stage.shown == [])
        let closed = Self.covered()
        #expect(try closed.board.close("place1-1"))
        _ = closed.effects()
        // The session does not know the spot by the id of the first skip.
        closed.board.numbered(-1, as: 4)
        #expect(closed.effects() == ["skip 4"])
    }

    @Test("closes when the session refuses its spot, numbered or not", arguments: [nil, 4])
    func refused(number: Int?) {
        let stage = Self.covered()
        if let number { stage.board.numbered(-1, as: number) }
        stage.board.refused(-1)
        #expect(stage.shown == [])
    }

    @Test("closes when its spot cannot play: no stream is open, or the session is over")
    func neverHeard() {
        let dropped = Self.covered()
        dropped.board.waitingDropped()
        #expect(dropped.shown == [])
        let ended = Self.covered()
        ended.board.heardChanged(to: .spot(-1))
        ended.board.waitingDropped()
        #expect(ended.shown == ["place1-1"])
        ended.board.soundEnded()
        #expect(ended.shown == [])
    }

    @Test("one without a spot stays until the reader closes it")
    func silent() throws {
        let stage = BoardStage(.interstitial)
        stage.board.opened("page")
        stage.source.find(1)
        stage.board.soundEnded()
        #expect(stage.shown == ["place1-1"])
        #expect(try stage.board.close("place1-1"))
        #expect(stage.shown == [])
    }

    @Test("A-view-count-cap: no more are shown or loaded than the operator allows")
    func cap() throws {
        let stage = BoardStage(.interstitial, gate: InterstitialGate(viewCountCap: 2))
        for (number, screen) in ["one", "two", "three"].enumerated() {
            stage.board.opened(screen)
            guard number < 2 else { break }
            stage.source.find(number + 1)
            #expect(try stage.board.close("place1-\(number + 1)"))
        }
        #expect(stage.source.requestCount == 2)
        let none = BoardStage(
            .interstitial, gate: InterstitialGate(shouldShowInterstitial: false))
        none.board.opened("page")
        #expect(none.source.requestCount == 0)
    }

    @Test("A-view-count-cap: a screen is covered once, by one ad at a time")
    func oncePerScreen() throws {
        let stage = BoardStage(.interstitial, .interstitial)
        stage.board.opened("one")
        stage.source.find(1)
        stage.source.find(2)
        #expect(stage.shown == ["place1-1"])
        #expect(try stage.board.close("place1-1"))
        stage.board.opened("one")
        #expect(stage.shown == [])
        #expect(stage.source.requestCount == 2)
        // The second ad was loaded, and waits for a screen.
        stage.board.opened("two")
        #expect(stage.shown == ["place2-1"])
    }
}
