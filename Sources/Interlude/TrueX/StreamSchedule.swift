import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess
import MediaTime
import StreamFetching

/// A schedule and its location. Its addresses count as found in a document.
public struct StreamSchedule: Hashable, Sendable {
    public var schedule: AdSchedule

    /// The file or address, as the operator named it.
    public var place: String

    /// The time limit for loading it.
    private static let limit: Duration = .seconds(15)

    public init(_ schedule: AdSchedule, from place: String) {
        self.schedule = schedule
        self.place = place
    }

    /// Loads the schedule at `place`, a file or an http(s) address from the operator. `redirects`
    /// is where a server may redirect the request.
    ///
    /// Throws the reason in one line.
    public init(
        loading place: String, redirects: SessionOptions.DocumentAddresses = .publicOnly
    ) async throws(SessionFailure) {
        var web = WebClientConfiguration(environment: ProcessInfo.processInfo.environment)
        web.addressRule = redirects == .any ? .anywhere : .publicOnly
        let client = WebClient(configuration: web)
        let fetcher = SpotFetcher(
            client: client, maximumByteCount: AdSchedule.maximumByteCount, limit: Self.limit,
            accepting: [.gzip])
        do {
            let document = try await fetcher.fetch(place)
            self.init(
                try AdSchedule(parsing: document.bytes, address: document.place), from: place)
        } catch let error as AdScheduleError {
            throw SessionFailure(.unreadable, error.description)
        } catch {
            throw SessionFailure(error, of: place)
        }
    }

    /// The address to play: the schedule's own address of the stream, if it is the resource that
    /// the operator named as `source`; otherwise `source`.
    ///
    /// A server may make a live stream for each listener. The frames of the schedule then apply to
    /// that stream only.
    public func source(namedAs source: String) -> String {
        guard let told = schedule.session?.playURL, let one = URL(string: told),
            let other = URL(string: source), one.scheme == other.scheme, one.host == other.host,
            one.port == other.port, one.path == other.path
        else { return source }
        guard other.user() != nil, var parts = URLComponents(string: told) else { return told }
        // The login belongs to the operator, for whom the server made the schedule.
        parts.percentEncodedUser = other.user(percentEncoded: true)
        parts.percentEncodedPassword = other.password(percentEncoded: true)
        return parts.string ?? told
    }

    /// Where its addresses come from: this document.
    var provenance: AddressProvenance { .document(typed: WebAddress(place)) }
}

extension TruexPod {
    /// This pod with `frame` applied to all of its frames.
    func turned(by frame: (FrameTime) -> FrameTime) -> TruexPod {
        func turned(_ range: FrameRange) -> FrameRange {
            FrameRange(frame(range.start), frame(range.end))
        }
        var pod = self
        pod.range = turned(range)
        for index in ads.indices { pod.ads[index].range = turned(ads[index].range) }
        return pod
    }
}
