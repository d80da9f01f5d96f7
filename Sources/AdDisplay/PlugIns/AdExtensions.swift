import MediaTime

/// The ad settings of an entry of a feed (`extensions`).
public struct AdExtensions: Hashable, Sendable {
    /// The entry's banner; `nil` without one.
    public var banner: AdConfig?

    /// The interstitial for the entry's screen; `nil` without one.
    public var interstitial: AdConfig?

    public var videoAds: VideoAds?

    /// The breaks of the entry's video.
    public enum VideoAds: Hashable, Sendable {
        /// The address of a VMAP document with the breaks.
        case document(address: String)
        case breaks([Break])
    }

    /// A break, with the address that its ads are requested from.
    public struct Break: Hashable, Sendable {
        public var offset: Offset
        public var address: String

        public init(_ offset: Offset, address: String) {
            self.offset = offset
            self.address = address
        }
    }

    /// The position of a break.
    public enum Offset: Hashable, Sendable {
        case preroll
        case time(Duration)
        case postroll
    }

    public init(
        banner: AdConfig? = nil, interstitial: AdConfig? = nil, videoAds: VideoAds? = nil
    ) {
        self.banner = banner
        self.interstitial = interstitial
        self.videoAds = videoAds
    }
}

extension AdExtensions: Decodable {
    private enum CodingKeys: String, CodingKey {
        case adConfig = "ad_config"
        case videoAds = "video_ads"
    }

    private struct Tags: Decodable {
        var ad_tag: String?
        var ad_size: String?
        var interstitial_ad_tag: String?
    }

    /// Reads `{"ad_config": {"ad_tag","ad_size","interstitial_ad_tag"}, "video_ads": …}`; all of it
    /// is optional.
    ///
    /// `video_ads` is an address, or an array of `{"offset","ad_url"}`. The default banner size is
    /// `BANNER`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let tags = try values.decodeIfPresent(Tags.self, forKey: .adConfig)
        banner = tags?.ad_tag.map {
            AdConfig(
                adUnitId: $0, inlineBannerSize: tags?.ad_size ?? AdSizeName.banner.rawValue)
        }
        interstitial = tags?.interstitial_ad_tag.map {
            AdConfig(adUnitId: $0, adType: .interstitial)
        }
        videoAds = try values.decodeIfPresent(VideoAds.self, forKey: .videoAds)
    }
}

extension AdExtensions.VideoAds: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            self = .document(address: try value.decode(String.self))
        } catch DecodingError.typeMismatch {
            self = .breaks(try value.decode([AdExtensions.Break].self))
        }
    }
}

extension AdExtensions.Break: Decodable {
    private enum CodingKeys: String, CodingKey {
        case offset
        case address = "ad_url"
    }
}

extension AdExtensions.Offset: Decodable {
    /// Reads `preroll` or `postroll`, ignoring case, or a number of seconds.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let name: String
        do {
            name = try value.decode(String.self).lowercased()
        } catch DecodingError.typeMismatch {
            self = .time(try value.decodeSeconds(within: .position))
            return
        }
        switch name {
        case "preroll": self = .preroll
        case "postroll": self = .postroll
        default:
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "\(name) is neither preroll nor postroll nor seconds")
        }
    }
}
