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

        /// When a `progress` event is due; `nil` for any other.
        package var offset: VASTOffset?

        package init(name: String, address: String, offset: VASTOffset? = nil) {
            self.name = name
            self.address = address
            self.offset = offset
        }
    }

    package init() {}

    /// The addresses that learn of the event `name`.
    package func addresses(for name: String) -> [String] {
        events.lazy.filter { $0.name == name && $0.offset == nil }.map(\.address)
    }

    /// The addresses that learn that the ad was heard up to `offset`.
    package func addresses(forProgressTo offset: VASTOffset) -> [String] {
        events.lazy.filter { $0.offset == offset }.map(\.address)
    }

    /// The places in the ad that have to be told, each once, in the order of the documents.
    package var progressOffsets: [VASTOffset] {
        events.compactMap(\.offset).reduce(into: []) { offsets, offset in
            if !offsets.contains(offset) { offsets.append(offset) }
        }
    }
}

extension AdTracking {
    /// The most addresses of one ad; the others are left out.
    package static let mostAddresses = 200

    /// Adds what a wrapper, or the document of the ad itself, wants to learn.
    mutating func add(_ ad: VASTAd) {
        impressions += ad.impressions
        errors += ad.errors
        // Without an offset, nobody knows when a progress event is due.
        events += ad.tracking.lazy.filter { $0.event != "progress" || $0.offset != nil }
            .map {
                Event(
                    name: $0.event, address: $0.address,
                    offset: $0.event == "progress" ? $0.offset : nil)
            }
        impressions = Array(impressions.prefix(Self.mostAddresses))
        errors = Array(errors.prefix(Self.mostAddresses))
        events = Array(events.prefix(Self.mostAddresses))
    }
}
