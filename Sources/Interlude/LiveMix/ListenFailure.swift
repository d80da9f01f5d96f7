import AudioEncoding

/// Why a session cannot be listened to.
public enum ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The session was prepared without ``SessionOptions/liveMix``.
    case notOffered
    case sessionIsOver
    case encoding(EncodingError)

    public var description: String {
        switch self {
        case .notOffered: "this session does not offer what it plays; set SessionOptions.liveMix"
        case .sessionIsOver: "the session is over"
        case .encoding(let error): error.description
        }
    }
}
