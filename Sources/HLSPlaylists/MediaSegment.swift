import MediaTime

/// One piece of a stream's media.
package struct MediaSegment: Hashable, Sendable {
    /// As written, with its variables replaced: an address, or a path from the playlist's address.
    package var uri: String
    package var duration: Duration
    package var title: String?
    package var byteRange: ByteRange?
    /// Whether its encoding or its timestamps do not continue those of the segment before it.
    package var isDiscontinuous = false
    /// The number of discontinuities since the stream's beginning.
    package var discontinuitySequence = 0
    /// The station has no media for this segment.
    package var isGap = false
    package var map: InitializationSection?
    /// The keys that decrypt it, one for each key format; none if it is not encrypted.
    package var keys: [EncryptionKey] = []
    /// When its first sample was heard, if a tag says so.
    package var date: WallClockDate?
    package var bitrate: Int?
    package var parts: [PartialSegment] = []
    /// Tags without a meaning here, such as those of ad markers, in their order.
    package var otherTags: [OtherTag] = []

    package init(_ uri: String, duration: Duration) {
        self.uri = uri
        self.duration = duration
    }
}

/// The bytes of a resource from `offset` on.
package struct ByteRange: Hashable, Sendable {
    package var length: Int
    package var offset: Int

    package init(length: Int, offset: Int) {
        self.length = length
        self.offset = offset
    }

    /// The offset of the first byte after the range.
    package var end: Int { offset + length }

    /// Reads `length@offset` or `length`. A range without an offset begins at `defaultOffset`.
    init?(parsing text: some StringProtocol, defaultOffset: Int?) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let namesOffset = parts.count == 2 && !parts[1].isEmpty
        guard let length = parts.first.flatMap({ Int($0) }), parts.count <= 2,
            let offset = namesOffset ? Int(parts[1]) : defaultOffset,
            (0...HLSLimits.number).contains(length), (0...HLSLimits.number).contains(offset)
        else { return nil }
        self.init(length: length, offset: offset)
    }
}

/// What a decoder needs before the segment: the header of a fragmented MP4, as an example.
package struct InitializationSection: Hashable, Sendable {
    package var uri: String
    package var byteRange: ByteRange?
    /// The keys that decrypt it, which may be others than the segment's.
    package var keys: [EncryptionKey] = []
}

/// How segments are encrypted.
package struct EncryptionKey: Hashable, Sendable {
    package var method: Method
    package var uri: String
    /// 16 bytes; `nil` if the number of the segment is the initialisation vector.
    package var initializationVector: [UInt8]?
    package var format: String

    package enum Method: Hashable, Sendable {
        case aes128
        /// Only the samples are encrypted. Not supported.
        case sampleAES
        case other(String)
    }

    /// The format of a key that is 16 bytes at its address.
    package static let identity = "identity"
}

/// A part of a segment, published before the whole segment is.
package struct PartialSegment: Hashable, Sendable {
    package var uri: String
    package var duration: Duration
    package var byteRange: ByteRange?
    /// Whether a decoder can begin with it.
    package var isIndependent = false
    package var isGap = false
}

/// A tag that this room does not interpret.
package struct OtherTag: Hashable, Sendable {
    /// Without the `#`.
    package var name: String
    /// What follows the colon; empty if there is none.
    package var value: String
    /// Its distance from the beginning of the segment that it stands before: the length of the
    /// segment's parts before the tag.
    package var offset: Duration
}
