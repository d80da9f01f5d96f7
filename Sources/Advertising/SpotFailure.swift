/// Why a spot could not be played.
public struct SpotFailure: Hashable, Sendable, Codable {
    /// What went wrong.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// The address cannot be read, or may not be asked.
        case badAddress
        /// The server does not have it, or refuses it.
        case notFound
        /// No answer within the connect deadline.
        case connectTimeout
        /// The answer stopped coming.
        case stalled
        /// Loading went on past its whole deadline.
        case loadTimeout
        /// A format that cannot be decoded.
        case unsupported
        /// Audio that is broken or empty.
        case undecodable
        /// Playing went on past its deadline.
        case overran
        /// Anything else.
        case other
    }

    public var reason: Reason

    /// For people: what, and where.
    public var words: String

    public init(_ reason: Reason, _ words: String = "") {
        self.reason = reason
        self.words = words
    }

    /// The VAST error code that fits best (VAST 4.3, 2.3.6.3).
    public var code: Int {
        switch reason {
        case .badAddress, .notFound: 401
        case .connectTimeout, .stalled, .loadTimeout: 402
        case .unsupported: 403
        case .undecodable: 405
        case .overran, .other: 400
        }
    }
}

/// How the playing of a spot ended, in the words of the finish report.
public enum FinishStatus: String, Hashable, Sendable, Codable {
    /// Heard to its last frame.
    case finished = "FINISHED"

    /// Failed, skipped or stopped.
    case aborted = "ABORTED"
}
