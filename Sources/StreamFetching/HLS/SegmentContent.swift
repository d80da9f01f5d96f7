import AdCues
import PlainText

/// The media of one segment, or of a part of one, and what it says about itself.
struct SegmentContent {
    /// The media without the ID3 tags before packed audio.
    private(set) var bytes: [UInt8]
    /// At positions in ``bytes``.
    private(set) var titles: [PositionedTitle]
    /// At positions in ``bytes``.
    private(set) var markers: [PositionedMarker]

    private static let titleLength = 500

    /// `bytes` are those of the segment with `metadata`. `cues` are those of its playlist, counted
    /// from its first frame.
    init(_ bytes: [UInt8], _ metadata: SegmentMetadata, cues: [Cue]) {
        self.bytes = bytes
        self.bytes.removeFirst(metadata.tagByteCount)
        let markers =
            cues.map { PositionedMarker(.cue($0), position: 0) }
            + metadata.cues.map { PositionedMarker(.cue($0.cue), position: $0.byte) }
            + metadata.tags.map { tag in
                PositionedMarker(
                    .tag(tag.frames.map(Self.printable), offset: tag.offset), position: tag.byte)
            }
        // They are taken in the order of their positions.
        self.markers = markers.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
        titles = metadata.titles.map {
            PositionedTitle(text: $0.text.printable(limit: Self.titleLength), position: $0.byte)
        }
    }

    private static func printable(_ frame: TagFrame) -> TagFrame {
        var frame = frame
        frame.changeTexts { $0.hidingPasswords.printable(limit: TagFrame.textLimit) }
        return frame
    }

    /// Puts the bytes of a map before the media.
    mutating func prepend(_ map: [UInt8]) {
        guard !map.isEmpty else { return }
        bytes.insert(contentsOf: map, at: 0)
        for index in titles.indices { titles[index].position += map.count }
        for index in markers.indices { markers[index].position += map.count }
    }
}
