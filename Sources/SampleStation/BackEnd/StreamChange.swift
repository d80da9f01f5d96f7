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
