import MediaTime

/// An answer of an ad server in VAST 2.0 to 4.3, or in DAAST 1.0 or 1.1.
///
/// Says what the document says. Addresses in it are neither fetched nor checked, and macros in them
/// are not replaced.
package struct VASTDocument: Hashable, Sendable {
    package let dialect: Dialect
    /// As the document has it; `nil` if it has none.
    package let version: String?
    /// In the order in which they are to be heard: by their sequence numbers, and then those without
    /// one, which stand in for an ad that cannot be played (VAST 4.3, section 2.3.1).
    package let ads: [VASTAd]
    /// The addresses that learn why there is no ad.
    package let errors: [String]

    package enum Dialect: String, Hashable, Sendable {
        case vast = "VAST"
        case daast = "DAAST"
    }

    /// What the document comes to for a player without a picture.
    package enum Verdict: Hashable, Sendable {
        /// At least one ad can be heard.
        case playable
        /// No ad can be heard, and at least one is to be fetched from elsewhere.
        case wrapper
        /// The server has no ad.
        case noAd
        /// No ad can be heard; the code is that of the first one.
        case error(VASTError)
    }

    package var verdict: Verdict {
        let verdicts = ads.map(\.verdict)
        guard let first = verdicts.first else { return .noAd }
        return [.playable, .wrapper].first { verdicts.contains($0) } ?? first
    }

    /// The most bytes that a document may have.
    package static let maximumByteCount = 4 << 20
}

/// An ad of a document.
package struct VASTAd: Hashable, Sendable {
    package var id: String?
    /// Its place in a pod; `nil` for an ad that stands alone.
    package var sequence: Int?
    package var content: Content
    /// `nil` if the document says nothing, as before VAST 4.1, or nothing that is known.
    package var adType: AdType?
    package var title: String?
    package var advertiser: String?
    package var categories: [VASTCategory] = []
    /// In seconds from the answer on; `nil` if it does not expire.
    package var expires: Int?
    package var impressions: [String] = []
    package var errors: [String] = []
    /// What has to be told of its linear creative, by the name of the event.
    package var tracking: [VASTTracking] = []
    package var clickThrough: String?
    package var clickTracking: [String] = []
    package var companions: [VASTCompanion] = []
    /// How many of ``companions`` have to be shown for the ad to be heard.
    package var requiredCompanions = VASTCompanion.Requirement.none
    /// By which registries know its linear creative, each as `registry id`.
    package var universalIDs: [String] = []
    /// The id of this delivery of the ad; `nil` before VAST 4.1.
    package var servingID: String?
    package var verifications: [VASTVerification] = []

    /// What an ad is made for (VAST 4.3, section 3.3). Only the sound of each is heard.
    package enum AdType: String, Hashable, Sendable, CaseIterable {
        case audio
        /// Its sound is enough where there is no picture.
        case hybrid
        case video
    }

    package enum Content: Hashable, Sendable {
        case inline(VASTInline)
        case wrapper(VASTWrapper)
        /// Neither, so that nothing of it can be heard.
        case nothing
    }

    package var verdict: VASTDocument.Verdict {
        switch content {
        case .nothing: .error(.schema)
        case .wrapper(let wrapper): wrapper.address == nil ? .error(.schema) : .wrapper
        case .inline(let inline): mistake(of: inline).map { .error($0) } ?? .playable
        }
    }

    /// Why an ad cannot be heard; `nil` if it can.
    func mistake(of inline: VASTInline) -> VASTError? {
        if let mistake = inline.mistake { return mistake }
        let shownCount = bestPicture == nil ? 0 : 1
        switch requiredCompanions {
        case .all: return shownCount < companions.count ? .companionRequired : nil
        case .any: return shownCount == 0 ? .companionRequired : nil
        case .none: return nil
        }
    }

    /// The companion that is shown beside the ad: of the pictures at an address the one that is most
    /// like a square, as players show it; `nil` if there is none.
    package var bestPicture: VASTCompanion? {
        companions.filter(\.isPicture).min { $0.narrowness < $1.narrowness }
    }
}

/// A category of an ad, as its document names it (VAST 4.3, section 3.4).
package struct VASTCategory: Hashable, Sendable {
    package var code: String
    /// The organisation whose list has ``code``, mostly as an address; `nil` if the document names none.
    package var authority: String?

    package init(code: String, authority: String? = nil) {
        self.code = code
        self.authority = authority
    }
}

