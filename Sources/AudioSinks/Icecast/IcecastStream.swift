import AudioEncoding

/// The bytes of one stream to a server, from its first sample on.
final class IcecastStream {
    private var encoder: SoundEncoder
    private var packaging: ListenerBytes

    init(_ address: IcecastAddress) throws(EncodingError) {
        let encoder = try SoundEncoder(address.codec, bitRate: address.bitRate)
        packaging = ListenerBytes(of: address.codec, header: encoder.header)
        self.encoder = encoder
    }

    /// The bytes that interleaved `samples` complete, perhaps none.
    func bytes(of samples: [Float]) throws(EncodingError) -> [UInt8] {
        let chunk = try encoder.encode(samples.span)
        return chunk.packets.isEmpty ? [] : packaging.bytes(of: chunk)
    }

    /// The last bytes.
    func finish() throws(EncodingError) -> [UInt8] {
        packaging.bytes(of: try encoder.finish())
    }
}
