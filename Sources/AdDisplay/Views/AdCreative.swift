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

/// Where an ad's picture is, and who says so.
public struct AdImage: Hashable, Sendable {
    /// An http(s) address or a file's path.
    public var place: String

    /// Who named the place, which decides where it may lead.
    public var source: Source

    public enum Source: Hashable, Sendable {
        /// The operator, or a file of his.
        case typed
        /// A document at this address, which the operator typed.
        case document(address: String)
        /// The advertisement that is heard.
        case spot
        /// The same, named by a listener: it may lead into the public network only.
        case listenersSpot
    }

    public init(_ place: String, from source: Source) {
        self.place = place
        self.source = source
    }
}

extension Advertisement {
    /// Who named its banner.
    public var bannerSource: AdImage.Source {
        switch reach {
        case .asNamed: .spot
        case .publicNetwork: .listenersSpot
        }
    }
}
