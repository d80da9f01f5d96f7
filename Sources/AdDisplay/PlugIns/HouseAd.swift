import Advertising

/// An ad of the operator.
public struct HouseAd: Hashable, Sendable, Identifiable {
    /// Assigned by the operator.
    public var id: String

    /// The picture: an http(s) address or a file path.
    public var image: String

    /// The click target, an http(s) address; `nil` if it is not clickable.
    public var target: String?

    /// The alternative text of the picture.
    public var text: String

    /// The shapes it fits; empty for every banner.
    public var shapes: Set<Shape>

    /// The only unit that shows it; `nil` for any.
    public var adUnitId: String?

    /// The spot that plays while it covers the screen.
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
    /// Parses the name of a shape: an ``AdSizeName``, or `INTERSTITIAL`.
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

    /// Reads `{"id","image","target","text","sizes","adUnitId","spot"}`; only `image` is required.
    ///
    /// `sizes` has names of sizes or `INTERSTITIAL`, and `spot` is an advertisement. The default id
    /// is the picture's address.
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
                debugDescription: "\(target) is not an http(s) address")
        }
        let names = try values.decodeIfPresent([String].self, forKey: .sizes) ?? []
        shapes = try Set(
            names.map { name in
                guard let shape = Shape(named: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .sizes, in: values,
                        debugDescription: "\(name) is not one of "
                            + (AdSizeName.allCases.map(\.rawValue) + ["INTERSTITIAL"])
                            .joined(separator: ", "))
                }
                return shape
            })
    }
}
