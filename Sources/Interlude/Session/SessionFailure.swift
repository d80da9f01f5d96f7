/// Why a session could not play, in one line that says what, where and what to try.
public struct SessionFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    public var kind: Kind
    public var description: String

    public enum Kind: String, Hashable, Sendable, Codable {
        /// The input is there and is not audio that can be played.
        case unreadable
        /// There is no such file, or it cannot be read.
        case missing
        /// The stream or its server does not answer, or what decodes it is not installed, or the
        /// system lets this process have too little.
        case unreachable
        /// The output could not be written.
        case output
    }

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
