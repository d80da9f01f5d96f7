import AdPlayback
import Advertising
import HTTPAccess

/// Asks ad servers what a listener is to be shown, and tells them what he did.
///
/// Addresses come from documents, so they lead where those may.
package struct TruexServer: Sendable {
    private let client: WebClient
    private let provenance: AddressProvenance
    /// What ad servers are still to be told.
    private let notes: DeliveryQueue<Note>

    private struct Note: Sendable {
        var name: TruexTracking
        var address: WebAddress
    }

    /// More than any answer needs.
    private static let maximumByteCount = 1 << 20
    /// How long a server has to take note of something.
    private static let noteLimit: Duration = .seconds(10)

    /// `provenance` says who named the addresses; pauses between tries are counted on `clock`.
    package init(
        client: WebClient, from provenance: AddressProvenance,
        clock: any Clock<Duration> = ContinuousClock(),
        diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.client = client
        self.provenance = provenance
        notes = DeliveryQueue(clock: clock) { note in
            do {
                _ = try await client.download(
                    WebRequest(note.address, from: provenance, headers: []),
                    maximumByteCount: Self.maximumByteCount, within: Self.noteLimit)
            } catch {
                if (error as? HTTPAccessError)?.reason.isUndelivered == true {
                    return .undelivered
                }
                diagnostics?("the ad server was not told of \(note.name.rawValue): \(error)")
            }
            return .isOver
        }
    }

    /// An answer, and where the server wants to be told of what becomes of it.
    struct Offer: Sendable {
        var answer: TruexAnswer
        var service: TruexService?
    }

    /// Asks for the ad of `parameters`; an ad that they describe themselves is not asked for.
    ///
    /// Throws what says in one line why there is no answer.
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

    /// Asks for a document of the schedule's own server.
    ///
    /// Errors leave out the query, which names the listener, and is another in every run.
    func fetch(_ address: WebAddress, within limit: Duration) async throws -> [UInt8] {
        do {
            return try await client.download(
                WebRequest(address, from: provenance, headers: []),
                maximumByteCount: Self.maximumByteCount, within: limit
            ).bytes
        } catch let error as HTTPAccessError {
            var error = error
            error.address = error.address.withoutQuery
            throw error
        }
    }

    /// Tells `service` of `name`, after all that it was to be told before; that it cannot be told
    /// changes nothing for the listener. Returns at once.
    func track(_ name: TruexTracking, of service: TruexService) {
        guard let address = service.address(for: name) else { return }
        notes.send(Note(name: name, address: address))
    }
}

extension String {
    /// An address up to its query.
    fileprivate var withoutQuery: String { String(prefix { $0 != "?" }) }
}
