/// Why audio cannot be encoded.
public enum EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// FFmpeg is missing on this machine, or incomplete.
    case noEncoders(reason: String)
    /// The FFmpeg on this machine was built without the named encoder.
    case noEncoder(String)
    /// The named encoder does not work; `reason` is FFmpeg's description.
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
