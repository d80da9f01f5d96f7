import Interlude
import TestFiles
import Testing

@testable import PlayerControl

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
            (.pulse(sink: nil), [1, 3]), (.pulse(sink: "kitchen"), [2]), (.pulse(sink: "x"), []),
            (.null, []), (.wav(path: "a"), []),
        ] as [(AudioOutput.Device, [Int32])])
    func heard(device: AudioOutput.Device, processes: [Int32]) {
        let heard = RunningPlayer.heard(of: Self.players, on: device)
        #expect(heard.map(\.process) == processes)
    }

    @Test("are all that answer, but the one that asks")
    func besides() throws {
        let temporary = try TemporaryFolder()
        let folder = ControlFolder(path: temporary.file("control"))
        let servers = try [7, 8, 9].map { (player: Int32) in
            try ControlServer(in: folder, player: player) { _, reply in
                reply(.status(["source": .string("\(player).mp3")]))
            }
        }
        let others = RunningPlayer.all(in: folder, besides: 8)
        #expect(others.map(\.source) == ["7.mp3", "9.mp3"])
        for server in servers { server.close() }
    }
}
