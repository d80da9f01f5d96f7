/// Why a session could not play, in one line: what failed, where, and what to try.
public struct SessionFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    public var kind: Kind
    public var description: String

    /// What failed. The exit status of `interlude play` follows from it.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The input exists, but is not audio that can be played.
        case unreadable
        /// The file does not exist, or cannot be read.
        case missing
        /// The stream or its server does not answer, nor the server that the mix is sent to, the decoder's libraries are not installed, or
        /// the system refuses a resource such as a thread.
        case unreachable
        /// There was no sound device to play on.
        case noOutput
        /// The output could not be opened or written, or a volume or a time of the
        /// configuration is out of its bounds.
        case output
        /// The session had ended before it was asked to play.
        case over
    }

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Whether the output has failed, and not the source.
    var isOfOutput: Bool {
        switch kind {
        case .noOutput, .output: true
        case .unreadable, .missing, .unreachable, .over: false
        }
    }

    /// A second start of a session that has ended.
    static let over = SessionFailure(
        .over, "\(CommandReply.overWords); create another session to play again")
}
