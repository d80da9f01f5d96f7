/// Why bytes are no ID3 tag that can be read.
package enum ID3Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// They do not begin with `ID3`.
    case notATag
    /// The tag names more bytes than there are.
    case incomplete(expected: Int, found: Int)
    case unknownVersion(UInt8)
    /// A byte of the tag's size is above 0x7F.
    case malformedSize
    case tooLarge(byteCount: Int)
    /// The whole tag is compressed, for which ID3v2.2 defines no method.
    case compressed
    /// The extended header reaches beyond the tag.
    case malformedExtendedHeader

    package var description: String {
        switch self {
        case .notATag: "not an ID3v2 tag: it does not begin with ID3"
        case .incomplete(let expected, let found):
            "the ID3 tag has \(expected) bytes, and only \(found) are there"
        case .unknownVersion(let version):
            "ID3v2.\(version); versions 2.2, 2.3 and 2.4 can be read"
        case .malformedSize: "the size of the ID3 tag is malformed: a byte of it is above 0x7F"
        case .tooLarge(let byteCount):
            "the ID3 tag has \(byteCount) bytes; \(ID3Tag.maximumByteCount) are the most"
        case .compressed: "the ID3v2.2 tag is compressed, for which no method is defined"
        case .malformedExtendedHeader: "the extended header of the ID3 tag is longer than the tag"
        }
    }
}
