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

    /// What is known of the ad, by the names of the macros.
    package var facts: [String: String] = [:]

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

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        impressions = try values.decode([String].self, forKey: .impressions)
        errors = try values.decode([String].self, forKey: .errors)
        events = try values.decode([Event].self, forKey: .events)
        // Older recordings do not have them.
        facts = try values.decodeIfPresent([String: String].self, forKey: .facts) ?? [:]
    }

    /// The events that are no tracking events of a linear ad: a click, a companion that is shown, and
    /// the program of a verification that is not run.
    package static let click = "click"
    package static let companionView = "companionView"
    package static let verificationNotExecuted = "verificationNotExecuted"

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
    /// The most addresses of one ad for its impressions, for its errors and for each event that is
    /// told; and for all other events together. Those beyond are left out.
    package static let mostAddresses = 200

    /// The events of ads and breaks that are told. A document with many others leaves room for them.
    static let toldEvents: Set<String> = [
        "loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
        "progress", "mute", "unmute", "pause", "resume", "skip", "notUsed", click, companionView,
        verificationNotExecuted, "impression", "error", "breakStart", "breakEnd",
    ]

    /// The most UTF-8 bytes of a fact, since each beacon of the ad has all of them.
    static let factLimit = 2048

    /// Adds what is to be told of the companion that is shown, and what is known of the ad.
    mutating func add(_ ad: VASTAd, _ media: VASTMedia) {
        if let picture = ad.bestPicture {
            events += picture.views.map { Event(name: Self.companionView, address: $0) }
            events += picture.clickTracking.map { Event(name: Self.click, address: $0) }
            limit()
        }
        note("ASSETURI", media.address)
        note("ADSERVINGID", ad.servingID)
        // Nothing of a video ad but its sound is heard.
        facts["ADTYPE"] = ad.adType == .video ? nil : ad.adType?.rawValue
        facts["PODSEQUENCE"] = ad.sequence.map(String.init)
        note("UNIVERSALADID", ad.universalIDs)
        note("ADCATEGORIES", ad.categories.map(\.code))
    }

    /// Adds a fact, unless it is too long.
    private mutating func note(_ name: String, _ value: String?) {
        facts[name] = value.flatMap { $0.utf8.count <= Self.factLimit ? $0 : nil }
    }

    /// Adds a list, without the elements from the first one on that is too much.
    private mutating func note(_ name: String, _ values: [String]) {
        // No comma follows the last one.
        var rest = Self.factLimit + 1
        let kept = values.prefix { value in
            rest -= value.utf8.count + 1
            return rest >= 0
        }
        if !kept.isEmpty { facts[name] = kept.joined(separator: ",") }
    }

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
        events += ad.clickTracking.map { Event(name: Self.click, address: $0) }
        events += ad.verifications.flatMap(\.notExecuted)
            .map { Event(name: Self.verificationNotExecuted, address: $0) }
        limit()
    }

    /// Leaves out the addresses beyond ``mostAddresses``.
    mutating func limit() {
        impressions = Array(impressions.prefix(Self.mostAddresses))
        errors = Array(errors.prefix(Self.mostAddresses))
        events = events.limited()
    }
}

extension [AdTracking.Event] {
    /// Without the addresses beyond ``AdTracking/mostAddresses``.
    package func limited() -> [AdTracking.Event] {
        var counts: [String: Int] = [:]
        return filter { event in
            let name = AdTracking.toldEvents.contains(event.name) ? event.name : ""
            counts[name, default: 0] += 1
            return counts[name, default: 0] <= AdTracking.mostAddresses
        }
    }
}
