extension TransportStreamReader {
    /// Whether `bytes` begin with two packets, or are only one.
    static func isTransportStream(_ bytes: [UInt8]) -> Bool {
        let length = TransportPacket.byteCount
        return bytes.first == TransportPacket.syncByte
            && (bytes.count <= length || bytes[length] == TransportPacket.syncByte)
    }

    /// When the first audio in `segment` is heard, on the clock of its markers; `nil` if it has none
    /// with a time, or is no transport stream. The streams `others` are no audio: tags are in private
    /// streams, as some forms of audio are.
    static func firstAudioTime(
        in segment: [UInt8], except others: Set<UInt16> = []
    ) -> PresentationTime? {
        let length = TransportPacket.byteCount
        var position = 0
        while position + length <= segment.count {
            let packet = TransportPacket(segment[position..<position + length])
            if let packet, packet.beginsUnit, !others.contains(packet.streamID),
                let payload = packet.payload,
                let time = audioTime(of: payload)
            {
                return time
            }
            position += length
        }
        return nil
    }

    /// The time of a PES packet of audio that begins with `payload` (ISO/IEC 13818-1, 2.4.3.6).
    private static func audioTime(of payload: ArraySlice<UInt8>) -> PresentationTime? {
        let bytes = Array(payload.prefix(14))
        guard bytes.count == 14, bytes.starts(with: [0, 0, 1]) else { return nil }
        // MPEG audio and AAC; AC-3 and others are private streams.
        let isAudio = bytes[3] & 0xE0 == 0xC0 || bytes[3] == 0xBD || bytes[3] == 0xFD
        let hasTime = bytes[6] & 0xC0 == 0x80 && bytes[7] & 0x80 != 0
        return isAudio && hasTime ? PacketAssembler.time(in: bytes[9...]) : nil
    }
}
