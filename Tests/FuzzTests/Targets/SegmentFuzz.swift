import AdCues
import MediaTime

/// Segments of HLS with what a decoder needs before them: the first byte says how many 64ths of the
/// rest that is.
enum SegmentFuzz: FuzzTarget {
    static let name = "segment"
    static let kind = FuzzKind.binary
    static let words = [
        "emsg", "moov", "trak", "mdia", "mdhd", "hdlr", "soun", "tkhd", "edts", "elst", "moof",
        "traf", "tfhd", "tfdt", "styp", "ID3", "urn:scte:scte35:2013:bin",
        "https://aomedia.org/emsg/ID3", "adw_ad",
    ]

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = bytes.dropFirst()
        let map = rest.prefix(rest.count * Int(first % 64) / 64)
        let segment = Array(rest.dropFirst(map.count))
        var reader = SegmentReader()
        for _ in 0..<2 {
            let metadata = reader.read(segment, map: Array(map))
            precondition(metadata.tagByteCount <= segment.count, "a tag beyond the segment")
            for found in metadata.cues {
                precondition((0...segment.count).contains(found.byte), "a marker beyond it")
                precondition(
                    abs(found.cue.position - .zero) <= 3600 * FrameTime.rate, "a marker hours away")
            }
            for title in metadata.titles {
                precondition((0...segment.count).contains(title.byte), "a title beyond it")
            }
        }
    }
}
