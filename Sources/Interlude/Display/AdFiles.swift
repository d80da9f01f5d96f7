import AdDisplay
import FoundationEssentials
import HTTPAccess
import StreamFetching

/// Fetches files of ads, within limits, from addresses and files.
struct AdFiles: Sendable {
    /// Who named the present spots and their banners.
    let spotProvenance: AddressProvenance

    /// Whether addresses in documents may be private.
    let rule: AddressRule

    private let client: WebClient

    /// The time limit.
    private static let limit: Duration = .seconds(10)

    init(_ options: SessionOptions) {
        var web = WebClientConfiguration(environment: ProcessInfo.processInfo.environment)
        web.addressRule = options.documentAddresses == .any ? .anywhere : .publicOnly
        client = WebClient(configuration: web)
        rule = web.addressRule
        spotProvenance = options.provenance
    }

    /// The contents of `place`, and its address after redirects. Only an operator may name files.
    func fetch(
        _ place: String, from provenance: AddressProvenance, maximumByteCount: Int
    ) async throws(AdLoadError) -> (place: String, bytes: [UInt8]) {
        let fetcher = SpotFetcher(
            client: client, maximumByteCount: maximumByteCount, limit: Self.limit)
        do {
            if case .file(let path) = try SourceLocation(parsing: place), provenance == .typed {
                try Self.requireFile(at: path)
            }
            let document = try await fetcher.fetch(place, from: provenance)
            return (document.place, document.bytes)
        } catch SourceError.notAnAddress(let text) {
            throw .unusable("\(text): not to be had from there; give an http(s) address")
        } catch {
            throw .unusable("\(error)")
        }
    }

    /// Throws for an endless file, such as a named pipe.
    private static func requireFile(at path: String) throws {
        guard try FileByteReader(path: path).size != nil else {
            throw SourceError.unreadable(path, reason: "it is no regular file")
        }
    }
}
