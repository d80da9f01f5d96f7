import HLSPlaylists
import HLSStreaming
import MediaTime

/// A live station in virtual time: what its playlist says at any time.
struct ModelStation {
    var target = Duration.seconds(6)
    /// How many segments the playlist has.
    var window = 6
    /// How many parts a segment has; 1 for none.
    var partCount = 1
    /// Lines of the header.
    var header: [String] = []
    /// The time at which the present sequence of segments began.
    var beginning = Duration.seconds(-1000)
    /// How often the station has begun again.
    var epoch = 0
    /// When it makes no more segments.
    var end: Duration?
    var hasEndTag = false
    var gaps: Set<Int> = []
    var discontinuities: Set<Int> = []
    /// Lines before a segment.
    var tags: [Int: [String]] = [:]
    /// Whether segments have dates: 1 January 2026, and the time since the beginning.
    var hasDates = false

    var part: Duration { target / partCount }

    /// How many segments are whole at `now`.
    func count(at now: Duration) -> Int { made(at: now, target) }

    /// How many parts of the next segment there are at `now`.
    func openPartCount(at now: Duration) -> Int {
        partCount == 1 ? 0 : made(at: now, part) - count(at: now) * partCount
    }

    private func made(at now: Duration, _ length: Duration) -> Int {
        let time = min(now, end ?? now) - beginning
        return time < .zero ? 0 : Int(time.attoseconds / length.attoseconds)
    }

    /// When `sequence` is whole, or `part` of it.
    func time(of sequence: Int, part: Int?) -> Duration {
        guard let part, partCount > 1 else { return beginning + target * (sequence + 1) }
        return beginning + target * sequence + self.part * (part + 1)
    }

    func name(_ sequence: Int) -> String { "e\(epoch)-\(sequence)" }

    func playlist(at now: Duration, skipping: Bool = false) throws -> MediaPlaylist {
        let count = count(at: now)
        let first = max(0, count - window)
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:\(target / .seconds(1))",
            "#EXT-X-MEDIA-SEQUENCE:\(first)",
        ]
        if partCount > 1 { lines.append("#EXT-X-PART-INF:PART-TARGET=\(part / .seconds(1))") }
        lines += header
        var start = first
        if skipping, count - first > 3 {
            lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count - first - 3)")
            start = count - 3
        }
        for sequence in start..<max(start, count) {
            if discontinuities.contains(sequence) { lines.append("#EXT-X-DISCONTINUITY") }
            if gaps.contains(sequence) { lines.append("#EXT-X-GAP") }
            lines += tags[sequence] ?? []
            if hasDates { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date(target * sequence))") }
            if partCount > 1, sequence >= count - 2 { lines += parts(partCount, of: sequence) }
            lines += ["#EXTINF:\(target / .seconds(1)),", name(sequence)]
        }
        lines += parts(openPartCount(at: now), of: count)
        if hasEndTag, let end, now >= end { lines.append("#EXT-X-ENDLIST") }
        let text = lines.joined(separator: "\n")
        guard case .media(let media) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            preconditionFailure("a multivariant playlist")
        }
        return media
    }

    /// The date `time` after the beginning.
    func date(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let fraction = Int(saturating: (time / .milliseconds(1)).rounded()) % 1000
        return "2026-01-01T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
            + "\(fraction / 100)\(fraction / 10 % 10)\(fraction % 10)Z"
    }

    private func parts(_ count: Int, of sequence: Int) -> [String] {
        (0..<count).map {
            "#EXT-X-PART:DURATION=\(part / .seconds(1)),URI=\"\(name(sequence)).\($0)\","
                + "INDEPENDENT=YES"
        }
    }
}
