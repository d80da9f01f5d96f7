import AdCues
import HLSPlaylists
import MediaTime

/// HLS playlists: parsed, searched for ad markers, and merged as a delta update of themselves.
enum HLSFuzz: FuzzTarget {
    static let name = "hls-playlist"
    static let kind = FuzzKind.text
    static let words = [
        "#EXTM3U\n", "#EXTINF:6,\na\n", "#EXT-X-PART:DURATION=1,URI=\"p\"\n", "#EXT-X-STREAM-INF:",
        "#EXT-X-DATERANGE:ID=\"d\",", "START-DATE=\"2026-01-01T00:00:00Z\",", "DURATION=9,",
        "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n",
        "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"w\"\n", "{$v}", "#EXT-X-BYTERANGE:5@6\n",
        "#EXT-X-CUE-OUT:30\n", "#EXT-X-CUE-OUT-CONT:", "8/30", "ElapsedTime=8,Duration=30",
        "#EXT-X-CUE-IN\n", "#EXT-OATCLS-SCTE35:", "#EXT-X-SCTE35:TYPE=0x34,CUE-OUT=YES,",
        "#EXT-X-CUE:TYPE=SpliceOut,", "CLASS=\"com.apple.hls.interstitial\",", "SCTE35-OUT=0xFC",
        "X-ASSET-URI=\"u\",", "X-SNAP=\"OUT\",", "CUE=\"PRE,POST\"", "#EXT-X-KEY:METHOD=AES-128,",
        "#EXT-X-MAP:URI=\"m\"\n", "#EXT-X-DISCONTINUITY\n", "#EXT-X-MEDIA-SEQUENCE:7\n",
    ]

    static func run(_ bytes: [UInt8]) {
        // A document that is no playlist throws.
        guard let playlist = try? HLSPlaylist(parsing: bytes) else { return }
        guard case .media(let media) = playlist else { return }
        precondition(media.segments.count <= bytes.count, "a segment from nothing")
        precondition(media.segments.allSatisfy { $0.duration > .zero }, "a segment without length")
        let starts = media.starts
        precondition(starts == starts.sorted(), "time runs backwards")
        let cues = Cue.cues(in: media)
        precondition(cues.count <= bytes.count, "a cue from nothing")
        let places = cues.map(\.position)
        precondition(places == places.sorted(), "cues out of order")
        var whole = media
        whole.skip = nil
        // An update that leaves out unknown segments throws.
        guard let merged = try? media.completed(from: whole) else { return }
        precondition(merged.skip == nil, "an update stays incomplete")
        _ = Cue.cues(in: merged)
    }
}
