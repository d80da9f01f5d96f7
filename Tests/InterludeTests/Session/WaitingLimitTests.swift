import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("More commands than a session accepts")
struct WaitingLimitTests {
    private static let limit = BreakEngine.waitingLimit

    /// A live stream that plays from output frame 1000 on, this many frames behind the listener's
    /// first place.
    private func machine(behind frameCount: Int64) -> SessionMachine {
        var machine = SessionMachine(SessionConfiguration(source: "live"))
        let facts = SourceFacts(kind: .live, codec: "made", sampleRate: 48_000, channelCount: 2)
        let events: [SessionEvent] = [
            .began, .source(generation: 1, .opened(facts)), .source(generation: 1, .ready),
            .switchable(FrameTime(1000)), .heard(FrameTime(1500), liveEdge: FrameTime(48_500)),
            .heard(FrameTime(2000), liveEdge: FrameTime(49_000 + frameCount)),
        ]
        for event in events { _ = machine.receive(event) }
        return machine
    }

    private func spots(_ count: Int) -> [Advertisement] {
        (0..<count).map { .spot($0, frames: 4000) }
    }

    private func refusals(of effects: [SessionEffect]) -> Int {
        effects.count { if case .refuse = $0 { true } else { false } }
    }

    private func dropped(by effects: [SessionEffect]) -> [EventRecord] {
        effects.compactMap { effect in
            guard case .log(let record) = effect else { return nil }
            return record.event == "break.dropped" ? record : nil
        }
    }

    @Test(
        "are refused, with a line in the log, until there is room again",
        arguments: [SessionCommand.push, SessionCommand.pushAtLiveEdge], [0, 96_000] as [Int64])
    func spots(_ push: @Sendable ([Advertisement]) -> SessionCommand, _ behind: Int64) {
        var machine = machine(behind: behind)
        #expect(refusals(of: machine.receive(.command(push(spots(Self.limit - 1))))) == 0)
        let refused = machine.receive(.command(push(spots(3))))
        #expect(refusals(of: refused) == 1)
        #expect(dropped(by: refused).count == 1)
        // The first pushed spot may already have its turn, and no longer wait.
        let later = (0..<3).map { _ in refusals(of: machine.receive(.command(push(spots(1))))) }
        #expect(later.prefix(1) == [0] && later.suffix(1) == [1])
    }

    @Test("are refused for mutes too, if the listener is behind live")
    func mutes() {
        var machine = machine(behind: 96_000)
        for _ in 0..<Self.limit / 2 {
            #expect(refusals(of: machine.receive(.command(.streamerMuted))) == 0)
            #expect(refusals(of: machine.receive(.command(.streamerUnmuted))) == 0)
        }
        #expect(refusals(of: machine.receive(.command(.streamerMuted))) == 1)
    }

    @Test("do not keep a stream from being muted", arguments: [0, 96_000] as [Int64])
    func mutesAfterSpots(behind: Int64) {
        var machine = machine(behind: behind)
        _ = machine.receive(.command(.pushAtLiveEdge(spots(Self.limit))))
        // Those that have had their turn no longer wait.
        for _ in 0..<10 { _ = machine.receive(.command(.push(spots(1)))) }
        #expect(refusals(of: machine.receive(.command(.push(spots(1))))) == 1)
        #expect(refusals(of: machine.receive(.command(.streamerMuted))) == 0)
        #expect(refusals(of: machine.receive(.command(.streamerUnmuted))) == 0)
    }

    @Test("are accepted again once the waiting ones are ignored")
    func ignored() {
        var machine = machine(behind: 0)
        _ = machine.receive(.command(.push(spots(Self.limit))))
        _ = machine.receive(.command(.push(spots(1))))
        #expect(refusals(of: machine.receive(.command(.push(spots(1))))) == 1)
        _ = machine.receive(.command(.ignoreAdvertisements))
        #expect(refusals(of: machine.receive(.command(.push(spots(1))))) == 0)
    }
}
