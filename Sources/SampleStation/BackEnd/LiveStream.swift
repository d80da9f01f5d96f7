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
