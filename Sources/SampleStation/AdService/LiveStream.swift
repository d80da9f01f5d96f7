/// A stream of the catalogue (rule M4).
package struct LiveStream: Codable, Hashable, Sendable, Identifiable {
    package var id: Int
    package var title: String
    package var description: String
    package var genre: String
    package var language: String

    /// The number of listeners of the stream's mount.
    package var listeners: Int

    /// The start of the stream in seconds since 1970.
    package var startTime: Double

    package var likes: Int
    package var dislikes: Int

    /// The streamer is muted, and listeners hear the mute music.
    package var muted: Bool

    package var muteMusicUrl: String?
    package var streamer: Streamer
    package var mountPoint: String

    /// The address of the audio.
    package var url: String

    /// The stream with its paths as addresses below `base`.
    func located(at base: String) -> LiveStream {
        var located = self
        located.url = base + mountPoint
        located.muteMusicUrl = muteMusicUrl.map { "\(base)/\($0)" }
        return located
    }
}

/// The sender of a stream.
package struct Streamer: Codable, Hashable, Sendable, Identifiable {
    package var id: Int
    package var name: String
    package var likes: Int
    package var dislikes: Int
}

/// Whether a streamer is muted.
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

/// An operator's values for a new or changed stream; `nil` keeps a value.
package struct StreamChange: Codable, Sendable {
    package var title: String?
    package var description: String?
    package var genre: String?
    package var language: String?
    package var likes: Int?
    package var dislikes: Int?

    /// The encoding, which selects the mount; the default of a new stream is MP3.
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
        if let codec { stream.mountPoint = codec.mountPoint }
    }
}
