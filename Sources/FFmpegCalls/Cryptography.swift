import CFFmpeg

/// Decrypts what was encrypted with AES-128 in CBC mode and padded as PKCS #7 says.
package struct AES128 {
    /// The number of bytes in a key, in an initialization vector and in a block.
    package static let byteCount = 16

    private let key: [UInt8]
    private let vector: [UInt8]

    /// `nil` if `key` or `vector` has another length than ``byteCount``.
    package init?(key: [UInt8], vector: [UInt8]) {
        guard key.count == Self.byteCount, vector.count == Self.byteCount else { return nil }
        self.key = key
        self.vector = vector
    }

    /// The decrypted bytes without the padding; `nil` if they are no whole blocks, or if the padding
    /// shows that the key is wrong. Blocks while FFmpeg's libraries are loaded.
    package func decrypt(_ bytes: [UInt8]) throws(FFmpegLibraries.Absence) -> [UInt8]? {
        let (blockCount, rest) = bytes.count.quotientAndRemainder(dividingBy: Self.byteCount)
        guard rest == 0, let count = Int32(exactly: blockCount), count > 0 else { return nil }
        try FFmpegLibraries.load()
        let cipher = allocated(av_aes_alloc())
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        guard av_aes_init(cipher, key, 128, 1) == 0 else { return nil }
        var vector = vector
        var plain = [UInt8](repeating: 0, count: bytes.count)
        av_aes_crypt(cipher, &plain, bytes, count, &vector, 1)
        // number: a byte
        let padding = Int(plain[plain.count - 1])
        guard (1...Self.byteCount).contains(padding),
            plain.suffix(padding).allSatisfy({ $0 == padding })
        else { return nil }
        plain.removeLast(padding)
        return plain
    }
}

/// Signs messages with HMAC-SHA1 (RFC 2104).
package enum SHA1Signature {
    /// The 20 bytes that sign `message` with `key`. FFmpeg's libraries must be loaded.
    package static func sign(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let code = allocated(av_hmac_alloc(AV_HMAC_SHA1))
        defer { av_hmac_free(code) }
        var signature = [UInt8](repeating: 0, count: 20)
        // number: a message is no longer than a spot, which has a limit of megabytes
        let messageCount = UInt32(message.count)
        // number: nor is a key
        let keyCount = UInt32(key.count)
        let count = av_hmac_calc(
            code, message, messageCount, key, keyCount, &signature, 20)
        precondition(count == signature.count, "HMAC-SHA1 has 20 bytes")
        return signature
    }
}
