import MediaTime

/// One audio spot with what is shown and told beside it (rule M15).
public struct Advertisement: Hashable, Sendable, Identifiable {
    /// The ad server's name for it.
    public var id: Int

    public var title: String

    /// Where the spot's audio is: an http(s) address or a file's path.
    public var audioFileURL: String

    /// How long the ad server says that the spot lasts; `nil` when it does not say.
    public var duration: Duration?

    public var description: String

    /// A square image to be shown while the spot plays.
    public var bannerFileURL: String?

    /// Where a click on the banner leads; without one there is nothing to click.
    public var bannerTargetURL: String?

    /// How far its addresses may lead.
    public var reach = Reach.asNamed

    /// How far addresses may lead.
    public enum Reach: String, Hashable, Sendable, Codable {
        /// As far as those may name who named it.
        case asNamed
        /// Into the public network only, since a listener has named it.
        case publicNetwork
    }

    public init(
        id: Int, title: String, audioFileURL: String, duration: Duration? = nil,
        description: String = "", bannerFileURL: String? = nil, bannerTargetURL: String? = nil
    ) {
        self.id = id
        self.title = title
        self.audioFileURL = audioFileURL
        self.duration = duration
        self.description = description
        self.bannerFileURL = bannerFileURL
        self.bannerTargetURL = bannerTargetURL
    }
}

extension Advertisement: Codable {
    /// The keys of a `SPOT.json` and of the station's answers.
    private enum CodingKeys: String, CodingKey {
        case id
        case title
        case audioFileURL = "url"
        case duration
        case description
        case bannerFileURL = "banner"
        case bannerTargetURL = "target"
        case reach
    }

    /// Reads `{"id","url","title","description","duration","banner","target"}`; all but `url` may
    /// be missing.
    ///
    /// `duration` is in seconds. An id that is missing is 0.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        audioFileURL = try values.decode(String.self, forKey: .audioFileURL)
        id = try values.decodeIfPresent(Int.self, forKey: .id) ?? 0
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        description = try values.decodeIfPresent(String.self, forKey: .description) ?? ""
        duration = try values.decodeSecondsIfPresent(forKey: .duration, within: .length)
        bannerFileURL = try values.decodeIfPresent(String.self, forKey: .bannerFileURL)
        bannerTargetURL = try values.decodeIfPresent(String.self, forKey: .bannerTargetURL)
        reach = try values.decodeIfPresent(Reach.self, forKey: .reach) ?? .asNamed
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(audioFileURL, forKey: .audioFileURL)
        try values.encode(title, forKey: .title)
        try values.encode(description, forKey: .description)
        if let duration {
            try values.encode(duration.inSeconds, forKey: .duration)
        }
        try values.encodeIfPresent(bannerFileURL, forKey: .bannerFileURL)
        try values.encodeIfPresent(bannerTargetURL, forKey: .bannerTargetURL)
        if reach != .asNamed { try values.encode(reach, forKey: .reach) }
    }
}
