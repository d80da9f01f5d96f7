import FFmpegCalls

/// Decrypts a whole segment that is encrypted with AES-128 in CBC mode (RFC 8216, 4.3.2.4).
struct AESDecryption {
    private let cipher: AES128

    /// `nil` if `key` or `vector` has a wrong length. Without a vector of its own, segment `sequence`
    /// has its number as its vector.
    init?(key: [UInt8], vector: [UInt8]?, sequence: Int) {
        guard let cipher = AES128(key: key, vector: vector ?? Self.vector(of: sequence)) else {
            return nil
        }
        self.cipher = cipher
    }

    private static func vector(of sequence: Int) -> [UInt8] {
        let number = UInt64(clamping: sequence)
        return [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// The decrypted bytes; `nil` if the key or the bytes are wrong. Blocks while FFmpeg's libraries
    /// are loaded.
    func decrypt(_ bytes: [UInt8]) throws(FFmpegLibraries.Absence) -> [UInt8]? {
        try cipher.decrypt(bytes)
    }
}
