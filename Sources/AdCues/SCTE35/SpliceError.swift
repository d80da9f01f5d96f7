/// Why bytes are no splice_info_section that can be read.
package enum SpliceError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// The first byte is not 0xFC.
    case otherTable(UInt8)
    /// The section names more bytes than there are.
    case incomplete(expected: Int, found: Int)
    /// A part of the section ends within a field.
    case truncated
    case wrongChecksum
    case encrypted(algorithm: UInt8)
    case unknownVersion(UInt8)

    package var description: String {
        switch self {
        case .empty: "no bytes"
        case .otherTable(let id):
            "not a splice_info_section: it begins with \(Self.hex(id)) instead of 0xFC"
        case .incomplete(let expected, let found):
            "the section has \(expected) bytes, and only \(found) are there"
        case .truncated: "a field reaches beyond the end of its part of the section"
        case .wrongChecksum: "the checksum (CRC-32) is wrong: the section was damaged or cut"
        case .encrypted(let algorithm):
            "the section is encrypted (algorithm \(algorithm)); ask the broadcaster for a clear one"
        case .unknownVersion(let version):
            "protocol version \(version); only version 0 is defined"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.count < 2 ? "0" : "") + digits
    }
}
