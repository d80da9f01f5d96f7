import MediaTime

/// An advertisement that a block of an ICY stream announces, in the fields of AdsWizz or in its
/// title.
package struct ICYAd: Hashable, Sendable {
    /// How long it is; `nil` if the block does not say. An advertisement ends at the latest with
    /// the next block that has a title.
    package var duration: Duration?
    /// Where it stands in the programme; `nil` if the block does not say.
    package var insertion: ICYInsertion?
    package var id: String?

    /// How long one is that does not say.
    package static let usualLength = Duration.seconds(30)

    package init(duration: Duration? = nil, insertion: ICYInsertion? = nil, id: String? = nil) {
        self.duration = duration
        self.insertion = insertion
        self.id = id
    }
}

/// Values of `insertionType` that stand for an advertisement. Others, such as `live` or
/// `station_id`, do not.
package enum ICYInsertion: String, Hashable, Sendable, Codable {
    case preroll
    case midroll
    case postroll
}

extension ICYMetadata {
    /// The advertisement that begins with this block; `nil` if none does. A field counts by its
    /// whole name, so `no_adw_ad='true'` is none.
    package var ad: ICYAd? {
        let insertion = insertionType.flatMap(ICYInsertion.init)
        if isMarkedByFields || insertion != nil {
            return ICYAd(duration: statedDuration, insertion: insertion, id: self["adId"])
        }
        guard case .start(let duration)? = title.flatMap(TitleMarker.init(title:)) else {
            return nil
        }
        return ICYAd(duration: duration)
    }

    /// The value of `insertionType` without space around it, in lower case.
    package var insertionType: String? {
        self["insertionType"].map { $0.trimmingSpace.lowercased() }
    }

    private var isMarkedByFields: Bool {
        self["adw_ad"]?.trimmingSpace.lowercased() == "true"
    }

    private var statedDuration: Duration? {
        self["durationMilliseconds"].flatMap { Duration(milliseconds: $0.trimmingSpace) }
    }
}

extension Duration {
    /// The length that `text` states in whole milliseconds; `nil` for another text, and for a
    /// length beyond the bounds of one.
    init?(milliseconds text: some StringProtocol) {
        guard let number = Int64(text) else { return nil }
        let length = Duration.milliseconds(number)
        guard TimeBounds.length.range.contains(length) else { return nil }
        self = length
    }
}

extension StringProtocol {
    /// The text without white space at its start and its end.
    var trimmingSpace: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
