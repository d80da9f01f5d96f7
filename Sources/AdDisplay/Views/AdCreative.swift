import Advertising

/// An ad as a plug-in finds it: what is drawn, where a click leads, and what is heard with it.
public struct AdCreative: Hashable, Sendable {
    public var image: AdImage
    public var size: AdSize

    /// What the picture says, for those who do not see it.
    public var text: String

    /// Where a click leads; `nil` where there is nothing to click.
    public let target: String?

    public var sound: Sound

    /// What an ad that is seen has to do with one that is heard.
    public enum Sound: Hashable, Sendable {
        case none
        /// It belongs to an advertisement that is heard anyway.
        case accompanies(Advertisement)
        /// This is to be heard when it is shown.
        case brings(Advertisement)
    }

    /// Of a `target` that is no http(s) address nothing is kept: a page follows it as it stands.
    public init(
        image: AdImage, size: AdSize, text: String = "", target: String? = nil,
        sound: Sound = .none
    ) {
        self.image = image
        self.size = size
        self.text = text
        self.target = target.flatMap { Self.isWebAddress($0) ? $0 : nil }
        self.sound = sound
    }

    /// Whether `text` begins as an http(s) address does.
    package static func isWebAddress(_ text: String) -> Bool {
        let scheme = text.prefix(8).lowercased()
        return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
    }
}
