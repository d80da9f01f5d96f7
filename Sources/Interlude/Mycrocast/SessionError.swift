/// Why a session with the back end does not come about, or what it refuses (rule M1).
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    public var kind: Kind

    /// What, where and what to try, in one line.
    public var message: String

    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The apiKey is not known, or the session has ended.
        case authentication
        /// The back end cannot be reached or is out of order.
        case connection
        /// The customerToken does not belong to the apiKey.
        case security
        /// There is no such stream.
        case stream
        case generic
    }

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { "\(kind.rawValue): \(message)" }

    /// What every call but ``Mycrocast/start(apiKey:customerToken:)`` fails with before that.
    static let notStarted = SessionError(.generic, "there is no session; call start first")
}

extension SessionError: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind = "error"
        case message
    }
}
