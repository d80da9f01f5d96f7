/// What sound is encoded as for those who listen to it live.
public enum ListenFormat: String, CaseIterable, Hashable, Sendable {
    /// Opus in pages of Ogg (RFC 7845), 128 kb/s.
    case oggOpus
    /// MPEG-1 layer III, 192 kb/s, of frames that each can be decoded without those before.
    case mp3

    /// What it is called in HTTP.
    public var contentType: String {
        switch self {
        case .oggOpus: "audio/ogg; codecs=opus"
        case .mp3: "audio/mpeg"
        }
    }
}
