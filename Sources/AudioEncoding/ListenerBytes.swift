/// Makes one listener's bytes from the packets that are encoded once for all listeners.
package struct ListenerBytes {
    private var opus: OggOpusStream?
    private let format: ListenFormat

    package init(of format: ListenFormat) {
        self.format = format
    }

    /// The bytes of `chunk`, after the stream's headers if it is the first.
    ///
    /// Each chunk must directly follow the previous one and fit one Ogg page: 42 packets at most.
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
