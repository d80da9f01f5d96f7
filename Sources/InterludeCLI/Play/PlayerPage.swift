import Glibc
import Interlude
import InterludeWeb

/// The page of a session that is played on the command line.
struct PlayerPage: Sendable {
    private let server: PageServer
    // The session holds its delegates weakly.
    private let hub: EventHub

    /// Serves the page of `session`, which has not been played yet, if `options` ask for it.
    init?(
        of session: AudioSession, _ options: WebOptions, output: AudioOutput
    ) async throws(CommandError) {
        guard let web = options.web else { return nil }
        Self.allowManyConnections()
        hub = EventHub(session.status, sink: output.device.name)
        session.addDelegate(hub)
        do {
            server = try await PageServer(
                PageServerConfiguration(
                    host: web.host, port: web.port, token: options.webToken),
                ServedPlayer(session), hub)
        } catch {
            throw CommandError(.unavailable, "--web: \(error)")
        }
        PlayStage.say("the page is at \(server.address)")
    }

    /// Ends what pages listen to, and serves no more.
    func close() async { await server.close() }

    /// Lets this process have as many files and connections as it may; who listens needs one each.
    private static func allowManyConnections() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 16_384)
        setrlimit(kind, &limit)
    }
}
