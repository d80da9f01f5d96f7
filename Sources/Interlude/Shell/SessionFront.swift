import AdPlayback
import Advertising
import AudioSinks
import Synchronization

/// The public side of a session: its delegates, its status, its end and its recording.
///
/// Any thread may call it.
final class SessionFront: SessionObserver {
    private let state: Mutex<State>
    private let destination: SessionOptions.Recording?
    private let diagnostics: (@Sendable (String) -> Void)?

    private struct State {
        var status: PlayerStatus
        var timeline: AdTimeline
        var delegates: [WeakDelegate] = []
        var advertisementDelegates = AdvertisementDelegates()
        var isRunning = false
        var end: SessionEnd?
        var waiting: [CheckedContinuation<SessionEnd, Never>] = []
        var recorder: SessionRecorder?

        /// Stores the session's end, and returns the continuations that wait for it.
        mutating func end(_ end: SessionEnd) -> [CheckedContinuation<SessionEnd, Never>] {
            self.end = end
            isRunning = false
            recorder = nil
            defer { waiting = [] }
            return waiting
        }
    }

    private struct WeakDelegate {
        weak var delegate: (any AudioSessionDelegate)?
    }

    /// Of a session that continues `earlier`, the timeline of another one; `nil` for none.
    init(source: String, continuing earlier: AdTimeline?, _ options: SessionOptions) {
        destination = options.recording
        diagnostics = options.diagnostics
        state = Mutex(
            State(
                status: PlayerStatus(state: .idle, source: source),
                timeline: earlier?.asEarlier ?? AdTimeline()))
    }

    /// Opens the recording, if one was requested, and writes the configuration to it.
    func prepare(_ configuration: SessionConfiguration) throws(SessionFailure) {
        guard let destination else { return }
        let recorder = try SessionRecorder(to: destination, configuration)
        state.withLock { $0.recorder = recorder }
    }

    /// Marks the session as running, until it has ended.
    func begin() {
        state.withLock { $0.isRunning = true }
    }

    /// Ends a session that could not start. The delegates are not called, because the call that
    /// starts the session throws `failure`.
    func couldNotBegin(_ failure: SessionFailure) {
        let waiting = state.withLock { state in
            state.status.state = .failed
            state.status.failedSource = PlayerStatus.FailedSource(
                source: state.status.source, reason: failure.description, outputTime: .zero)
            return state.end(.failed(failure))
        }
        for continuation in waiting { continuation.resume(returning: .failed(failure)) }
    }

    var status: PlayerStatus { state.withLock { $0.status } }
    var timeline: AdTimeline { state.withLock { $0.timeline } }
    /// Whether the session's thread reads messages.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether the session has ended, or could not start.
    var isOver: Bool { state.withLock { $0.end != nil } }

    func add(_ delegate: any AudioSessionDelegate) {
        state.withLock { state in
            state.delegates.removeAll { $0.delegate == nil || $0.delegate === delegate }
            state.delegates.append(WeakDelegate(delegate: delegate))
        }
    }

    func add(_ delegate: any AdvertisementDelegate) {
        state.withLock { $0.advertisementDelegates.add(delegate) }
    }

    func remove(_ delegate: any AdvertisementDelegate) {
        state.withLock { $0.advertisementDelegates.remove(delegate) }
    }

    func ended() async -> SessionEnd {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiting.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Calls every delegate, outside of the lock, so that a delegate may call back.
    private func tell(_ call: (any AudioSessionDelegate) -> Void) {
        for entry in state.withLock({ $0.delegates }) { entry.delegate.map(call) }
    }
}

extension SessionFront {
    func received(_ event: SessionEvent) {
        state.withLock { $0.recorder }?.record(event)
        if case .source(_, .opened(let facts)) = event { diagnostics?("the stream is \(facts)") }
    }

    func logged(_ record: EventRecord) {
        state.withLock { $0.timeline.note(record) }
        tell { $0.onEvent(record) }
    }

    /// Changes the fleet in the status. The delegates get it with the next status.
    func show(fleet: PlayerStatus.Fleet?) {
        state.withLock { $0.status.fleet = fleet }
    }

    /// Passes the present status to the delegates. For the session's thread.
    func repeatStatus() {
        let status = status
        tell { $0.onStatusUpdate(status) }
    }

    func statusChanged(_ status: PlayerStatus) {
        let status = state.withLock { state in
            let fleet = state.status.fleet
            state.status = status
            // The session does not know of it.
            state.status.fleet = fleet
            return state.status
        }
        tell { $0.onStatusUpdate(status) }
    }

    func stateChanged(_ state: SessionState) { tell { $0.onSessionStateUpdate(state) } }
    func availableDelayChanged(_ delay: Duration) { tell { $0.onAvailableDelayChanged(delay) } }
    func metadataHeard(_ metadata: StreamMetadata) { tell { $0.onStreamMetadata(metadata) } }
    func adPlayStarted() { tell { $0.onAdPlayStarted() } }
    func adPlayFinished() { tell { $0.onAdPlayFinished() } }
    func showBanner(_ advertisement: Advertisement) { tell { $0.showBanner(of: advertisement) } }
    func removeBanner() { tell { $0.removeBanner() } }

    func advertisementsAvailable() {
        let delegates = state.withLock { $0.advertisementDelegates.all }
        for delegate in delegates { delegate.onAdvertisementAvailable() }
    }

    func finished(_ advertisement: Advertisement, _ status: FinishStatus) {
        tell { $0.onAdvertisementFinished(advertisement, status) }
    }

    func clicked(_ advertisement: Advertisement) {
        tell { $0.onAdvertisementClicked(advertisement) }
    }

    func truexHappened(_ event: TruexEvent) { tell { $0.onTruexEvent(event) } }

    func accepted(_ command: SessionCommand) { tell { $0.onCommandAccepted(command) } }

    func audioHeard(_ audio: AudioPacket) { tell { $0.onAudioDataAvailable(audio) } }
    func levelMeasured(_ level: HeardLevel) { tell { $0.onLevelMeasured(level) } }

    func ended(_ end: SessionEnd) {
        let (end, waiting) = state.withLock { state in
            var end = end
            if case .asked = end, let failure = state.recorder?.failure { end = .failed(failure) }
            return (end, state.end(end))
        }
        tell { $0.onSessionEnd(end) }
        for continuation in waiting { continuation.resume(returning: end) }
    }
}
