/// The drawn size of an ad.
public struct AdSize: Hashable, Sendable {
    public var width: Extent
    public var height: Extent

    /// One dimension of an ad.
    public enum Extent: Hashable, Sendable {
        /// CSS pixels.
        case pixels(Int)

        /// All the available space.
        case full
    }

    public init(width: Extent, height: Extent) {
        self.width = width
        self.height = height
    }

    /// In CSS pixels.
    public init(width: Int, height: Int) {
        self.init(width: .pixels(width), height: .pixels(height))
    }

    /// Nothing is drawn.
    public static let zero = AdSize(width: 0, height: 0)

    /// The whole screen, for interstitials.
    public static let fullScreen = AdSize(width: .full, height: .full)

    /// The size in a container, which replaces full extents.
    public func fitted(to container: AdSize) -> AdSize {
        AdSize(
            width: width == .full ? container.width : width,
            height: height == .full ? container.height : height)
    }
}

extension AdSize: CustomStringConvertible {
    /// For reports: `320x50` or `fullx50`.
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

/// The published sizes of banners, by their names in configurations (rule A15).
public enum AdSizeName: String, Hashable, Sendable, CaseIterable {
    case banner = "BANNER"

    /// 300×250 according to the manifest; one published plug-in uses 320×150.
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
