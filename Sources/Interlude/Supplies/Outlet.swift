import AudioDecoding
import MediaTime
import Playout
import StreamFetching
import Synchronization

/// Leads the news of a stream to the session, under the name that the stream has there now.
final class Outlet: Sendable {
    private let report: Mutex<@Sendable (SourceEvent) -> Void>
    private let isFirst = FirstTime()
    private let isOpen = Atomic<Bool>(false)

    init(_ report: @escaping @Sendable (SourceEvent) -> Void) {
        self.report = Mutex(report)
    }

    /// Leads what comes from now on to `report`.
    func lead(to report: @escaping @Sendable (SourceEvent) -> Void) {
        self.report.withLock { $0 = report }
    }

    func send(_ event: SourceEvent) {
        report.withLock { $0 }(event)
    }

    /// Sends on what a fetcher says. What happens before a stream is open is part of opening it.
    func send(_ event: FetchEvent) {
        guard isOpen.load(ordering: .acquiring) else { return }
        switch event {
        case .lost(let failure): send(.reconnecting(reason: failure.description))
        case .resumed: send(.reconnected)
        case .connecting, .connected, .received, .waiting, .gaveUp: break
        }
    }

    /// Sends on what a reader says of the stream called `name`.
    func send(
        _ event: ReaderEvent, as kind: SourceFacts.Kind, of name: String, station: String?
    ) {
        switch event {
        case .opened(let description):
            guard isFirst.take() else { return }
            isOpen.store(true, ordering: .releasing)
            var facts = SourceFacts(description, kind: kind)
            facts.name = station
            send(.opened(facts))
        case .title(let text, let frame): send(.title(text, at: frame))
        case .connectionLost(let reason): send(.reconnecting(reason: reason))
        case .reconnected(let continuation):
            send(.reconnected)
            switch continuation {
            case .seamless: break
            case .broken(let frame): send(.discontinuity(.reconnected, at: frame))
            }
        case .kept(let length): send(.kept(length))
        case .leftBehind(let oldest): send(.leftBehind(oldest: oldest))
        case .ended(let frame, _): send(.ended(frame))
        case .failed(let error):
            // Damage after its beginning ends a recording where it is; what was decoded is heard.
            if kind != .live, !isFirst.take(), !error.isOfReading { return }
            send(.failed(SessionFailure(error, of: name)))
        // What a file has of that is no matter of its connection, and comes at no certain time.
        case .formatChanged(_, let frame):
            if kind == .live { send(.discontinuity(.formatChanged, at: frame)) }
        case .spliced(let frame):
            if kind == .live { send(.discontinuity(.spliced, at: frame)) }
        case .concealed(_, let frame):
            if kind == .live { send(.discontinuity(.damaged, at: frame)) }
        }
    }
}

extension Error {
    /// Whether bytes could not be had, rather than not be decoded.
    fileprivate var isOfReading: Bool {
        if case .reading = self as? DecodingError { true } else { false }
    }
}
