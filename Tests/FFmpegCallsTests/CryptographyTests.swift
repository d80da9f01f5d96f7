import FFmpegCalls
import Testing

@Suite("Cryptography") struct CryptographyTests {
    private static let key = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    private static let vector = bytes("000102030405060708090a0b0c0d0e0f")

    private static func bytes(_ digits: String) -> [UInt8] {
        var rest = Substring(digits)
        var bytes: [UInt8] = []
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest.removeFirst(2)
        }
        return bytes
    }

    @Test(
        "what openssl encrypted with AES-128 is decrypted, whatever its length",
        arguments: [
            ("6fc56efc3aaca3840eb867770a5fa305", 1), ("a7dc85a2ee6091a9f25e6e3862ff9db2", 15),
            ("14f5e8ff0d506a446b6a9b09bfe71447e04c2e5ac88fe8725f3cdea97f4bb04c", 16),
            ("14f5e8ff0d506a446b6a9b09bfe7144725393711ce51cfb226d8e62df8faf076", 17),
        ])
    func decryption(encrypted: String, count: Int) throws {
        let cipher = try #require(AES128(key: Self.key, vector: Self.vector))
        let plain = try cipher.decrypt(Self.bytes(encrypted))
        #expect(plain == Array("Interlude spots and more".utf8.prefix(count)))
    }

    @Test(
        "bytes that were not encrypted with the key are refused",
        arguments: [
            ("", "nothing"), ("6fc56efc3aaca3840eb867770a5fa3", "no whole block"),
            ("c9a5c284ced080bbeddbf99fff09e03e", "no padding"),
            ("0059ebe529621e4db2269fbc70fdf233", "padding of 0"),
            ("0b5d7201f4c34d1fee6dc4cb50146318", "padding of two values"),
            ("dd1975bb81c71219d116c8d728fdf7eb", "padding of 17"),
        ])
    func refusal(encrypted: String, why: String) throws {
        let cipher = try #require(AES128(key: Self.key, vector: Self.vector))
        #expect(try cipher.decrypt(Self.bytes(encrypted)) == nil)
    }

    @Test("keys and vectors of another length than 16 bytes are refused", arguments: [0, 15, 17])
    func lengths(count: Int) {
        let other = [UInt8](repeating: 1, count: count)
        #expect(AES128(key: other, vector: Self.vector) == nil)
        #expect(AES128(key: Self.key, vector: other) == nil)
    }

    @Test("HMAC-SHA1 has the values of RFC 2202")
    func signature() throws {
        try FFmpegLibraries.load()
        let first = SHA1Signature.sign(
            Array("Hi There".utf8), key: [UInt8](repeating: 0x0b, count: 20))
        #expect(first == Self.bytes("b617318655057264e28bc0b6fb378c8ef146be00"))
        let second = SHA1Signature.sign(
            Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(second == Self.bytes("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"))
    }
}
