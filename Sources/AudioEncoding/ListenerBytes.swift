/// Makes the bytes that one listener gets of what is encoded for all.
package struct ListenerBytes {
    private var opus: OggOpusStream?
    private let format: ListenFormat

    package init(of format: ListenFormat) {
        self.format = format
    }

    /// The bytes of `chunk`, with what has to come before them if it is the first.
    ///
    /// Each chunk has to follow the one before, and to be a page of Ogg: 42 packets at most.
    package mutating func bytes(of chunk: EncodedChunk) -> [UInt8] {
        switch format {
        case .mp3:
            return Array(chunk.packets.joined())
        case .oggOpus:
            if var opus {
                defer { self.opus = opus }
                return opus.page(of: chunk)
            }
            var opus = OggOpusStream(beginningWith: chunk)
            defer { self.opus = opus }
            return opus.headers() + opus.page(of: chunk)
        }
    }
}
