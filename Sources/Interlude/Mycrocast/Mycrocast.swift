import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess

/// A service of live streams with advertisements: its catalogue, the stream that is played, the
/// spots that it pushes (rules M1 to M15).
///
/// The counterpart of the mycrocast SDK on Linux; the service is one that speaks
/// as docs/station.md says. ``start(apiKey:customerToken:)`` comes first: before
/// it every other call fails. Everything here may be called from any thread.
///
/// The session plays the sound itself; what is heard of it comes to the delegates of
/// ``SessionControl/addAudioDelegate(_:)`` as the SDK's `onAudioDataAvailable`, too.
public final class Mycrocast: Sendable {
    /// One for the whole process, at the address in the environment's `INTERLUDE_SERVICE`.
    public static let shared = Mycrocast(
        service: ProcessInfo.processInfo.environment["INTERLUDE_SERVICE"] ?? "")

    /// The catalogue of live streams.
    public let streams: LiveStreams

    /// Plays one of them at a time.
    public let sessionControl: SessionControl

    /// The spots of whatever is played. Add observers before a stream is played: the answer to
    /// that can already bring a pre-stream spot (rule M10).
    public let advertisements: any Advertisements & Sendable

    private let hub: ServiceSession

    /// Prepares for the service at `service`, an http(s) address without `/api`. Its streams are
    /// played into `output`.
    ///
    /// Nothing is asked before ``start(apiKey:customerToken:)``, which also says if `service` is
    /// no address.
    public convenience init(service: String, output: AudioOutput = AudioOutput()) {
        self.init(service: service) { configuration, options in
            AudioSession(configuration, output: output, options: options)
        }
    }

    /// Plays with the sessions that `makeSession` puts together.
    package init(
        service: String, clock: any Clock<Duration> = ContinuousClock(),
        makeSession:
            @escaping @Sendable (SessionConfiguration, SessionOptions)
            -> AudioSession
    ) {
        hub = ServiceSession(clock: clock, makeSession: makeSession) { () throws(SessionError) in
            guard let address = WebAddress(service) else {
                let name = service.isEmpty ? "no address" : "\"\(service)\", which is no address"
                throw SessionError(
                    .connection,
                    "the service is \(name); name it in INTERLUDE_SERVICE, as http://HOST:PORT")
            }
            return BackEnd(at: address, environment: ProcessInfo.processInfo.environment)
        }
        streams = LiveStreams(hub)
        sessionControl = SessionControl(hub)
        advertisements = StreamAdvertisements(hub)
    }

    /// Starts a session with the service, and returns its streams (rule M1).
    @discardableResult
    public func start(
        apiKey: String, customerToken: String
    ) async throws(SessionError) -> [LiveStream] {
        try await hub.start(Credentials(apiKey: apiKey, customerToken: customerToken))
    }

    /// Stops what is played, sends the reports that wait, and ends the session (rule M2).
    public func terminate() async {
        await hub.terminate()
    }

    /// Whether there is a session.
    public var sessionEstablished: Bool { hub.link != nil }

    /// Asks the service whether there is a stream `id`, whatever the catalogue says (rule M2).
    public func doesStreamExist(_ id: LiveStream.ID) async throws(SessionError) -> Bool {
        guard let link = hub.link else { throw .notStarted }
        do throws(BackEndFailure) {
            _ = try await link.stream(id)
            return true
        } catch {
            let error = error.sessionError
            if error.kind == .stream { return false }
            throw error
        }
    }
}
