import MediaTime

/// The logical streams that have begun and whose comments are not complete.
struct OggHeaders: Sendable {
    private struct Stream: Sendable {
        let codec: OggCodec
        let serial: UInt32
        let offset: Int64
        /// What was received of the packet with the comments.
        var packet: [UInt8] = []
    }

    private var streams: [Stream] = []

    /// More begin together only to fill the memory.
    private static let maximumStreamCount = 8
    /// What follows of a longer packet, such as a picture, is left out.
    private static let maximumPacketByteCount = 256 << 10

    /// Whether a page may have the first packet of a stream or its comments.
    func needs(_ page: OggPageHeader) -> Bool {
        page.beginsStream || streams.contains { $0.serial == page.serial }
    }

    /// Takes a page that starts at `offset`. Returns the comments if they are complete with it.
    mutating func read(
        _ page: OggPageHeader, lacing: ArraySlice<UInt8>, body: ArraySlice<UInt8>, at offset: Int64
    ) -> OggComments? {
        var lacing = lacing
        var body = body
        if page.beginsStream {
            streams.removeAll { $0.serial == page.serial }
            let first = Self.takePacket(from: &body, lacing: &lacing)
            guard let codec = OggCodec(identification: first.bytes) else { return nil }
            if streams.count == Self.maximumStreamCount { streams.removeFirst() }
            streams.append(Stream(codec: codec, serial: page.serial, offset: offset))
        }
        guard let index = streams.firstIndex(where: { $0.serial == page.serial }) else {
            return nil
        }
        // A page between was lost, or an unknown packet comes before the comments.
        guard streams[index].packet.isEmpty != page.continuesPacket || page.beginsStream else {
            streams.remove(at: index)
            return nil
        }
        guard !lacing.isEmpty else { return nil }
        let part = Self.takePacket(from: &body, lacing: &lacing)
        let room = Self.maximumPacketByteCount - streams[index].packet.count
        streams[index].packet += part.bytes.prefix(room)
        guard part.isComplete else { return nil }
        let stream = streams.remove(at: index)
        return stream.codec.comments(in: stream.packet).map {
            OggComments($0, offset: stream.offset)
        }
    }

    /// Takes the next packet, or the part of it that is in the page.
    private static func takePacket(
        from body: inout ArraySlice<UInt8>, lacing: inout ArraySlice<UInt8>
    ) -> (bytes: ArraySlice<UInt8>, isComplete: Bool) {
        var count = 0
        var isComplete = false
        while !isComplete, let value = lacing.popFirst() {
            count += Int(value)
            isComplete = value < 255
        }
        defer { body = body.dropFirst(count) }
        return (body.prefix(count), isComplete)
    }
}

/// The codecs of Ogg streams that have comments.
enum OggCodec: CaseIterable, Sendable {
    case vorbis
    case opus
    case flac

    /// The codec of a stream that begins with this packet; `nil` for another one.
    init?(identification packet: ArraySlice<UInt8>) {
        let codec = Self.allCases.first { packet.starts(with: $0.identification) }
        guard let codec else { return nil }
        self = codec
    }

    private var identification: [UInt8] {
        switch self {
        case .vorbis: [1] + Array("vorbis".utf8)
        case .opus: Array("OpusHead".utf8)
        case .flac: [0x7F] + Array("FLAC".utf8)
        }
    }

    /// Reads the second packet of a stream; `nil` if it has no comments.
    func comments(in packet: [UInt8]) -> VorbisComments? {
        switch self {
        case .vorbis: Self.comments(in: packet, after: [3] + Array("vorbis".utf8))
        case .opus: Self.comments(in: packet, after: Array("OpusTags".utf8))
        case .flac:
            // A metadata block: its type, which may be marked as the last, and its length.
            packet.first.map { $0 & 0x7F } == 4
                ? VorbisComments(parsing: packet.dropFirst(4)) : nil
        }
    }

    private static func comments(in packet: [UInt8], after signature: [UInt8]) -> VorbisComments? {
        guard packet.starts(with: signature) else { return nil }
        return VorbisComments(parsing: packet.dropFirst(signature.count))
    }
}
