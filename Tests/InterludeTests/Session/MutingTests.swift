import PCMAudio
import Testing

@testable import Interlude

@Suite("The listener's mute")
struct MutingTests {
    @Test(
        "mutes, and returns to the last volume that was heard, or else to that of the start",
        arguments: [
            (nil, [.mute], 0), (nil, [.mute, .unmute], 0.8), (nil, [.unmute], 0.8),
            (0.5, [.mute, .mute, .unmute], 0.5), (0.5, [.setVolume(.silence), .unmute], 0.5),
            (0.5, [.mute, .changeVolume(by: Gain(linear: 2)), .mute, .unmute], 0.1),
        ] as [(Float?, [SessionCommand], Float)])
    func muting(chosen: Float?, commands: [SessionCommand], volume: Float) {
        var configuration = SessionConfiguration(source: "live")
        configuration.volume = Gain(linear: 0.8)
        var machine = SessionMachine(configuration)
        _ = machine.receive(.began)
        let choice = chosen.map { [SessionCommand.setVolume(Gain(linear: $0))] } ?? []
        for command in choice + commands {
            let effects = machine.receive(.command(command))
            #expect(!effects.contains { if case .refuse = $0 { true } else { false } })
            if command == .mute { #expect(machine.effective(command) == .setVolume(.silence)) }
        }
        #expect(machine.focus.userVolume == volume)
    }

    @Test("returns to the full volume where the player began at 0")
    func unmutedFromTheStart() {
        var configuration = SessionConfiguration(source: "live")
        configuration.volume = .silence
        var machine = SessionMachine(configuration)
        _ = machine.receive(.began)
        _ = machine.receive(.command(.unmute))
        #expect(machine.focus.userVolume == 1)
        #expect(machine.effective(.unmute) == .setVolume(.unity))
    }
}
