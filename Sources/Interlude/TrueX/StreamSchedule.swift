import Advertising
import FoundationEssentials
import HTTPAccess
import StreamFetching

/// A schedule and where it was had: what it leads to is found in a document.
public struct StreamSchedule: Hashable, Sendable {
    public var schedule: AdSchedule

    /// The file or address that the operator named.
    public var place: String

    /// How long a server has for it.
    private static let limit: Duration = .seconds(15)

    public init(_ schedule: AdSchedule, from place: String) {
        self.schedule = schedule
        self.place = place
    }

    /// Loads the schedule at `place`, a file or an http(s) address that the operator has named;
    /// `redirects` says where a server may redirect that.
    ///
    /// Throws what says in one line why it is not to be had, or no schedule.
    public init(
        loading place: String, redirects: SessionOptions.DocumentAddresses = .publicOnly
    ) async throws(SessionFailure) {
        var web = WebClientConfiguration(environment: ProcessInfo.processInfo.environment)
        web.addressRule = redirects == .any ? .anywhere : .publicOnly
        let client = WebClient(configuration: web)
        let fetcher = SpotFetcher(
            client: client, maximumByteCount: AdSchedule.maximumByteCount, limit: Self.limit)
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

    /// Where the stream itself is to be had, as the listener of this schedule, whose source was
    /// named as `source`: a live stream's frames are counted for each listener.
    public func source(namedAs source: String) -> String {
        guard let told = schedule.session?.playURL, let one = URL(string: told),
            let other = URL(string: source), one.scheme == other.scheme, one.host == other.host,
            one.port == other.port, one.path == other.path
        else { return source }
        guard other.user() != nil, var parts = URLComponents(string: told) else { return told }
        // The name and password are the operator's, whose listener this is.
        parts.percentEncodedUser = other.user(percentEncoded: true)
        parts.percentEncodedPassword = other.password(percentEncoded: true)
        return parts.string ?? told
    }

    /// Who named the addresses in it.
    var provenance: AddressProvenance { .document(typed: WebAddress(place)) }
}
