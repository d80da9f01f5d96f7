/// How much one playlist may hold. Live radio needs a thousandth of it.
package enum HLSLimits {
    package static let byteCount = 8 << 20
    package static let lineByteCount = 64 << 10
    package static let segmentCount = 100_000
    package static let partCount = 100_000
    package static let dateRangeCount = 10_000
    package static let variantCount = 10_000
    package static let attributeCount = 256
    package static let variableCount = 1_000
    /// Tags without a meaning here that are kept, such as those of ad markers.
    package static let otherTagCount = 100_000
    /// Bytes that variables may add to a playlist.
    package static let substitutedByteCount = 4 << 20
    /// Times and counts of segments: 2^53 keeps sums far from overflow.
    static let number = 1 << 53
}
