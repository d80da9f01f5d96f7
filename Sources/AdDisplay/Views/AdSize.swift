/// How large an ad is drawn.
public struct AdSize: Hashable, Sendable {
    public var width: Extent
    public var height: Extent

    /// One side of an ad.
    public enum Extent: Hashable, Sendable {
        /// CSS pixels.
        case pixels(Int)

        /// As much as there is room for.
        case full
    }

    public init(width: Extent, height: Extent) {
        self.width = width
        self.height = height
    }

    /// A size in CSS pixels.
    public init(width: Int, height: Int) {
        self.init(width: .pixels(width), height: .pixels(height))
    }

    /// Nothing is drawn.
    public static let zero = AdSize(width: 0, height: 0)

    /// The whole screen, as an interstitial has it.
    public static let fullScreen = AdSize(width: .full, height: .full)

    /// The size in a container: what is full is as large as that.
    public func fitted(to container: AdSize) -> AdSize {
        AdSize(
            width: width == .full ? container.width : width,
            height: height == .full ? container.height : height)
    }
}

extension AdSize: CustomStringConvertible {
    /// As in reports: `320x50`, or `fullx50`.
    public var description: String { "\(width)x\(height)" }
}

extension AdSize.Extent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pixels(let count): String(count)
        case .full: "full"
        }
    }
}

/// The sizes that banners are published in, by the names that configurations have for them
/// (rule A15).
public enum AdSizeName: String, Hashable, Sendable, CaseIterable {
    case banner = "BANNER"

    /// 300×250, as the manifest says. One published plug-in makes it 320×150.
    case boxBanner = "BOX_BANNER"

    /// As wide as the page.
    case smartBanner = "SMART_BANNER"

    /// For tablets.
    case standard = "STANDARD"

    case billboardBanner = "BILLBOARD_BANNER"
    case sponsor = "SPONSOR"

    public var size: AdSize {
        switch self {
        case .banner: AdSize(width: 320, height: 50)
        case .boxBanner: AdSize(width: 300, height: 250)
        case .smartBanner: AdSize(width: .full, height: .pixels(50))
        case .standard: AdSize(width: 728, height: 90)
        case .billboardBanner: AdSize(width: 320, height: 150)
        case .sponsor: AdSize(width: 320, height: 51)
        }
    }
}
