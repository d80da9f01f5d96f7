import Advertising

/// One of the operator's own ads.
public struct HouseAd: Hashable, Sendable, Identifiable {
    /// The operator's name for it.
    public var id: String

    /// Where its picture is: an http(s) address, or a file.
    public var image: String

    /// Where a click leads, an http(s) address; `nil` where there is nothing to click.
    public var target: String?

    /// What the picture says, for those who do not see it.
    public var text: String

    /// What it fits; empty for every banner.
    public var shapes: Set<Shape>

    /// The only unit that it is shown in; `nil` for any.
    public var adUnitId: String?

    /// What is heard while it covers the screen.
    public var spot: Advertisement?

    /// A shape that ads are made for.
    public enum Shape: Hashable, Sendable {
        case banner(AdSizeName)
        case interstitial
    }

    public init(
        id: String, image: String, target: String? = nil, text: String = "",
        shapes: Set<Shape> = [], adUnitId: String? = nil, spot: Advertisement? = nil
    ) {
        self.id = id
        self.image = image
        self.target = target
        self.text = text
        self.shapes = shapes
        self.adUnitId = adUnitId
        self.spot = spot
    }
}

extension HouseAd.Shape {
    /// Reads a shape by the name that lists have for it: one of ``AdSizeName``, or `INTERSTITIAL`.
    public init?(named name: String) {
        if name == "INTERSTITIAL" {
            self = .interstitial
        } else if let size = AdSizeName(rawValue: name) {
            self = .banner(size)
        } else {
            return nil
        }
    }
}

extension HouseAd: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, image, target, text, sizes, adUnitId, spot
    }

    /// Reads `{"id","image","target","text","sizes","adUnitId","spot"}`; all but `image` may be
    /// missing.
    ///
    /// `sizes` holds names of sizes or `INTERSTITIAL`, `spot` is an advertisement. An ad without an
    /// id is known by its picture.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        image = try values.decode(String.self, forKey: .image)
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? image
        text = try values.decodeIfPresent(String.self, forKey: .text) ?? ""
        adUnitId = try values.decodeIfPresent(String.self, forKey: .adUnitId)
        spot = try values.decodeIfPresent(Advertisement.self, forKey: .spot)
        target = try values.decodeIfPresent(String.self, forKey: .target)
        if let target, !AdCreative.isWebAddress(target) {
            throw DecodingError.dataCorruptedError(
                forKey: .target, in: values,
                debugDescription: "\(target) is no http(s) address")
        }
        let names = try values.decodeIfPresent([String].self, forKey: .sizes) ?? []
        shapes = try Set(
            names.map { name in
                guard let shape = Shape(named: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .sizes, in: values,
                        debugDescription: "\(name) is none of "
                            + (AdSizeName.allCases.map(\.rawValue) + ["INTERSTITIAL"])
                            .joined(separator: ", "))
                }
                return shape
            })
    }
}
