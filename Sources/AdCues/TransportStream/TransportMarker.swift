/// A marker in an MPEG transport stream.
package struct TransportMarker: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A SCTE-35 section from a stream of type 0x86.
        case splice(SpliceInfoSection)
        /// One or more ID3 tags from a stream of type 0x15, to be read with ``ID3Tag/tags(in:)``.
        /// They apply at the time; `nil` if the packet names none.
        case id3([UInt8], at: PresentationTime?)
    }

    package var content: Content
    /// The elementary stream (PID) that it is in.
    package var streamID: UInt16
    /// The first byte of the packet in which it begins, counted from the first byte that was read.
    package var offset: Int64

    package init(_ content: Content, streamID: UInt16, offset: Int64) {
        self.content = content
        self.streamID = streamID
        self.offset = offset
    }
}

/// The elementary streams in which markers are looked for.
enum MarkerStreamKind: Hashable, Sendable {
    case splice
    case id3

    /// The kind by the stream_type of a programme's map; `nil` for sound, pictures and others.
    init?(streamType: UInt8) {
        switch streamType {
        case 0x86: self = .splice
        case 0x15: self = .id3
        default: return nil
        }
    }
}
