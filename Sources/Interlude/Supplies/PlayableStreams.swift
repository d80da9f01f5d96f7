import AudioDecoding
import HTTPAccess
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Synchronization

/// Opens the sources that an operator can name: addresses, files, and standard input.
package struct PlayableStreams: StreamSupply {
    private let client: WebClient
    private var provenance: AddressProvenance
    private var credentials: CredentialStore
    private var giveUp: Duration?
    private let home: String?
    private let maxDelay: Duration
    private let listener: ListenerPace
    private let metering: LoudnessMetering
    private let resources: SessionOptions.Resources
    private let diagnostics: (@Sendable (String) -> Void)?

    /// `provenance` is where the names of sources come from; a document may name addresses only.
    /// Each host gets only its own `credentials`. A live stream that is lost is retried for
    /// `giveUp` (`nil`: without limit, but only the `home` if there is one), and its last `maxDelay` is kept. The stream's rate is
    /// corrected for a `listener` with a clock of its own. `metering` selects the loudness
    /// measurement. `diagnostics` gets lines about connections, on any thread.
    package init(
        client: WebClient, from provenance: AddressProvenance = .typed,
        credentials: CredentialStore = CredentialStore(),
        giveUp: Duration?, home: String? = nil, maxDelay: Duration, for listener: ListenerPace,
        metering: LoudnessMetering = .blocks, resources: SessionOptions.Resources = .own,
        diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.client = client
        self.provenance = provenance
        self.credentials = credentials
        self.giveUp = giveUp
        self.home = home
        self.maxDelay = maxDelay
        self.listener = listener
        self.metering = metering
        self.resources = resources
        self.diagnostics = diagnostics
    }

    package func takeLogin(of source: String) { credentials.takeLogin(of: source) }

    package func open(
        _ source: String, namedBy namer: SourceNamer, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        var supply = self
        supply.giveUp = Home.retryLimit(
            of: source, namedBy: namer, home: home, giveUp: giveUp)
        switch namer {
        case .operator: break
        case .listener:
            // The credentials are for the operator's sources only.
            supply.provenance = .document(typed: nil)
            supply.credentials = CredentialStore()
        }
        return supply.open(source, from: frame, report: report)
    }

    package func open(
        _ source: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        do {
            let places = try places(of: source)
            switch places[0] {
            case .file(let path):
                let reader = try FileByteReader(path: path)
                return FileStream(
                    reading: reader, named: path, from: frame, metering: metering, report: report)
            case .standardInput:
                return FileStream(
                    reading: try StandardInputReader(), named: "standard input", from: frame,
                    metering: metering, report: report)
            case .web(let address):
                let others = places.dropFirst().compactMap { place in
                    if case .web(let other) = place { other } else { nil }
                }
                let opener = StreamOpener(
                    address, orElse: others, from: provenance,
                    credentials: credentials.credentials,
                    readingInPortions: resources.portion, client: client)
                return WebStream(
                    opener, named: source, from: frame, giveUp: giveUp, maxDelay: maxDelay,
                    for: listener, metering: metering, taking: resources, diagnostics: diagnostics,
                    report: report)
            }
        } catch {
            report(.failed(SessionFailure(error, of: source)))
            return AbsentStream()
        }
    }

    /// The locations of `source`, best first, after following playlist files.
    private func places(of source: String) throws -> [SourceLocation] {
        let place = try SourceLocation(parsing: source)
        switch (place, provenance) {
        case (_, .typed): return try place.followingLocalPlaylists()
        case (.web, .document): return [place]
        case (.file, .document), (.standardInput, .document): throw SourceError.notAnAddress(source)
        }
    }
}

/// A stream that could not be opened.
private final class AbsentStream: OpenStream {
    var store: SampleStore? { nil }
    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {}
    var liveEdge: FrameTime? { nil }
    func title(at frame: FrameTime) -> String? { nil }
    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream { self }
    func catchUp(by frameCount: Int) {}
    func close() {}
}

/// The operator's credentials by origin. Callable from any thread.
package final class CredentialStore: Sendable {
    private let state: Mutex<HostCredentials>

    /// Empty.
    package init() { state = Mutex(.none) }

    /// `headers` apply to the host of `source` only; a file has none.
    init(_ headers: [WebHeader], for source: String) {
        state = Mutex(WebAddress(source).map { HostCredentials(headers, for: $0) } ?? .none)
    }

    /// The present credentials.
    var credentials: HostCredentials { state.withLock { $0 } }

    /// Adds the name and password in `source`, if it is an address with a login.
    func takeLogin(of source: String) {
        guard let address = WebAddress(source) else { return }
        state.withLock { $0.takeLogin(of: address) }
    }
}
