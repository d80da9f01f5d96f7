import HTTPAccess
import Synchronization

/// What the parts of a ``Mycrocast`` share: the session, the catalogue, the stream that is played.
final class ServiceSession: Sendable {
    let observers = Observers()
    private let makeBackEnd: @Sendable () throws(SessionError) -> BackEnd
    private let clock: any Clock<Duration>
    private let makeSession: StreamPlayback.MakeSession
    let state = Mutex(State())

    struct State {
        var connection = Connection.none
        var catalogue: [LiveStream] = []
        /// Grows with every change that is pushed.
        var catalogueVersion = 0
        /// What is played, or was played last.
        var listening: StreamPlayback?
    }

    enum Connection {
        case none
        /// The number tells one try from another.
        case starting(Int)
        case established(Link, pushes: Task<Void, Never>)
    }

    init(
        clock: any Clock<Duration>, makeSession: @escaping StreamPlayback.MakeSession,
        makeBackEnd: @escaping @Sendable () throws(SessionError) -> BackEnd
    ) {
        self.clock = clock
        self.makeSession = makeSession
        self.makeBackEnd = makeBackEnd
    }

    deinit {
        takeDown()?.listening?.leave(.stopped)
    }

    /// The established session.
    var link: Link? {
        guard case .established(let link, _) = state.withLock({ $0.connection }) else { return nil }
        return link
    }

    var catalogue: [LiveStream] { state.withLock { $0.catalogue } }
    var listening: StreamPlayback? { state.withLock { $0.listening } }
}

// MARK: - The session

extension ServiceSession {
    func start(_ credentials: Credentials) async throws(SessionError) -> [LiveStream] {
        let attempt = Int.random(in: .min ... .max)
        let isFree = state.withLock { state in
            guard case .none = state.connection else { return false }
            state.connection = .starting(attempt)
            return true
        }
        guard isFree else {
            throw SessionError(.generic, "a session is there already; call terminate first")
        }
        do throws(BackEndFailure) {
            let backEnd = try makeBackEndForLink()
            let link = try await Link(to: backEnd, with: credentials, clock: clock)
            let streams = try await link.streams()
            guard establish(link, streams, attempt) else {
                await link.close()
                throw BackEndFailure.cancelled
            }
            return streams
        } catch {
            state.withLock { state in
                if case .starting(attempt) = state.connection { state.connection = .none }
            }
            throw error.sessionError
        }
    }

    private func makeBackEndForLink() throws(BackEndFailure) -> BackEnd {
        do {
            return try makeBackEnd()
        } catch {
            throw .refused(error)
        }
    }

    /// Returns `false` if nobody wants the session any more.
    private func establish(_ link: Link, _ streams: [LiveStream], _ attempt: Int) -> Bool {
        state.withLock { state in
            guard case .starting(attempt) = state.connection else { return false }
            state.catalogue = streams
            let pushes = Task { [weak self] in
                await link.hearPushes { [weak self] in self?.receive($0) }
                if !Task.isCancelled { self?.sessionWasEnded() }
            }
            state.connection = .established(link, pushes: pushes)
            return true
        }
    }

    /// Ends the session; returns once everything of it is over and reported.
    func terminate() async {
        guard let (link, listening) = takeDown() else { return }
        listening?.leave(.stopped)
        await listening?.over()
        await link.close()
    }

    /// The back end does not know the session any more.
    private func sessionWasEnded() {
        guard let (link, listening) = takeDown() else { return }
        let error = SessionError(
            .authentication, "the service has ended the session; start another one")
        observers.tellSessions { $0.onSessionFailure(error) }
        listening?.leave(.stopped)
        Task {
            await listening?.over()
            await link.close()
        }
    }

    /// Forgets the session and what belongs to it.
    private func takeDown() -> (link: Link, listening: StreamPlayback?)? {
        state.withLock { state in
            let connection = state.connection
            state.connection = .none
            guard case .established(let link, let pushes) = connection else { return nil }
            pushes.cancel()
            state.catalogue = []
            return (link, state.listening)
        }
    }
}

// MARK: - Playing

extension ServiceSession {
    /// Plays a stream of the catalogue; see ``SessionControl``.
    func play(_ streamID: Int, _ preferences: PlayPreferences) -> Bool {
        state.withLock { state in
            guard case .established(let link, _) = state.connection,
                let stream = state.catalogue.first(where: { $0.id == streamID })
            else { return false }
            let previous = state.listening
            if let previous, previous.isActive {
                guard previous.stream.id != streamID else { return false }
                previous.leave(.switched)
            }
            let listening = StreamPlayback(
                to: stream, over: link, preferences, observers: observers,
                makeSession: makeSession)
            state.listening = listening
            listening.begin(after: previous)
            return true
        }
    }
}
