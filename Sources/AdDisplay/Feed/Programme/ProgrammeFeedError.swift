/// A wish that the programme feed cannot grant.
public enum ProgrammeFeedError: Error, Hashable, Sendable {
    /// No row of an ad has this id, or not any more.
    case noSuchAd(String)
    case badWidth(Double)
}

extension ProgrammeFeedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchAd(let id):
            "there is no ad '\(id)' in the feed; ask for the rows again, and use an id of theirs"
        case .badWidth(let width):
            "ads cannot be \(width) points wide; give a width above 0"
        }
    }
}
