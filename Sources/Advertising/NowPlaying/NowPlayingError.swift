/// A document that is no now-playing feed. The description is one line and says what to try.
package struct NowPlayingError: Error, Hashable, Sendable {
    /// The document's origin.
    package var address: String
    package var reason: Reason

    package enum Reason: Error, Hashable, Sendable {
        case tooLarge(maximumByteCount: Int)
        /// It is not JSON or XML that can be read.
        case unreadable(AdScheduleError.Reason)
        /// JSON or XML of something else.
        case otherDocument
    }
}

extension NowPlayingError: CustomStringConvertible {
    package var description: String { "\(address): \(reason.words)" }
}

extension NowPlayingError.Reason {
    fileprivate var words: String {
        switch self {
        case .tooLarge(let maximum):
            "is larger than the \(maximum) bytes that a now-playing feed may have; "
                + "request fewer entries"
        case .unreadable(.empty): "is empty; check the station's name in the address"
        case .unreadable(.unknownFormat):
            "is neither JSON nor XML; name the address of a now-playing feed"
        case .unreadable(let reason): reason.words
        case .otherDocument:
            "has no entries of a now-playing feed; name the address of such a feed"
        }
    }
}
