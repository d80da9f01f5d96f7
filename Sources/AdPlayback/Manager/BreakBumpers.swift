import Advertising

/// What is heard before the first and after the last ad of a break, and is no ad itself.
public struct BreakBumpers: Hashable, Sendable, Codable {
    /// Before the first ad; `nil` for none.
    public var opening: Advertisement?

    /// After the last ad; `nil` for none.
    public var closing: Advertisement?

    public init(opening: Advertisement? = nil, closing: Advertisement? = nil) {
        self.opening = opening
        self.closing = closing
    }

    /// The place in a break of what is no ad, with its word in the event log.
    package enum Place: String, Hashable, Sendable, Codable {
        case opening = "in"
        case closing = "out"
        /// The slate: after the ads, for as long as the break has nothing else.
        case slate
    }

    /// The places that have a bumper.
    package var places: Set<Place> {
        Set((opening == nil ? [] : [.opening]) + (closing == nil ? [] : [.closing]))
    }
}
