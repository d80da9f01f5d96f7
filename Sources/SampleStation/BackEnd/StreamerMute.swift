/// Whether a streamer lets himself be heard.
enum StreamerMute: Sendable {
    case muted
    case unmuted

    var isMuted: Bool {
        switch self {
        case .muted: true
        case .unmuted: false
        }
    }
}
