import CSystemd
import Glibc
import Interlude
import Synchronization

/// What the threads of a session leave for the thread that talks to the bus.
///
/// That thread is woken only when there is something that others have to know.
final class MediaMailbox: Sendable {
    /// What lies in the mailbox.
    struct Contents: Sendable {
        var news = MediaNews()
        /// What became of calls, each with the call's number.
        var replies: [(call: Int, CommandReply)] = []
        /// Whether the thread shall end.
        var mustEnd = false
    }

    private struct State {
        var player: MediaPlayer
        var contents = Contents()
    }

    /// Readable while something lies in the mailbox.
    let bell: Int32
    private let state: Mutex<State>

    init(_ status: PlayerStatus) {
        state = Mutex(State(player: MediaPlayer(status)))
        bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
        close(bell)
    }

    /// The player as it is now.
    var player: MediaPlayer { state.withLock { $0.player } }

    /// The player takes in what the session tells. Call on the session's thread.
    func receive(_ status: PlayerStatus, at time: ContinuousClock.Instant) {
        let hasNews = state.withLock { state in
            let news = state.player.receive(status, at: time)
            state.contents.news.add(news)
            return !news.isEmpty
        }
        if hasNews { ring() }
    }

    /// Leaves what became of a call. Callable from any thread.
    func put(_ reply: CommandReply, to call: Int) {
        state.withLock { $0.contents.replies.append((call, reply)) }
        ring()
    }

    /// Asks the thread to end.
    func end() {
        state.withLock { $0.contents.mustEnd = true }
        ring()
    }

    /// Takes everything out. Call on the thread that talks to the bus.
    func take() -> Contents {
        var count: UInt64 = 0
        read(bell, &count, MemoryLayout.size(ofValue: count))
        return state.withLock { state in
            let contents = state.contents
            state.contents = Contents(mustEnd: contents.mustEnd)
            return contents
        }
    }

    private func ring() {
        var one: UInt64 = 1
        write(bell, &one, MemoryLayout.size(ofValue: one))
    }
}
