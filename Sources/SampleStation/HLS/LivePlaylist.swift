import HLSPackaging
import HLSPlaylists
import MediaTime

/// Writes the media playlists of a segmented programme.
package struct LivePlaylist: Sendable {
    package let form: HLSForm
    package let programme: SegmentedProgramme
    package let markers: [MarkerDialect]

    /// When the station went on air.
    package let date: WallClockDate

    /// The title at a position of the programme.
    package let title: @Sendable (Duration) -> String

    package static let contentType = "application/vnd.apple.mpegurl"

    package init(
        _ form: HLSForm, of programme: SegmentedProgramme, markers: [MarkerDialect],
        onAirSince date: WallClockDate, title: @escaping @Sendable (Duration) -> String
    ) {
        self.form = form
        self.programme = programme
        self.markers = markers
        self.date = date
        self.title = title
    }

    /// The playlist `elapsed` after going on air.
    package func text(
        at elapsed: Duration, with faults: HLSFaults, assets: [InterstitialAsset]
    ) -> String {
        let window = programme.window(at: faults.playlistTime(at: elapsed))
        let markers = PlaylistMarkers(
            dialects: markers, programme: programme, assets: assets,
            date: { frame in date(of: frame, with: faults) })
        var lines = header(beginningWith: max(0, window.lowerBound - faults.jump))
        lines += markers.ranges(around: window)
        for segment in window {
            lines += markers.tags(before: segment)
            lines += [
                "#EXT-X-PROGRAM-DATE-TIME:"
                    + date(of: programme.firstFrame(of: segment), with: faults),
                "#EXTINF:\(programme.duration(of: segment).decimalSeconds),\(title(of: segment))",
                String(form.folder.dropFirst()) + "/" + form.segmentName(segment),
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func header(beginningWith number: Int) -> [String] {
        let isMP4 = form == .fmp4
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:\(isMP4 ? 6 : 3)",
            "#EXT-X-TARGETDURATION:\(targetSeconds)", "#EXT-X-MEDIA-SEQUENCE:\(number)",
        ]
        if isMP4 {
            let name = HLSForm.initialisationName
            lines.append("#EXT-X-MAP:URI=\"\(form.folder.dropFirst())/\(name)\"")
        }
        return lines
    }

    /// No segment is longer, rounded to seconds. A segment is at most one frame longer than planned.
    package var targetSeconds: Int {
        let frame = programme.timeline.start(of: 1)
        let longest = programme.grid.segmentLength + frame
        let second = Duration.seconds(1)
        return max(1, Int(clamping: (longest + second / 2).attoseconds / second.attoseconds))
    }

    private func date(of frame: Int, with faults: HLSFaults) -> String {
        let time = programme.time(of: frame)
        return date.advanced(by: time + faults.dateOffset(at: time)).text
    }

    private func title(of segment: Int) -> String {
        let frame = programme.firstFrame(of: segment)
        return title(programme.programme.position(of: frame)).filter { !$0.isNewline }
    }
}

/// Writes the multivariant playlist over the forms that carry the same frames.
///
/// Their segments have the same numbers and times, so a player may change between them.
enum VariantList {
    /// The path of the playlist.
    static let path = "/live.m3u8"

    /// A form, with its peak and average bit rates, its codec, and the playlist's path.
    struct Entry {
        var path: String
        var bandwidth: Int
        var codec: String
    }

    static func text(_ entries: [Entry]) -> String {
        let lines = entries.flatMap { entry in
            [
                "#EXT-X-STREAM-INF:BANDWIDTH=\(entry.bandwidth),CODECS=\"\(entry.codec)\"",
                String(entry.path.dropFirst()),
            ]
        }
        return (["#EXTM3U", "#EXT-X-VERSION:6"] + lines).joined(separator: "\n") + "\n"
    }
}
