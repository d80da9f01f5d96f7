import AdDisplay
import Advertising
import HTTPServing
import Interlude
import MediaTime
import NIOCore
import Synchronization

/// Sends a session's events to all listeners.
///
/// One task owns the updates and the listeners. The session's thread only queues events for it, so
/// no listener delays the session.
package final class EventHub: Sendable {
    private let messages: AsyncStream<Message>
    private let input: AsyncStream<Message>.Continuation
    private let shown: Mutex<Shown>

    private let maximumListenerCount: Int

    private struct Shown {
        var page: PageState
        var listenerCount = 0
    }

    private enum Message: Sendable {
        case event(PageEvent, MonotonicTime)
        case joined(EventListener, lastID: String?)
        case left(EventListener)
        case tick
        case close
    }

    /// Owned by the hub's task.
    private struct State {
        var updates: PageUpdates
        var listeners: [ObjectIdentifier: EventListener] = [:]
    }

    package init(_ status: PlayerStatus, maximumListenerCount: Int = 1_000) {
        (messages, input) = AsyncStream.makeStream()
        shown = Mutex(Shown(page: PageState(status, at: .now)))
        self.maximumListenerCount = maximumListenerCount
    }

    var page: PageState { shown.withLock { $0.page } }

    var listenerCount: Int { shown.withLock { $0.listenerCount } }

    /// Whether one more listener is allowed.
    var hasRoom: Bool { listenerCount < maximumListenerCount }

    /// Adds a listener, which first gets the present state and the stored lines after `lastID`.
    func join(_ listener: EventListener, lastID: String?) {
        if case .terminated = input.yield(.joined(listener, lastID: lastID)) { listener.end() }
    }

    func leave(_ listener: EventListener) { input.yield(.left(listener)) }

    /// Sends the last state, and ends all connections after it.
    package func close() { input.yield(.close) }

    package func programmeChanged(to rows: [ProgrammeRow]) { post(.feed(rows)) }

    /// Queues an event. Callable from any thread; never waits.
    func post(_ event: PageEvent) { input.yield(.event(event, .now)) }

    /// Serves listeners until ``close()``. Call once.
    func run() async {
        let updates = PageUpdates(
            page, run: String(UInt32.random(in: .min ... .max), radix: 36), at: .now)
        var state = State(updates: updates)
        let ticking = Task {
            while !Task.isCancelled {
                try await Task.sleep(
                    for: Duration(clamping: PageUpdates.stateInterval, to: .length))
                input.yield(.tick)
            }
        }
        for await message in messages {
            take(message, &state)
            if case .close = message { input.finish() }
        }
        ticking.cancel()
        for listener in state.listeners.values { listener.end() }
    }

    private func take(_ message: Message, _ state: inout State) {
        switch message {
        case .event(let event, let time):
            broadcast(state.updates.take(event, at: time), state)
            shown.withLock { $0.page = state.updates.page }
        case .joined(let listener, let lastID):
            state.listeners[ObjectIdentifier(listener)] = listener
            listener.offer(
                Self.piece(state.updates.welcome(after: lastID, at: .now), for: listener.role))
        case .left(let listener): state.listeners[ObjectIdentifier(listener)] = nil
        case .tick:
            for listener in state.listeners.values { listener.check(at: .now) }
            broadcast(state.updates.tick(at: .now), state)
        case .close: broadcast([state.updates.sendState(at: .now)], state)
        }
        shown.withLock { $0.listenerCount = state.listeners.count }
    }

    /// Sends the same bytes to all listeners with the same role.
    private func broadcast(_ texts: [OutgoingEvent], _ state: State) {
        guard !texts.isEmpty else { return }
        var pieces: [RequestRole: ByteBuffer] = [:]
        for listener in state.listeners.values {
            let piece = pieces[listener.role] ?? Self.piece(texts, for: listener.role)
            pieces[listener.role] = piece
            listener.offer(piece)
        }
    }

    private static func piece(_ texts: [OutgoingEvent], for role: RequestRole) -> ByteBuffer {
        ByteBuffer(string: texts.map { $0.text(for: role) }.joined())
    }
}

extension EventHub: AdPageDelegate {
    package func onViewsChanged(_ views: [ShownAd]) { post(.views(views)) }
}

extension EventHub: AudioSessionDelegate {
    package func onStatusUpdate(_ status: PlayerStatus) { post(.status(status)) }
    package func onEvent(_ record: EventRecord) { post(.record(record)) }
    package func onLevelMeasured(_ level: HeardLevel) { post(.level(level)) }
    package func showBanner(of advertisement: Advertisement) { post(.bannerShown(advertisement)) }
    package func removeBanner() { post(.bannerRemoved) }
    package func onSessionEnd(_ end: SessionEnd) { close() }
}
