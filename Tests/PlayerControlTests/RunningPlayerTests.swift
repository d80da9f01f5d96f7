import Interlude
import PlayerControl
import Testing

@Suite("Running players")
struct RunningPlayerTests {
    private static let players = [
        RunningPlayer(process: 1, source: "a", sink: "pulse"),
        RunningPlayer(process: 2, source: "b", sink: "pulse:kitchen"),
        RunningPlayer(process: 3, source: "c", sink: "pulse"),
        RunningPlayer(process: 4, source: "d", sink: "null"),
        RunningPlayer(process: 5, source: "e", sink: nil),
    ]

    @Test(
        "are heard together if they play to one output of the sound server",
        arguments: [
            (.pulse(sink: nil), [3]), (.pulse(sink: "kitchen"), [2]), (.pulse(sink: "x"), []),
            (.null, []), (.wav(path: "a"), []),
        ] as [(AudioOutput.Device, [Int32])])
    func heard(device: AudioOutput.Device, processes: [Int32]) {
        let heard = RunningPlayer.heard(of: Self.players, besides: 1, on: device)
        #expect(heard.map(\.process) == processes)
    }
}