/// What an ad brings itself.
package struct VASTInline: Hashable, Sendable {
    /// The linear creative; `nil` if it has none.
    package var linear: VASTLinear?
    /// Whether a creative is shown beside the content.
    package var hasNonLinear = false

    /// Why nothing of it can be heard; `nil` if something can.
    package var mistake: VASTError? {
        guard let linear else { return hasNonLinear ? .linearity : .schema }
        if linear.chosen != nil { return nil }
        if linear.media.contains(where: { $0.framework?.uppercased() == "VPAID" }) { return .vpaid }
        if !linear.media.isEmpty { return .mediaType }
        return linear.hasInteractiveFile ? .interactive : .schema
    }
}

/// An ad that another server has.
package struct VASTWrapper: Hashable, Sendable {
    /// Where the next document is; `nil` if the wrapper does not say.
    package var address: String?
    /// Whether the next document may have a wrapper too.
    package var followsWrappers = true
    /// Whether more than the first ad of the next document may be heard.
    package var allowsSeveral: Bool
    /// Whether an ad that stands alone may be heard if the next document has none.
    ///
    /// `nil` if the wrapper does not say.
    package var fallsBack: Bool?
    package var blockedCategories: [String] = []
}

/// An event to tell, and where.
package struct VASTTracking: Hashable, Sendable {
    package var event: String
    package var address: String
    /// When a `progress` event is due; `nil` for other events.
    package var offset: VASTOffset?
}

/// A place in a creative.
package enum VASTOffset: Hashable, Sendable, Codable {
    case time(Duration)
    /// From 0 to 1.
    case share(Double)
}

/// An ad that is heard in place of the programme.
package struct VASTLinear: Hashable, Sendable {
    package var duration: Duration?
    /// From where on a listener may skip it; `nil` if never.
    package var skipOffset: VASTOffset?
    package var media: [VASTMedia] = []
    /// Whether a file has to run to show it.
    package var hasInteractiveFile = false

    /// The media file that is heard; `nil` if none can be.
    package var chosen: VASTMedia? {
        media.filter(\.isPlayable).min { $0.cost.lexicographicallyPrecedes($1.cost) }
    }
}

/// A media file of a linear ad.
package struct VASTMedia: Hashable, Sendable {
    package var address: String
    package var type: String?
    /// In kb/s; the greatest one of a range.
    package var bitrate: Int?
    package var delivery: String?
    package var codec: String?
    /// The programming interface of a file that has to run, as VPAID.
    package var framework: String?
}

/// What is shown beside an ad.
package struct VASTCompanion: Hashable, Sendable {
    package var id: String?
    package var width: Int?
    package var height: Int?
    /// The address of a picture, a frame or a page, whichever it has.
    package var resource: String?
    package var kind = Kind.picture
    package var clickThrough: String?
    package var clickTracking: [String] = []
    /// The addresses that learn that it was shown.
    package var views: [String] = []

    package enum Kind: Hashable, Sendable {
        /// Of a static resource, which is a picture unless its type says otherwise.
        case picture
        case other
    }

    /// How many companions of an ad have to be shown (VAST 4.3, section 3.17.1).
    package enum Requirement: String, Hashable, Sendable {
        case all
        case any
        case none
    }

    /// Whether it is a picture at an address, of a shape that can be shown beside a spot.
    fileprivate var isPicture: Bool {
        guard kind == .picture, let resource, narrowness <= Self.mostNarrow else { return false }
        return resource.hasPrefix("https://") || resource.hasPrefix("http://")
    }

    /// How many times longer its longer side is. A picture without a size counts as a square.
    fileprivate var narrowness: Double {
        guard let width, let height, width > 0, height > 0 else { return 1 }
        return Double(max(width, height)) / Double(min(width, height))
    }

    /// Of what is narrower, too little would be seen in a square.
    private static let mostNarrow = 1.5
}

/// A program that a server wants to run to check that the ad was played. None is run here.
package struct VASTVerification: Hashable, Sendable {
    package var vendor: String?
    package var resources: [String] = []
    /// The addresses that learn that it was not run.
    package var notExecuted: [String] = []
}

extension VASTOffset {
    /// The place in an ad of `frameCount` frames, up to which it has to be heard.
    package func frame(ofFrameCount frameCount: Int) -> Int {
        switch self {
        case .time(let time): time.frameCount
        case .share(let share): Int(saturating: (share * Double(frameCount)).rounded(.up))
        }
    }
}
