import AdPlayback
import FoundationEssentials
import HTTPAccess

/// Where an ad server wants to be told of what becomes of an ad.
struct TruexService: Hashable, Sendable {
    private let address: String

    /// What says which ad it is, as the address's query.
    private let parameters: String

    /// Reads what an answer says of it; `nil` if that is nothing.
    init?(in answer: [UInt8]) {
        // try?: an answer that cannot be read has been refused before.
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(answer)),
            let ad = content.ads?.first, let address = ad.service_url, !address.isEmpty
        else { return nil }
        self.address = address
        parameters = ad.service_params ?? ""
    }

    /// The address that tells of `name`.
    func address(for name: TruexTracking) -> WebAddress? {
        let query = ([parameters].filter { !$0.isEmpty } + ["name=\(name.rawValue)"])
            .joined(separator: "&")
        return WebAddress(address + (address.contains("?") ? "&" : "?") + query)
    }

    private struct Content: Decodable {
        var ads: [Ad]?

        struct Ad: Decodable {
            // As they stand in the document.
            var service_url: String?
            var service_params: String?
        }
    }
}
