/// The formats in which live audio is encoded for listeners.
public enum ListenFormat: String, CaseIterable, Hashable, Sendable {
    /// Opus in Ogg pages (RFC 7845), 128 kb/s.
    case oggOpus
    /// MPEG-1 Layer III, 192 kb/s, without a bit reservoir: each frame can be decoded by itself.
    case mp3

    /// The value of the HTTP `Content-Type` field.
    public var contentType: String {
        switch self {
        case .oggOpus: "audio/ogg; codecs=opus"
        case .mp3: "audio/mpeg"
        }
    }

    package var codec: SoundCodec {
        switch self {
        case .oggOpus: .opus
        case .mp3: .mp3
        }
    }
}
