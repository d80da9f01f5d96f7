import Crypto
import CryptoExtras
import FoundationEssentials
import HLSPlaylists

/// Decrypts a whole segment that is encrypted with AES-128 in CBC mode (RFC 8216, 4.3.2.4).
struct AESDecryption {
    /// The number of bytes in a key and in an initialization vector.
    static let byteCount = 16

    private let key: SymmetricKey
    private let vector: [UInt8]

    /// `nil` if `key` has another length. Without a vector of its own, segment `sequence` has its
    /// number as its vector.
    init?(key: [UInt8], vector: [UInt8]?, sequence: Int) {
        guard key.count == Self.byteCount else { return nil }
        self.key = SymmetricKey(data: key)
        self.vector = vector ?? Self.vector(of: sequence)
    }

    private static func vector(of sequence: Int) -> [UInt8] {
        let number = UInt64(clamping: sequence)
        return [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// The decrypted bytes; `nil` if the key or the bytes are wrong.
    func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
        do {
            let vector = try AES._CBC.IV(ivBytes: vector)
            return Array(try AES._CBC.decrypt(bytes, using: key, iv: vector))
        } catch {
            return nil
        }
    }
}
