import AdPlayback
import Advertising
import FoundationEssentials
import HTTPAccess
import PCMAudio

/// The tracking addresses of an ad.
struct TruexService: Hashable, Sendable {
    private let address: String

    /// The query that identifies the ad.
    private let parameters: String

    /// Parses the addresses from an answer; `nil` if it has none.
    init?(in answer: [UInt8]) {
        // try?: the parser of the answer has already refused an unreadable one.
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(answer)),
            let ad = content.ads?.first, let address = ad.service_url, !address.isEmpty
        else { return nil }
        self.address = address
        parameters = ad.service_params ?? ""
    }

    /// The tracking address of `name`; `nil` if the ad server gives none that can be used.
    func address(for name: TruexTracking) -> WebAddress? { WebAddress(text(for: name)) }

    /// The tracking address of `name`, as the ad server gives it.
    func text(for name: TruexTracking) -> String {
        let query = ([parameters].filter { !$0.isEmpty } + ["name=\(name.rawValue)"])
            .joined(separator: "&")
        return address + (address.contains("?") ? "&" : "?") + query
    }

    private struct Content: Decodable {
        var ads: [Ad]?

        struct Ad: Decodable {
            // Named as in the document.
            var service_url: String?
            var service_params: String?
        }
    }
}

/// The parts of a session for true[X].
package struct TruexParts: Sendable {
    /// The schedule with the pods.
    package var schedule: AdSchedule

    /// The address that the operator typed to get the schedule; `nil` for a file.
    package var documentAddress: String?

    package var server: TruexServer

    /// Loads the voice-over of choice cards.
    package var voices: any SpotSupply

    package init(schedule: AdSchedule, server: TruexServer, voices: any SpotSupply) {
        self.schedule = schedule
        self.server = server
        self.voices = voices
    }

    /// The parts for `schedule` over the network. Voice-overs count against `budget`.
    package init(
        _ schedule: StreamSchedule, _ client: WebClient, _ budget: MemoryBudget,
        _ diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.init(
            schedule: schedule.schedule,
            server: TruexServer(
                client: client, from: schedule.provenance, diagnostics: diagnostics),
            voices: FetchedSpots(
                client: client, provenance: schedule.provenance, countedBy: budget))
        documentAddress = WebAddress(schedule.place)?.description
    }
}
