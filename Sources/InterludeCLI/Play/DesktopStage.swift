import Interlude
import LinuxDesktop

/// What the desktop and the service manager get of a session that is played on the command line.
struct DesktopStage {
    private let controls: MediaControls?
    private let notifier: ServiceNotifier?

    /// Shows `session`, which plays into `output`, to the desktop as far as `options` want that.
    ///
    /// Where nobody hears anything, only if it is asked for.
    init(_ session: AudioSession, playingTo output: AudioOutput, _ options: DesktopOptions) {
        let presence: MediaControls.Presence? =
            switch (options.mpris, output.device) {
            case (true?, _): .asked
            case (nil, .pulse): .ifThere
            case (nil, .null), (nil, .wav), (nil, .wav16), (false?, _): nil
            }
        controls = presence.map { presence in
            MediaControls(session, presence) { Console.say($0) }
        }
        notifier = ServiceNotifier(session)
    }

    /// Takes the player away from the desktop.
    func close() {
        controls?.close()
    }
}
