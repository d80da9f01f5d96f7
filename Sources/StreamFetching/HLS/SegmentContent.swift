import AdCues
import PlainText

/// The media of one segment, and what it says about itself.
struct SegmentContent {
    /// The media without ID3 tags before packed audio.
    private(set) var bytes: [UInt8]
    /// At positions in ``bytes``.
    private(set) var titles: [PositionedTitle] = []
    private(set) var markers: [PositionedMarker]

    private static let titleLength = 500

    /// `bytes` are the whole segment or a part of it, decrypted. `cues` are those of its playlist,
    /// counted from its first frame.
    init(_ bytes: [UInt8], cues: [Cue]) {
        self.bytes = bytes
        markers = cues.map { PositionedMarker(.cue($0), position: 0) }
        let tags = ID3Tag.tags(in: bytes)
        let length = tags.reduce(0) { $0 + $1.byteCount }
        self.bytes.removeFirst(min(length, bytes.count))
        for tag in tags {
            let metadata = tag.metadata
            guard tag.marker == nil, let title = metadata.title, !title.isEmpty else { continue }
            titles.append(
                PositionedTitle(text: title.printable(limit: Self.titleLength), position: 0))
        }
    }

    /// Puts the bytes of a map before the media.
    mutating func prepend(_ map: [UInt8]) {
        guard !map.isEmpty else { return }
        bytes.insert(contentsOf: map, at: 0)
        for index in titles.indices { titles[index].position += map.count }
        for index in markers.indices { markers[index].position += map.count }
    }
}
