/// One stream of the catalogue (rule M4).
package struct LiveStream: Codable, Hashable, Sendable, Identifiable {
    package var id: Int
    package var title: String
    package var description: String
    package var genre: String
    package var language: String

    /// How many are listening to the stream's mount.
    package var listeners: Int

    /// When the stream began, in seconds since 1970.
    package var startTime: Double

    package var likes: Int
    package var dislikes: Int

    /// The streamer has muted: listeners hear the mute music.
    package var muted: Bool

    package var muteMusicUrl: String?
    package var streamer: Streamer
    package var mountPoint: String

    /// Where the audio is.
    package var url: String

    /// The stream with addresses below `base` in place of paths.
    func located(at base: String) -> LiveStream {
        var located = self
        located.url = base + mountPoint
        located.muteMusicUrl = muteMusicUrl.map { "\(base)/\($0)" }
        return located
    }
}

/// Who sends a stream.
package struct Streamer: Codable, Hashable, Sendable, Identifiable {
    package var id: Int
    package var name: String
    package var likes: Int
    package var dislikes: Int
}

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

/// What an operator says of a stream that is added or changed; nil leaves a field as it is.
package struct StreamChange: Codable, Sendable {
    package var title: String?
    package var description: String?
    package var genre: String?
    package var language: String?
    package var likes: Int?
    package var dislikes: Int?

    /// The encoding, and so the mount; MP3 for a new stream that does not say.
    package var codec: LiveCodec?

    package init(title: String? = nil, codec: LiveCodec? = nil) {
        self.title = title
        self.codec = codec
    }

    func apply(to stream: inout LiveStream) {
        if let title { stream.title = title }
        if let description { stream.description = description }
        if let genre { stream.genre = genre }
        if let language { stream.language = language }
        if let likes { stream.likes = likes }
        if let dislikes { stream.dislikes = dislikes }
        if let codec {
            stream.mountPoint = codec.mountPoint
            stream.url = codec.mountPoint
        }
    }
}
