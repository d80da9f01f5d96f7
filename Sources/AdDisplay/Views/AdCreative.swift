import Advertising

/// An ad found by a plug-in: its picture, click target and sound.
public struct AdCreative: Hashable, Sendable {
    public var image: AdImage
    public var size: AdSize

    /// The alternative text of the picture.
    public var text: String

    /// The click target; `nil` if it is not clickable.
    public let target: String?

    public var sound: Sound

    /// The relation of a shown ad to a spot.
    public enum Sound: Hashable, Sendable {
        case none
        /// It accompanies a spot that is heard anyway.
        case accompanies(Advertisement)
        /// Its spot plays when it is shown.
        case brings(Advertisement)
    }

    /// A `target` that is not an http(s) address is dropped, because a page opens it unchecked.
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

    /// Whether `text` begins like an http(s) address.
    package static func isWebAddress(_ text: String) -> Bool {
        let scheme = text.prefix(8).lowercased()
        return scheme.hasPrefix("http://") || scheme.hasPrefix("https://")
    }
}

/// The place of an ad's picture, with its origin.
public struct AdImage: Hashable, Sendable {
    /// An http(s) address or a file path.
    public var place: String

    /// Who named the place; decides which networks it may lead to.
    public var source: Source

    public enum Source: Hashable, Sendable {
        /// The operator, directly or in a file.
        case typed
        /// A document at this address, which the operator named.
        case document(address: String)
        /// An advertisement being heard.
        case spot
        /// An advertisement that a listener or an ad server named; public network only.
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
        case .asNamed:
            if let documentAddress {
                // An ad server has named it, at which the operator may reach that server's host.
                .document(address: documentAddress)
            } else if tracking != nil {
                // A server's answer has named it in a file, in which the operator names files only.
                .listenersSpot
            } else {
                .spot
            }
        case .publicNetwork: .listenersSpot
        }
    }
}
