import AudioDecoding
import MediaTime
import Playout
import StreamFetching
import Synchronization

/// Forwards the events of a stream to the session, under the stream's present generation.
final class Outlet: Sendable {
    private let report: Mutex<@Sendable (SourceEvent) -> Void>
    private let isFirst = FirstTime()
    private let isOpen = Atomic<Bool>(false)
    private let giveUp: Duration?
    /// The length of the outage after which the fetcher gave up.
    private let outage = Mutex<Duration?>(nil)

    /// `giveUp` is the time limit for retries of a lost stream; `nil` for no limit.
    init(
        _ report: @escaping @Sendable (SourceEvent) -> Void, givingUpAfter giveUp: Duration? = nil
    ) {
        self.report = Mutex(report)
        self.giveUp = giveUp
    }

    /// Forwards later events to `report`.
    func lead(to report: @escaping @Sendable (SourceEvent) -> Void) {
        self.report.withLock { $0 = report }
    }

    func send(_ event: SourceEvent) {
        report.withLock { $0 }(event)
    }

    /// Forwards an event of the fetcher. Retries before the stream is open are part of opening it.
    func send(_ event: FetchEvent) {
        guard isOpen.load(ordering: .acquiring) else { return }
        switch event {
        case .lost(let failure): send(.reconnecting(reason: words(for: failure)))
        case .resumed: send(.reconnected)
        case .gaveUp(let failure): outage.withLock { $0 = failure.longestOutage(within: giveUp) }
        case .connecting, .connected, .received, .waiting: break
        }
    }

    /// The cause of the loss, and for how long the stream is retried.
    private func words(for failure: FetchFailure) -> String {
        switch failure.longestOutage(within: giveUp) {
        case let limit?: "\(failure.cause); retrying for \(limit.words)"
        case nil where giveUp == nil && failure.passesByItself:
            "\(failure.cause); retrying without end"
        case nil: "\(failure.cause); retrying"
        }
    }

    /// Forwards an event of the reader of the stream `name`.
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
        case .cue(let cue): send(.cue(cue))
        case .tag(let frames, let frame): send(.tag(frames, at: frame))
        // The fetcher reports the same loss when the reader requests the next connection.
        case .connectionLost: break
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
            // Damage in the middle of a recording ends it there. The part before the damage still
            // plays.
            if kind != .live, !isFirst.take(), !error.isOfReading { return }
            send(.failed(failure(error, of: name, kind)))
        // For a file, these have no defined time, and do not concern the connection.
        case .formatChanged(_, let frame):
            if kind == .live { send(.discontinuity(.formatChanged, at: frame)) }
        case .spliced(let frame):
            if kind == .live { send(.discontinuity(.spliced, at: frame)) }
        case .concealed(_, let frame):
            if kind == .live { send(.discontinuity(.damaged, at: frame)) }
        }
    }
}

extension Outlet {
    private func failure(
        _ error: any Error, of name: String, _ kind: SourceFacts.Kind
    ) -> SessionFailure {
        guard kind == .live, let outage = outage.withLock({ $0 }) else {
            return SessionFailure(error, of: name)
        }
        return SessionFailure(
            .unreachable, "\(name): the station did not come back within \(outage.words)")
    }
}

extension Error {
    /// Whether reading failed, rather than decoding.
    fileprivate var isOfReading: Bool {
        if case .reading = self as? DecodingError { true } else { false }
    }
}

/// Distinguishes the first call from later ones, on any thread.
final class FirstTime: Sendable {
    private let isTaken = Atomic<Bool>(false)

    /// `true` for the first call, then `false`.
    func take() -> Bool {
        !isTaken.exchange(true, ordering: .acquiringAndReleasing)
    }
}
