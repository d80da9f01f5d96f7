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
