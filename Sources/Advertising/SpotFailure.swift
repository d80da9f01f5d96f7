/// Why a spot was not heard, or not to its end.
public struct SpotFailure: Hashable, Sendable, Codable {
    /// What decides the VAST error code.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// The address is invalid or may not be requested.
        case badAddress
        /// The server does not have the spot or refuses it.
        case notFound
        /// No response within the connect timeout.
        case connectTimeout
        /// The response stopped arriving.
        case stalled
        /// Loading exceeded its total timeout.
        case loadTimeout
        /// A format that cannot be decoded.
        case unsupported
        /// Broken or empty audio.
        case undecodable
        /// Playing exceeded its deadline.
        case overran
        /// It is longer or shorter than its ad server says.
        case otherLength
        /// The break ended before its turn.
        case breakShortened
        /// Anything else.
        case other
    }

    public var reason: Reason

    /// A message for people, with the address.
    public var words: String

    public init(_ reason: Reason, _ words: String = "") {
        self.reason = reason
        self.words = words
    }

    /// The closest VAST error code (VAST 4.3, 2.3.6.3).
    public var code: Int {
        switch reason {
        case .otherLength: 202
        case .breakShortened: 206
        case .badAddress, .notFound: 401
        case .connectTimeout, .stalled, .loadTimeout: 402
        case .unsupported: 403
        case .undecodable: 405
        case .overran, .other: 400
        }
    }
}

/// How a spot ended, in the words of the finish report.
public enum FinishStatus: String, Hashable, Sendable, Codable {
    /// Heard to its last frame.
    case finished = "FINISHED"

    /// Failed, skipped or stopped.
    case aborted = "ABORTED"
}
