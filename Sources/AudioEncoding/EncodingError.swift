/// Why sound is not encoded.
public enum EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// This machine's FFmpeg is not there, or not whole.
    case noEncoders(reason: String)
    /// The FFmpeg on this machine was built without the encoder of that name.
    case noEncoder(String)
    /// The encoder of that name does not work, for a reason in FFmpeg's words.
    case unusableEncoder(String, reason: String)

    public var description: String {
        switch self {
        case .noEncoders(let reason): reason
        case .noEncoder(let name):
            "the FFmpeg on this machine has no encoder \(name); install one that was built with it"
        case .unusableEncoder(let name, let reason):
            "the encoder \(name) does not work: \(reason); try another format"
        }
    }
}
