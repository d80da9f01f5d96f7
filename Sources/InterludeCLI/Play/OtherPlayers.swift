import Glibc
import Interlude
import PlainText
import PlayerControl

/// The other players of this user that are heard at the same time.
enum OtherPlayers {
    /// Says a line for each that plays to the output `device`, some time later and on another
    /// thread: a player may be slow to answer.
    static func warn(on device: AudioOutput.Device, _ say: @escaping @Sendable (String) -> Void) {
        Task.detached {
            let players = RunningPlayer.heard(
                of: RunningPlayer.all(besides: getpid()), on: device)
            for player in players { say(warning(of: player)) }
        }
    }

    private static func warning(of player: RunningPlayer) -> String {
        "player \(player.process) already plays \(player.source.printable(limit: 200)) to this output, "
            + "so both are heard; 'interlude ctl stop --player \(player.process)' stops it"
    }
}
