import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess

/// A service of live streams with advertisements: its catalogue, one playing stream, and pushed
/// spots (rules M1 to M15).
///
/// The counterpart of the mycrocast SDK on Linux, for a service with the protocol of
/// docs/station.md. Call ``start(apiKey:customerToken:)`` first; before it, every other call fails.
/// All members may be called from any thread.
///
/// The session plays the audio itself. Delegates of ``SessionControl/addAudioDelegate(_:)`` get the
/// heard audio, like `onAudioDataAvailable` of the SDK.
public final class Mycrocast: Sendable {
    /// The instance of the process, for the service at `INTERLUDE_SERVICE` in the environment, with
    /// reports in the folder at `INTERLUDE_REPORTS`, if there is one.
    public static let shared = Mycrocast(
        service: ProcessInfo.processInfo.environment["INTERLUDE_SERVICE"] ?? "",
        reportFolder: ProcessInfo.processInfo.environment["INTERLUDE_REPORTS"]
            .flatMap { $0.isEmpty ? nil : $0 })

    /// The catalogue of live streams.
    public let streams: LiveStreams

    /// Plays one stream at a time.
    public let sessionControl: SessionControl

    /// The spots of the playing stream. Add observers before a stream is played, because the
    /// service may answer with a pre-stream spot (rule M10).
    public let advertisements: any Advertisements & Sendable

    private let hub: ServiceSession

    /// Creates a client for `service`, an http(s) address without `/api`, whose streams play to
    /// `output`.
    ///
    /// Sends nothing before ``start(apiKey:customerToken:)``, which also throws if `service` is not
    /// an address.
    ///
    /// `reportFolder` keeps finish and click reports on disk until the service has answered, without
    /// key and token. They are tried for up to a day, and the next session with the same service sends
    /// those that this one has left, after a crash too. With `nil`, or if the folder cannot be used,
    /// they are kept in memory and tried for half a minute. Observers of ``sessionControl`` learn why
    /// the folder cannot be used (``StreamSessionDelegate/onSessionWarning(_:)``).
    public convenience init(
        service: String, output: AudioOutput = AudioOutput(), reportFolder: String? = nil
    ) {
        self.init(service: service, reportFolder: reportFolder) { configuration, options in
            AudioSession(configuration, output: output, options: options)
        }
    }

    /// Plays with sessions from `makeSession`.
    package init(
        service: String, clock: any Clock<Duration> = ContinuousClock(),
        reportFolder: String? = nil,
        makeSession:
            @escaping @Sendable (SessionConfiguration, SessionOptions)
            -> AudioSession
    ) {
        hub = ServiceSession(
            clock: clock, reportFolder: reportFolder, makeSession: makeSession
        ) { () throws(SessionError) in
            guard let address = WebAddress(service) else {
                let name = service.isEmpty ? "no address" : "\"\(service)\", which is no address"
                throw SessionError(
                    .connection,
                    "the service is \(name); name it in INTERLUDE_SERVICE, as http://HOST:PORT")
            }
            return ServiceClient(at: address, environment: ProcessInfo.processInfo.environment)
        }
        streams = LiveStreams(hub)
        sessionControl = SessionControl(hub)
        advertisements = StreamAdvertisements(hub)
    }

    /// Starts a session with the service. Returns its streams (rule M1).
    @discardableResult
    public func start(
        apiKey: String, customerToken: String
    ) async throws(SessionError) -> [LiveStream] {
        try await hub.start(Credentials(apiKey: apiKey, customerToken: customerToken))
    }

    /// Stops playback, sends the queued reports, and ends the session (rule M2).
    public func terminate() async {
        await hub.terminate()
    }

    /// Whether there is a session.
    public var sessionEstablished: Bool { hub.link != nil }

    /// Asks the service whether the stream `id` exists, independently of the catalogue (rule M2).
    public func doesStreamExist(_ id: LiveStream.ID) async throws(SessionError) -> Bool {
        guard let link = hub.link else { throw .notStarted }
        do throws(ServiceFailure) {
            _ = try await link.stream(id)
            return true
        } catch {
            let error = error.sessionError
            if error.kind == .stream { return false }
            throw error
        }
    }
}
