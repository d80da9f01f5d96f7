import AdPlayback
import Advertising
import MediaTime
import Synchronization

/// One play of one stream, from the listener's wish to its end.
///
/// Asks the back end for the stream, plays it, turns pushes into commands, and reports what
/// becomes of the spots.
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
        /// The back end is asked for the stream; what is pushed meanwhile waits.
        case preparing(pushed: [PushEvent])
        case playing(AudioSession, StartListeningAnswer, SpotInventory)
        case over
    }

    /// Why the listener leaves the stream.
    enum Departure: Sendable {
        case stopped
        /// For another stream, of which the back end hears anyway.
        case switched
    }

    /// `stream` as it is now; nothing is asked or opened before ``begin(after:)``.
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

    /// Plays as soon as `previous` is over. Returns at once; to be called once.
    func begin(after previous: StreamPlayback?) {
        state.withLock { $0.work = Task { await run(after: previous) } }
    }

    /// Leaves the stream: a spot that plays is broken off and reported as such. Returns at once.
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

    /// Waits until the stream is not played any more.
    func over() async {
        await state.withLock { $0.work }?.value
    }

    var status: SessionState { state.withLock { $0.status } }
    var availableDelay: Duration { state.withLock { $0.availableDelay } }

    /// Whether the stream is played or about to be, and nobody has asked for its end.
    var isActive: Bool {
        state.withLock { $0.departure == nil && $0.status.isActive }
    }

    /// What plays the stream; `nil` before the back end has answered, and after the end.
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
        } catch let error as BackEndFailure {
            fail(error.sessionError)
        } catch {
            fail(SessionError(.generic, "\(error)"))
        }
        state.withLock { $0.phase = .over }
        if state.withLock({ $0.departure?.isForAnotherStream }) != true {
            do {
                try await link.stopListening()
            } catch {
                // What is still pushed for this stream goes nowhere.
            }
        }
        if status != .failed, status != .lost { move(to: .stopped) }
    }

    private func fail(_ error: SessionError) {
        move(to: .failed)
        observers.tellSessions { $0.onSessionFailure(error) }
    }

    /// Puts a session together that begins with the pre-stream spots, and hands over to it what
    /// was pushed meanwhile; `nil` if nobody wants to listen any more.
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
        options.provenance = .document(typed: link.backEnd.address)
        options.muteMusicURL = stream.muteMusicURL
        // For delegates that may be added at any time.
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

    /// Comes to another state, and says so.
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
