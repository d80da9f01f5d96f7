/// Makes one listener's bytes from the packets that are encoded once for all listeners.
package struct ListenerBytes {
    private var opus: OggOpusStream?
    private var flac: OggFLACStream?
    private let codec: SoundCodec
    private let header: [UInt8]

    package init(of format: ListenFormat) {
        self.init(of: format.codec, header: [])
    }

    /// `header` is that of the encoder: ``SoundEncoder/header``.
    package init(of codec: SoundCodec, header: [UInt8]) {
        self.codec = codec
        self.header = header
    }

    /// The bytes of `chunk`, after the stream's headers if it is the first.
    ///
    /// Each chunk must directly follow the previous one. One of Opus must fit one Ogg page: 42
    /// packets at most.
    package mutating func bytes(of chunk: EncodedChunk) -> [UInt8] {
        switch codec {
        case .mp3:
            return Array(chunk.packets.joined())
        case .aac:
            return chunk.packets.flatMap { ADTS.header(ofPacket: $0.count) + $0 }
        case .opus:
            if var opus {
                defer { self.opus = opus }
                return opus.page(of: chunk)
            }
            var opus = OggOpusStream(beginningWith: chunk)
            defer { self.opus = opus }
            return opus.headers() + opus.page(of: chunk)
        case .flac:
            if var flac {
                defer { self.flac = flac }
                return flac.pages(of: chunk)
            }
            var flac = OggFLACStream(beginningWith: chunk, streamInfo: header)
            defer { self.flac = flac }
            return flac.headers() + flac.pages(of: chunk)
        }
    }
}
