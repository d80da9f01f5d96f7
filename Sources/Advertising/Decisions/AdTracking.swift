import MediaTime

/// What has to be told of an ad, and where: by its document, and by all wrappers that led to it.
///
/// Macros in the addresses are not replaced.
package struct AdTracking: Hashable, Sendable, Codable {
    /// The addresses that learn that the ad was heard, the outermost wrapper's first.
    package var impressions: [String] = []

    /// The addresses that learn why it was not heard.
    package var errors: [String] = []

    /// The addresses that learn of its course.
    package var events: [Event] = []

    package struct Event: Hashable, Sendable, Codable {
        /// As VAST names it, as `firstQuartile`.
        package var name: String
        package var address: String

        package init(name: String, address: String) {
            self.name = name
            self.address = address
        }
    }

    package init() {}

    /// The addresses that learn of the event `name`.
    package func addresses(for name: String) -> [String] {
        events.lazy.filter { $0.name == name }.map(\.address)
    }
}

extension AdTracking {
    /// The most addresses of one ad; the others are left out.
    static let mostAddresses = 200

    /// Adds what a wrapper, or the document of the ad itself, wants to learn.
    mutating func add(_ ad: VASTAd) {
        impressions += ad.impressions
        errors += ad.errors
        // Places in the creative are not told.
        events += ad.tracking.lazy.filter { $0.event != "progress" }
            .map { Event(name: $0.event, address: $0.address) }
        impressions = Array(impressions.prefix(Self.mostAddresses))
        errors = Array(errors.prefix(Self.mostAddresses))
        events = Array(events.prefix(Self.mostAddresses))
    }
}
