/// A Matroska file of silence in floats, 48 kHz stereo. Each block states the same duration,
/// whatever it contains.
struct Matroska {
    /// The stated duration of each block in milliseconds.
    var blockDuration: UInt64
    var blockCount = 100
    /// The number of undecodable blocks of a single byte before the others.
    var lostCount = 0
    /// How often all of that is repeated.
    var repeatCount = 1

    /// Frames in each block: 8 ms.
    static let blockFrameCount = 384

    var bytes: [UInt8] {
        let header = Self.element(
            [0x1A, 0x45, 0xDF, 0xA3],
            Self.element([0x42, 0x82], Array("matroska".utf8))
                + Self.element([0x42, 0x87], [4]) + Self.element([0x42, 0x85], [2]))
        let sound = Self.element(
            [0xE1],
            Self.element([0xB5], Self.bytes(of: Double(48_000).bitPattern))
                + Self.element([0x9F], [2]) + Self.element([0x62, 0x64], [32]))
        let track = Self.element(
            [0xAE],
            Self.element([0xD7], [1]) + Self.element([0x73, 0xC5], [1])
                + Self.element([0x83], [2])
                + Self.element([0x86], Array("A_PCM/FLOAT/IEEE".utf8)) + sound)
        let cluster = Self.element(
            [0x1F, 0x43, 0xB6, 0x75],
            Self.element([0xE7], [0]) + blocks)
        return header
            + Self.element(
                [0x18, 0x53, 0x80, 0x67], Self.element([0x16, 0x54, 0xAE, 0x6B], track) + cluster)
    }

    private var blocks: [UInt8] {
        let lost = [UInt8](repeating: 0, count: 1)
        let sound = [UInt8](repeating: 0, count: 8 * Self.blockFrameCount)
        let contents =
            Array(repeating: lost, count: lostCount) + Array(repeating: sound, count: blockCount)
        return (0..<repeatCount).flatMap { _ in contents }.enumerated().flatMap(block)
    }

    private func block(at index: Int, of samples: [UInt8]) -> [UInt8] {
        let time = UInt16(truncatingIfNeeded: 8 * index)
        let head = [0x81, UInt8(time >> 8), UInt8(time & 255), 0]
        return Self.element(
            [0xA0],
            Self.element([0xA1], head + samples)
                + Self.element([0x9B], Self.bytes(of: blockDuration)))
    }

    /// One element of EBML (RFC 8794): its id, its length in eight bytes, and its content.
    private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [1] + bytes(of: UInt64(content.count)).dropFirst() + content
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
