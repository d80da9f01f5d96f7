import AdPlayback
import Advertising
import MediaTime
import Synchronization

/// One playback of one stream.
///
/// Requests the stream from the service, plays it, turns pushes into commands, and reports the
/// spots.
final class StreamPlayback: Sendable {
    let stream: LiveStream
    let link: Link
    let observers: Observers
    private let preferences: PlayPreferences
    private let makeSession: MakeSession
    let state: Mutex<State>

    typealias MakeSession =
        @Sendable (SessionConfiguration, SessionOptions) -> AudioSession

    struct State {
        var phase = Phase.preparing(pushed: [])
        var status = SessionState.connecting
        var availableDelay = Duration.zero
        var departure: Departure?
        var work: Task<Void, Never>?
    }

    enum Phase {
        /// The service is asked for the stream; pushes are queued.
        case preparing(pushed: [PushEvent])
        case playing(AudioSession, StartListeningAnswer, SpotInventory)
        case over
    }

    /// Why the playback ends.
    enum Departure: Sendable {
        case stopped
        /// For another stream; the service learns of it from the next request.
        case switched
    }

    /// Creates a playback of `stream`. Sends and opens nothing before ``begin(after:)``.
    init(
        to stream: LiveStream, over link: Link, _ preferences: PlayPreferences,
        observers: Observers, makeSession: @escaping MakeSession
    ) {
        self.stream = stream
        self.link = link
        self.preferences = preferences
        self.observers = observers
        self.makeSession = makeSession
        state = Mutex(State())
    }

    /// Plays as soon as `previous` is over. Returns at once. Call once.
    func begin(after previous: StreamPlayback?) {
        state.withLock { $0.work = Task { await run(after: previous) } }
    }

    /// Ends the playback. A playing spot is cut short and reported as such. Returns at once.
    func leave(_ departure: Departure) {
        let status = state.withLock { state -> SessionState? in
            guard state.departure == nil else { return nil }
            state.departure = departure
            switch state.phase {
            case .preparing: return .stopping
            case .playing(let audio, _, _): audio.send(.stop)
            case .over: break
            }
            return nil
        }
        if let status { move(to: status) }
    }

    /// Waits for the end of the playback.
    func over() async {
        await state.withLock { $0.work }?.value
    }

    var status: SessionState { state.withLock { $0.status } }
    var availableDelay: Duration { state.withLock { $0.availableDelay } }

    /// Whether the stream plays or is about to, and its end was not requested.
    var isActive: Bool {
        state.withLock { $0.departure == nil && $0.status.isActive }
    }

    /// The audio session; `nil` before the answer of the service, and after the end.
    var audio: AudioSession? {
        guard case .playing(let audio, _, _) = state.withLock({ $0.phase }) else { return nil }
        return audio
    }
}

// MARK: - The course of it

extension StreamPlayback {
    private func run(after previous: StreamPlayback?) async {
        await previous?.over()
        do {
            if state.withLock({ $0.departure }) == nil {
                observers.tellSessions { $0.onSessionStateUpdate(.connecting) }
                let answer = try await link.startListening(to: stream.id)
                if let audio = prepare(answer) {
                    try audio.play()
                    _ = await audio.ended()
                }
            }
        } catch let error as ServiceFailure {
            fail(error.sessionError)
        } catch {
            fail(SessionError(.generic, "\(error)"))
        }
        state.withLock { $0.phase = .over }
        if state.withLock({ $0.departure?.isForAnotherStream }) != true {
            do {
                try await link.stopListening()
            } catch {
                // Later pushes for this stream are dropped.
            }
        }
        if status != .failed, status != .lost { move(to: .stopped) }
    }

    private func fail(_ error: SessionError) {
        move(to: .failed)
        observers.tellSessions { $0.onSessionFailure(error) }
    }

    /// Creates a session with the pre-stream spots, and passes on the queued pushes; `nil` if the
    /// end was requested.
    private func prepare(_ answer: StartListeningAnswer) -> AudioSession? {
        var configuration = SessionConfiguration(source: answer.url)
        configuration.startThreshold = preferences.bufferDuration
        configuration.maxDelay = preferences.maxDelay
        configuration.adPlayback = preferences.adPlayback
        var inventory = SpotInventory(answer)
        if answer.needsToPlayPreStreamAd {
            let spots = inventory.take(answer.preStreamAdCount, from: .preStream)
            if !spots.isEmpty { configuration.script.append(.init(at: .zero, .push(spots))) }
        }
        if stream.muted { configuration.script.append(.init(at: .zero, .streamerMuted)) }
        var options = SessionOptions()
        options.provenance = .document(typed: link.client.address)
        options.muteMusicURL = stream.muteMusicURL
        // For delegates that may be added later.
        options.audioData = .handedOn
        options.levels = .measured
        let audio = makeSession(configuration, options)
        audio.addDelegate(self)
        for delegate in observers.audio.all { audio.addDelegate(delegate) }
        audio.advertisements.addObserver(advertisementDelegate: self)
        return state.withLock { state in
            guard case .preparing(let pushed) = state.phase, state.departure == nil else {
                return nil
            }
            state.phase = .playing(audio, answer, inventory)
            for event in pushed { Self.carryOut(event, &state) }
            return audio
        }
    }

    /// Changes and reports the state.
    func move(to status: SessionState) {
        let isNew = state.withLock { state in
            defer { state.status = status }
            return state.status != status
        }
        if isNew { observers.tellSessions { $0.onSessionStateUpdate(status) } }
    }
}

extension StreamPlayback.Departure {
    fileprivate var isForAnotherStream: Bool {
        switch self {
        case .stopped: false
        case .switched: true
        }
    }
}
