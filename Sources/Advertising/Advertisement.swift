import MediaTime

/// An audio spot with its text and banner (rule M15).
public struct Advertisement: Hashable, Sendable, Identifiable {
    /// The number of the spot in the session and its event log. The number of the ad server; 0 if it
    /// has none, and the session then assigns one that is unique in the session.
    public var id: Int

    /// The advertiser's own id, also if it is a text; `nil` if the advertiser gave none.
    public var adID: AdID?

    /// What status, banner and event log name the spot by.
    public var title: String

    /// An http(s) address or a file path.
    public var audioFileURL: String

    /// The length according to the ad server; `nil` if unknown.
    public var duration: Duration?

    public var description: String

    /// A square image, shown while the spot plays.
    public var bannerFileURL: String?

    /// The address that a click on the banner opens; `nil` if the banner is not clickable.
    public var bannerTargetURL: String?

    /// Which networks its addresses may lead to.
    public var reach = Reach.asNamed

    /// How much of the beginning of the audio is left out, because the listener joined the break when
    /// that was over.
    package var startOffset: Duration = .zero

    /// The address that an operator typed to get the document that names the audio file, which may be
    /// in the same private network; `nil` if no document does.
    package var documentAddress: String?

    /// What ad servers are to be told of it; `nil` for a spot that none has decided on.
    package var tracking: AdTracking?

    /// From where on a listener may skip it.
    package var skipping = Skipping.atOnce

    /// How long after the answer of its ad server it may begin; `nil` for always.
    package var expiry: Duration?

    /// In which it competes with other ads, according to its ad server.
    package var categories: [AdCategory] = []

    package enum Skipping: Hashable, Sendable, Codable {
        case atOnce
        case from(VASTOffset)
        /// The ad server does not allow it.
        case never
    }

    /// Which networks addresses may lead to.
    public enum Reach: String, Hashable, Sendable, Codable {
        /// Any network that the origin of the advertisement may name.
        case asNamed
        /// The public network only, because a listener named the address.
        case publicNetwork
    }

    public init(
        id: Int, title: String, audioFileURL: String, duration: Duration? = nil,
        description: String = "", bannerFileURL: String? = nil, bannerTargetURL: String? = nil,
        adID: AdID? = nil
    ) {
        self.id = id
        self.adID = adID
        self.title = title
        self.audioFileURL = audioFileURL
        self.duration = duration
        self.description = description
        self.bannerFileURL = bannerFileURL
        self.bannerTargetURL = bannerTargetURL
    }
}

extension Advertisement {
    /// How long its ad server says that the audio is, in frames; `nil` for a spot of no ad server, and
    /// one whose beginning is left out.
    package var declaredFrameCount: Int? {
        tracking != nil && startOffset == .zero ? duration?.frameCount : nil
    }

    /// The id by which an ad server knows the advertisement.
    package var serverID: AdID { adID ?? .number(id) }
}

extension Advertisement: Codable {
    /// The keys of `SPOT.json` and of the station's responses.
    ///
    /// `number` is the number that a player has assigned. Only players write it, `reach` and
    /// `startOffset`. ``tracking`` is not written: nobody but an ad server may name addresses to tell.
    private enum CodingKeys: String, CodingKey {
        case adID = "id"
        case id = "number"
        case title
        case audioFileURL = "url"
        case duration
        case description
        case bannerFileURL = "banner"
        case bannerTargetURL = "target"
        case reach
        case startOffset
    }

    /// Reads `{"id","url","title","description","duration","banner","target"}`. Only `url` is
    /// required.
    ///
    /// `id` is a number or a text, and `duration` is in seconds.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        audioFileURL = try values.decode(String.self, forKey: .audioFileURL)
        let adID = try values.decodeIfPresent(AdID.self, forKey: .adID)
        self.adID = adID == 0 || adID == "" ? nil : adID
        id = try values.decodeIfPresent(Int.self, forKey: .id) ?? adID?.number ?? 0
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        description = try values.decodeIfPresent(String.self, forKey: .description) ?? ""
        duration = try values.decodeSecondsIfPresent(forKey: .duration, within: .length)
        bannerFileURL = try values.decodeIfPresent(String.self, forKey: .bannerFileURL)
        bannerTargetURL = try values.decodeIfPresent(String.self, forKey: .bannerTargetURL)
        reach = try values.decodeIfPresent(Reach.self, forKey: .reach) ?? .asNamed
        startOffset =
            try values.decodeSecondsIfPresent(forKey: .startOffset, within: .length) ?? .zero
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(adID, forKey: .adID)
        if adID?.number ?? 0 != id { try values.encode(id, forKey: .id) }
        try values.encode(audioFileURL, forKey: .audioFileURL)
        try values.encode(title, forKey: .title)
        try values.encode(description, forKey: .description)
        if let duration {
            try values.encode(duration.inSeconds, forKey: .duration)
        }
        try values.encodeIfPresent(bannerFileURL, forKey: .bannerFileURL)
        try values.encodeIfPresent(bannerTargetURL, forKey: .bannerTargetURL)
        if reach != .asNamed { try values.encode(reach, forKey: .reach) }
        if startOffset > .zero { try values.encode(startOffset.inSeconds, forKey: .startOffset) }
    }
}
