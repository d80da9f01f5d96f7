import HTTPAccess
import Synchronization

/// The common state of a ``Mycrocast``: the session, the catalogue, the playback.
final class ServiceSession: Sendable {
    let observers = Observers()
    private let makeClient: @Sendable () throws(SessionError) -> ServiceClient
    private let clock: any Clock<Duration>
    private let reportFolder: String?
    private let makeSession: StreamPlayback.MakeSession
    let state = Mutex(State())

    struct State {
        var connection = Connection.none
        var catalogue: [LiveStream] = []
        /// Incremented by every pushed change.
        var catalogueVersion = 0
        /// The present or the last playback.
        var listening: StreamPlayback?
        /// The session before, which may still be closing.
        var previousLink: Link?
    }

    enum Connection {
        case none
        /// The number distinguishes the attempts.
        case starting(Int)
        case established(Link, pushes: Task<Void, Never>)
    }

    /// Keeps reports in `reportFolder`; `nil` for memory.
    init(
        clock: any Clock<Duration>, reportFolder: String?,
        makeSession: @escaping StreamPlayback.MakeSession,
        makeClient: @escaping @Sendable () throws(SessionError) -> ServiceClient
    ) {
        self.clock = clock
        self.reportFolder = reportFolder
        self.makeSession = makeSession
        self.makeClient = makeClient
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
        do throws(ServiceFailure) {
            let client = try makeClientForLink()
            // What the session before leaves on disk is sent by this one.
            if reportFolder != nil {
                await state.withLock { $0.previousLink.take() }?.reportsAreClosed()
            }
            let observers = observers
            let link = try await Link(
                to: client, with: credentials, clock: clock, reportFolder: reportFolder
            ) { line in
                observers.tellSessions { $0.onSessionWarning(line) }
            }
            let streams = try await Self.streams(of: link)
            guard establish(link, streams, attempt) else {
                await link.close()
                throw ServiceFailure.cancelled
            }
            return streams
        } catch {
            state.withLock { state in
                if case .starting(attempt) = state.connection { state.connection = .none }
            }
            throw error.sessionError
        }
    }

    /// The catalogue. If there is none, the reports on disk are left to the next session.
    private static func streams(of link: Link) async throws(ServiceFailure) -> [LiveStream] {
        do throws(ServiceFailure) {
            return try await link.streams()
        } catch {
            await link.closeReports()
            throw error
        }
    }

    private func makeClientForLink() throws(ServiceFailure) -> ServiceClient {
        do {
            return try makeClient()
        } catch {
            throw .refused(error)
        }
    }

    /// Returns `false` if the session is no longer wanted.
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

    /// Ends the session. Returns after its last report, and after its observers' last call.
    func terminate() async {
        guard let (link, listening) = takeDown() else { return }
        listening?.leave(.stopped)
        await listening?.over()
        await link.close()
        await observers.finishTelling()
    }

    /// The service no longer knows the session.
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

    /// Removes the session and its state.
    private func takeDown() -> (link: Link, listening: StreamPlayback?)? {
        state.withLock { state in
            let connection = state.connection
            state.connection = .none
            guard case .established(let link, let pushes) = connection else { return nil }
            pushes.cancel()
            state.previousLink = link
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
