import Dispatch
import Interlude
import Platform

/// Lets the desktop show and control a session: media keys, the shell, `playerctl` (MPRIS 2.2).
///
/// A thread of its own handles the message bus, so a bus never delays the session. It reconnects to
/// a bus that has disconnected.
package final class MediaControls: AudioSessionDelegate {
    private let mailbox: MediaMailbox
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Whether the operator asked for the controls.
    package enum Presence: Hashable, Sendable {
        /// Not asked for: without a bus, there are silently no controls.
        case ifThere
        /// Asked for: without a bus, reports that, and waits for one.
        case asked
    }

    /// Returns at once. Calls `onTrouble` on any thread, at most once.
    package init(
        _ session: AudioSession, _ presence: Presence,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        let mailbox = MediaMailbox(session.status)
        self.mailbox = mailbox
        session.addDelegate(self)
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "media controls") { [hasEnded] in
                let object = MediaObject(mailbox) { session.send($0, reply: $1) }
                MediaLoop(mailbox, object, presence, onTrouble: onTrouble).run()
                hasEnded.signal()
            }
        } catch {
            onTrouble("the desktop cannot control the player: \(error)")
            hasEnded.signal()
        }
    }

    /// Disconnects from the bus. Waits for at most half a second; a bus that does not respond stays
    /// connected until the process ends.
    package func close() {
        mailbox.end()
        _ = hasEnded.wait(timeout: .now() + .milliseconds(500))
    }

    package func onStatusUpdate(_ status: PlayerStatus) {
        mailbox.receive(status, at: .now)
    }
}
