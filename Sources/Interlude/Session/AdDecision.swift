import Advertising
import MediaTime

/// A break of the stream for which ad servers are asked.
package struct AdOpportunity: Hashable, Sendable, Codable {
    /// How long the break is; `nil` if its marker does not say.
    package var duration: Duration?

    /// Its number in the lists of breaks; `nil` for a break of the stream.
    package var plannedBreak: Int?

    /// Where it is in the programme; `nil` in older recordings.
    package var position: Position?

    /// What the listener allows; `nil` in older recordings.
    package var privacy: AdPrivacy?

    /// The numbers of VAST 4.3, section 6.2.
    package enum Position: Int, Hashable, Sendable, Codable {
        case preroll = 1
        case midroll = 2
        case postroll = 3
    }

    package init(
        duration: Duration? = nil, plannedBreak: Int? = nil, position: Position? = nil,
        privacy: AdPrivacy? = nil
    ) {
        self.privacy = privacy
        self.duration = duration
        self.plannedBreak = plannedBreak
        self.position = position
    }
}

/// What ad servers have decided for a break.
package struct AdDecision: Hashable, Sendable, Codable {
    /// The ads in the order in which they are to be heard; none if ``failure`` says why.
    package var spots: [Advertisement] = []

    /// Further ads, each of which may take the place of one whose media fail.
    package var spares: [Advertisement] = []

    /// The documents that were requested, in order.
    package var hops: [Hop] = []

    /// What the servers are to be told of ads that they named and that cannot be heard.
    package var reports: [Report] = []

    /// Why there is no ad; `nil` if there is one.
    package var failure: Failure?

    /// What is to be told of the break itself; `nil` for a break of the stream.
    package var breakTracking: BreakTracking?

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case spots, tracking, skipping, expiry, categories, spares, hops, reports, failure
        case breakTracking
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let tracking = try values.decode([AdTracking].self, forKey: .tracking)
        // Older recordings have none of these three, nor spares.
        let skipping = try values.decodeIfPresent(
            [Advertisement.Skipping].self, forKey: .skipping)
        let expiry = try values.decodeIfPresent([Duration?].self, forKey: .expiry)
        let categories = try values.decodeIfPresent([[AdCategory]].self, forKey: .categories)
        let listed = try values.decode([Advertisement].self, forKey: .spots)
        let all = zip(listed, tracking).enumerated().map { index, one in
            var spot = one.0
            spot.tracking = one.1
            if let skipping, skipping.indices.contains(index) { spot.skipping = skipping[index] }
            if let expiry, expiry.indices.contains(index) { spot.expiry = expiry[index] }
            if let categories, categories.indices.contains(index) {
                spot.categories = categories[index]
            }
            return spot
        }
        let spareCount = try values.decodeIfPresent(Int.self, forKey: .spares) ?? 0
        spots = Array(all.dropLast(max(0, spareCount)))
        spares = Array(all.dropFirst(spots.count))
        hops = try values.decode([Hop].self, forKey: .hops)
        reports = try values.decode([Report].self, forKey: .reports)
        failure = try values.decodeIfPresent(Failure.self, forKey: .failure)
        breakTracking = try values.decodeIfPresent(BreakTracking.self, forKey: .breakTracking)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        let all = spots + spares
        try values.encode(all, forKey: .spots)
        if !spares.isEmpty { try values.encode(spares.count, forKey: .spares) }
        // A spot does not write them itself.
        try values.encode(all.map { $0.tracking ?? AdTracking() }, forKey: .tracking)
        try values.encode(all.map(\.skipping), forKey: .skipping)
        if all.contains(where: { $0.expiry != nil }) {
            try values.encode(all.map(\.expiry), forKey: .expiry)
        }
        if all.contains(where: { !$0.categories.isEmpty }) {
            try values.encode(all.map(\.categories), forKey: .categories)
        }
        try values.encode(hops, forKey: .hops)
        try values.encode(reports, forKey: .reports)
        try values.encodeIfPresent(failure, forKey: .failure)
        try values.encodeIfPresent(breakTracking, forKey: .breakTracking)
    }

    package struct Hop: Hashable, Sendable, Codable {
        package var address: String
        /// How many wrappers have led to it.
        package var depth: Int
        /// The VAST error code of a document that could not be used; `nil` for any other.
        package var code: Int?
        /// Why there is no document, in words with the address; `nil` if there is one.
        package var reason: String?
        /// What the server has answered, for a recording; `nil` without an answer, or a long one.
        package var answer: String?

        package init(
            address: String, depth: Int, code: Int?, reason: String? = nil, answer: String? = nil
        ) {
            self.address = address
            self.depth = depth
            self.code = code
            self.reason = reason
            self.answer = answer
        }

        /// The most UTF-8 bytes of an answer that is kept.
        package static let answerLimit = 256 << 10
    }

    /// What a list of breaks wants to learn of one (VMAP 1.0.1, section 2.3.2).
    package struct BreakTracking: Hashable, Sendable, Codable {
        /// `breakStart`, `breakEnd` and `error`.
        package var events: [AdTracking.Event]
        /// The address that the operator typed to get the list; `nil` for a file.
        package var documentAddress: String?

        package init(events: [AdTracking.Event], documentAddress: String?) {
            self.events = events
            self.documentAddress = documentAddress
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
