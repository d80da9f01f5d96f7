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
