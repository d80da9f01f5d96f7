import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess

/// Requests ads for a listener from ad servers, and reports the listener's actions.
///
/// The addresses come from documents, and the restrictions of documents apply to them.
package struct TruexServer: Sendable {
    private let client: WebClient
    private let provenance: AddressProvenance
    /// Receives lines about reports that an ad server did not get; `nil` for none.
    let diagnostics: (@Sendable (String) -> Void)?
    /// The pending reports of a renderer without a session.
    private let notes: DeliveryQueue<Note>

    private struct Note: Sendable {
        var name: TruexTracking
        var address: WebAddress
    }

    /// The size limit of an answer in bytes, above that of any real one.
    private static let maximumByteCount = 1 << 20
    /// The time limit for a report.
    private static let noteLimit: Duration = .seconds(10)

    /// `provenance` is where the addresses come from; `clock` measures the pauses between tries.
    package init(
        client: WebClient, from provenance: AddressProvenance,
        clock: any Clock<Duration> = ContinuousClock(),
        diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.client = client
        self.provenance = provenance
        self.diagnostics = diagnostics
        notes = DeliveryQueue(clock: clock) { note in
            do {
                _ = try await client.download(
                    WebRequest(note.address, from: provenance, headers: []),
                    maximumByteCount: Self.maximumByteCount, within: Self.noteLimit)
            } catch {
                if (error as? HTTPAccessError)?.reason.isUndelivered == true {
                    return .undelivered
                }
                diagnostics?("the ad server did not get the report \(note.name.rawValue): \(error)")
            }
            return .isOver
        }
    }

    /// An answer, and the service that receives reports about it.
    struct Offer: Sendable {
        var answer: TruexAnswer
        var service: TruexService?
    }

    /// Requests the ad of `parameters`, unless they describe the ad themselves.
    ///
    /// Throws the reason in one line.
    func ask(
        _ parameters: TruexAdParameters, for viewer: TruexViewer, within limit: Duration
    ) async throws -> Offer {
        switch parameters {
        case .oneStage(let json): return try offer(Array(json.utf8))
        case .twoStage(let reference):
            let place = reference.configurationAddress(for: viewer)
            guard let address = WebAddress(place) else {
                throw TruexServerError("\(place.withoutQuery): no http(s) address")
            }
            let bytes = try await fetch(address, within: limit)
            do throws(TruexServerError) {
                return try offer(bytes)
            } catch {
                throw TruexServerError("\(address.description.withoutQuery): \(error)")
            }
        }
    }

    private func offer(_ bytes: [UInt8]) throws(TruexServerError) -> Offer {
        Offer(answer: try TruexAnswer(parsing: bytes), service: TruexService(in: bytes))
    }

    /// Requests a document from the schedule's own server.
    ///
    /// Errors leave out the query, which identifies the listener and differs in every run.
    func fetch(_ address: WebAddress, within limit: Duration) async throws -> [UInt8] {
        do {
            return try await client.download(
                WebRequest(address, from: provenance, headers: [.gzip]),
                maximumByteCount: Self.maximumByteCount, within: limit
            ).bytes
        } catch let error as HTTPAccessError {
            var error = error
            error.address = error.address.withoutQuery
            throw error
        }
    }

    /// Reports `name` to `service`, after all earlier reports. A failure does not affect the
    /// listener. Returns at once. For a renderer without a session, whose reports are kept in memory.
    func track(_ name: TruexTracking, of service: TruexService) {
        guard let address = service.address(for: name) else { return }
        notes.send(Note(name: name, address: address))
    }
}

extension String {
    /// This address without its query.
    fileprivate var withoutQuery: String { String(prefix { $0 != "?" }) }
}

/// Why an ad server has no ad, in one line.
struct TruexServerError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension TruexAnswer {
    /// Parses the answer of an ad server, or parameters that describe the ad themselves.
    ///
    /// Throws the reason in one line.
    init(parsing document: [UInt8]) throws(TruexServerError) {
        do {
            self = try JSONDecoder().decode(TruexDocument.self, from: Data(document)).answer
        } catch DecodingError.dataCorrupted(let context) where context.underlyingError == nil {
            throw TruexServerError(
                "the ad server's answer cannot be used: \(context.debugDescription)")
        } catch {
            throw TruexServerError("the ad server's answer is not a true[X] configuration in JSON")
        }
    }
}
