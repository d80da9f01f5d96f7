import AdDisplay
import Advertising
import HTTPServing
import Interlude
import MediaTime
import NIOCore
import Synchronization

/// Tells everybody who listens what a session does.
///
/// One task owns the feed and the listeners: the session's thread only puts news before it, so
/// that nothing a listener does is felt there.
package final class EventHub: Sendable {
    private let messages: AsyncStream<Message>
    private let input: AsyncStream<Message>.Continuation
    private let shown: Mutex<Shown>

    /// How many may listen at once.
    private let mostListeners: Int

    private struct Shown {
        var page: PageState
        var listenerCount = 0
    }

    private enum Message: Sendable {
        case news(PageNews, MonotonicTime)
        case joined(EventListener, lastID: String?)
        case left(EventListener)
        case tick
        case over
    }

    /// What the hub's task owns.
    private struct Desk {
        var feed: EventFeed
        var listeners: [ObjectIdentifier: EventListener] = [:]
    }

    /// Prepares to tell of a session that plays to `sink`, as the operator names that.
    package init(_ status: PlayerStatus, sink: String, mostListeners: Int = 1_000) {
        (messages, input) = AsyncStream.makeStream()
        shown = Mutex(Shown(page: PageState(status, sink: sink, at: .now)))
        self.mostListeners = mostListeners
    }

    /// The state as it is now.
    var page: PageState { shown.withLock { $0.page } }

    /// How many listen.
    var listenerCount: Int { shown.withLock { $0.listenerCount } }

    /// Whether one more may listen.
    var hasRoom: Bool { listenerCount < mostListeners }

    /// Has `listener` told of everything, after all that is kept and he does not have.
    func join(_ listener: EventListener, lastID: String?) {
        if case .terminated = input.yield(.joined(listener, lastID: lastID)) { listener.end() }
    }

    func leave(_ listener: EventListener) { input.yield(.left(listener)) }

    /// Tells listeners the last, and no more after it.
    package func close() { input.yield(.over) }

    /// The programme with ads among it is another than before.
    package func programmeChanged(to rows: [ProgrammeRow]) { tell(.feed(rows)) }

    func tell(_ news: PageNews) { input.yield(.news(news, .now)) }

    /// Tells listeners what happens until ``close()``. To be called once.
    func run() async {
        let feed = EventFeed(
            page, run: String(UInt32.random(in: .min ... .max), radix: 36), at: .now)
        var desk = Desk(feed: feed)
        let ticking = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: Duration(clamping: EventFeed.stateInterval, to: .length))
                input.yield(.tick)
            }
        }
        for await message in messages {
            take(message, &desk)
            if case .over = message { input.finish() }
        }
        ticking.cancel()
        for listener in desk.listeners.values { listener.end() }
    }

    private func take(_ message: Message, _ desk: inout Desk) {
        switch message {
        case .news(let news, let time):
            broadcast(desk.feed.take(news, at: time), desk)
            shown.withLock { $0.page = desk.feed.page }
        case .joined(let listener, let lastID):
            desk.listeners[ObjectIdentifier(listener)] = listener
            listener.offer(
                Self.piece(desk.feed.welcome(after: lastID, at: .now), for: listener.role))
        case .left(let listener): desk.listeners[ObjectIdentifier(listener)] = nil
        case .tick:
            for listener in desk.listeners.values { listener.check(at: .now) }
            broadcast(desk.feed.tick(at: .now), desk)
        case .over: broadcast([desk.feed.sendState(at: .now)], desk)
        }
        shown.withLock { $0.listenerCount = desk.listeners.count }
    }

    /// Sends one and the same bytes to all of a role.
    private func broadcast(_ texts: [OutgoingText], _ desk: Desk) {
        guard !texts.isEmpty else { return }
        var pieces: [RequestRole: ByteBuffer] = [:]
        for listener in desk.listeners.values {
            let piece = pieces[listener.role] ?? Self.piece(texts, for: listener.role)
            pieces[listener.role] = piece
            listener.offer(piece)
        }
    }

    private static func piece(_ texts: [OutgoingText], for role: RequestRole) -> ByteBuffer {
        ByteBuffer(string: texts.map { $0.text(for: role) }.joined())
    }
}

extension EventHub: AdPageDelegate {
    package func onViewsChanged(_ views: [ShownAd]) { tell(.views(views)) }
}

extension EventHub: AudioSessionDelegate {
    package func onStatusUpdate(_ status: PlayerStatus) { tell(.status(status)) }
    package func onEvent(_ record: EventRecord) { tell(.record(record)) }
    package func onLevelMeasured(_ level: HeardLevel) { tell(.level(level)) }
    package func showBanner(of advertisement: Advertisement) { tell(.bannerShown(advertisement)) }
    package func removeBanner() { tell(.bannerRemoved) }
    package func onSessionEnd(_ end: SessionEnd) { close() }
}
