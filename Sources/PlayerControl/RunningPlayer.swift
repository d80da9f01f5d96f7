import FoundationEssentials
import Interlude
import MediaTime

/// A running player of this user, by its own account.
package struct RunningPlayer: Hashable, Sendable {
    package let process: Int32
    package let source: String
    /// The value of its `--sink`; `nil` if it does not say.
    package let sink: String?

    /// The time limit for the status of one player.
    private static let limit = Duration.seconds(1)

    package init(process: Int32, source: String, sink: String?) {
        self.process = process
        self.source = source
        self.sink = sink
    }

    /// Asks the player `process`; `nil` if it does not answer. Blocks.
    init?(asking process: Int32, in folder: ControlFolder) {
        struct Status: Decodable {
            let source: String
            let sink: String?
        }
        // try?: a player without an answer is as good as none.
        guard var client = try? ControlClient(to: process, in: folder, timeout: Self.limit),
            // try?: as above.
            let text = try? client.send(.status).status,
            // try?: as above.
            let status = try? JSONDecoder().decode(Status.self, from: Data(text.utf8))
        else { return nil }
        self.init(process: process, source: status.source, sink: status.sink)
    }

    /// All that answer, in order, but the process `own`. Blocks for at most a second for each.
    package static func all(
        in folder: ControlFolder = ControlFolder(), besides own: Int32
    ) -> [RunningPlayer] {
        folder.players().filter { $0 != own }
            .compactMap { RunningPlayer(asking: $0, in: folder) }
    }

    /// Those of `players` that are heard at the output `device` of the sound server or of ALSA.
    package static func heard(
        of players: [RunningPlayer], on device: AudioOutput.Device
    ) -> [RunningPlayer] {
        switch device {
        case .null, .wav, .wav16, .icecast, .hls, .custom: []
        case .pulse, .alsa: players.filter { $0.sink == device.name }
        }
    }
}
