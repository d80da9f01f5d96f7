extension LiveProgramme {
    /// Takes a file apart; `path` is for the words of an error.
    package init(_ codec: LiveCodec, file: [UInt8], path: String) throws(MediaError) {
        switch codec {
        case .mp3: try self.init(codec, file: file, path: path, walking: MP3FrameHeader.self)
        case .aac: try self.init(codec, file: file, path: path, walking: ADTSFrameHeader.self)
        case .opus: try self.init(opus: file, path: path)
        }
    }

    private init<Header: FrameHeader>(
        _ codec: LiveCodec, file: [UInt8], path: String, walking: Header.Type
    ) throws(MediaError) {
        let walked = Array(FrameWalker<Header>(file))
        guard let first = walked.first else {
            throw .notAProgramme(path: path, why: "it has no \(codec.rawValue) frame")
        }
        self.init(
            codec: codec, file: file, frames: walked.map(\.frame),
            sampleRate: first.header.sampleRate)
    }

    private init(opus file: [UInt8], path: String) throws(MediaError) {
        let pages = Array(OggPageWalker(file))
        guard let head = pages.first, let packet = head.packets.first,
            file[packet].starts(with: "OpusHead".utf8)
        else { throw .notAProgramme(path: path, why: "it is not Ogg Opus") }
        // The header pages, and no others, stand at granule 0 (RFC 7845, 4).
        let headerPages = pages.prefix { $0.granule == 0 }
        guard pages.allSatisfy({ $0.serial == head.serial }) else {
            throw .notAProgramme(path: path, why: "it holds more than one logical stream")
        }
        var frames: [EncodedFrame] = []
        for page in pages.dropFirst(headerPages.count) {
            guard !page.continuesPacket, !page.isContinued else {
                throw .notAProgramme(
                    path: path, why: "a packet goes over the end of a page; use shorter pages")
            }
            let samples = page.packets.compactMap { OpusPacket.sampleCount(file[$0]) }
            frames.append(EncodedFrame(bytes: page.bytes, sampleCount: samples.reduce(0, +)))
        }
        guard frames.contains(where: { $0.sampleCount > 0 }) else {
            throw .notAProgramme(path: path, why: "it has no sound after its headers")
        }
        self.init(
            codec: .opus, file: file, frames: frames, sampleRate: 48_000,
            headerPages: Array(headerPages))
    }
}
