import Advertising
import MediaTime

/// A break of the stream for which ad servers are asked.
package struct AdOpportunity: Hashable, Sendable, Codable {
    /// How long the break is; `nil` if its marker does not say.
    package var duration: Duration?

    package init(duration: Duration? = nil) { self.duration = duration }
}

/// What ad servers have decided for a break.
package struct AdDecision: Hashable, Sendable, Codable {
    /// The ads in the order in which they are to be heard; none if ``failure`` says why.
    package var spots: [Advertisement] = []

    /// The documents that were requested, in order.
    package var hops: [Hop] = []

    /// What the servers are to be told of ads that they named and that cannot be heard.
    package var reports: [Report] = []

    /// Why there is no ad; `nil` if there is one.
    package var failure: Failure?

    package init() {}

    package struct Hop: Hashable, Sendable, Codable {
        package var address: String
        /// How many wrappers have led to it.
        package var depth: Int
        /// The VAST error code of a document that could not be used; `nil` for any other.
        package var code: Int?

        package init(address: String, depth: Int, code: Int?) {
            self.address = address
            self.depth = depth
            self.code = code
        }
    }

    package struct Report: Hashable, Sendable, Codable {
        package var code: Int
        package var addresses: [String]
        /// The address that the operator typed to get the documents; `nil` for a file.
        package var documentAddress: String?

        package init(code: Int, addresses: [String], documentAddress: String?) {
            self.code = code
            self.addresses = addresses
            self.documentAddress = documentAddress
        }
    }

    package struct Failure: Error, Hashable, Sendable, Codable {
        /// A VAST error code.
        package var code: Int
        package var words: String

        package init(code: Int, words: String) {
            self.code = code
            self.words = words
        }

        /// Whether the servers have answered that they have no ad.
        package var isNoAd: Bool { code == VASTError.noAd.rawValue }
    }
}
