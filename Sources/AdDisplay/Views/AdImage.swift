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
