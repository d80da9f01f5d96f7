import Dispatch
import Interlude
import Platform

/// Lets the desktop see and control a session: its media keys, its shell, `playerctl` (MPRIS 2.2).
///
/// It has a thread of its own that talks to the message bus, so that no bus ever
/// holds up the session. A bus that is gone is looked for again.
package final class MediaControls: AudioSessionDelegate {
    private let mailbox: MediaMailbox
    private let hasEnded = DispatchSemaphore(value: 0)

    /// How much it matters that there is a bus.
    package enum Presence: Hashable, Sendable {
        /// Without a bus there are no controls, and nothing is said of it.
        case ifThere
        /// Without a bus, trouble is told, and one is waited for.
        case asked
    }

    /// Begins to show `session`. Returns at once.
    ///
    /// `onTrouble` is called on any thread, at most once.
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

    /// Leaves the bus. Waits for that, at most half a second: a bus that does not answer is left to
    /// the end of the process.
    package func close() {
        mailbox.end()
        _ = hasEnded.wait(timeout: .now() + .milliseconds(500))
    }

    package func onStatusUpdate(_ status: PlayerStatus) {
        mailbox.receive(status, at: .now)
    }
}
