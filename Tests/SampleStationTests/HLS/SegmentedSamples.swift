import HLSPackaging
import AdCues
import HLSPlaylists
import SampleStation
import TestFiles
import Testing

extension Samples {
    /// The programme in segments of 4 s, 8 in a playlist.
    static func segmented(
        _ codec: LiveCodec, windowCount: Int = 8, breaks: StationBreaks? = nil
    ) throws -> SegmentedProgramme {
        try SegmentedProgramme(
            programme(codec), segmentLength: .seconds(4), windowCount: windowCount,
            breaks: breaks)
    }

    /// Breaks of 30 s in every 90 s.
    static var breaks: StationBreaks {
        get throws {
            try #require(StationBreaks(every: .seconds(90), length: .seconds(30)))
        }
    }

    static let date = WallClockDate(sinceEpoch: .milliseconds(1_795_260_609_650))

    /// The playlist of a form, as a player reads it.
    static func playlist(
        _ form: HLSForm, of programme: SegmentedProgramme, markers: [MarkerDialect] = [],
        at elapsed: Duration, with faults: HLSFaults = HLSFaults(),
        assets: [InterstitialAsset] = []
    ) throws -> MediaPlaylist {
        let text = LivePlaylist(
            form, of: programme, markers: markers, onAirSince: date, title: { _ in "A, \"B\"" }
        ).text(at: elapsed, with: faults, assets: assets)
        let playlist = try HLSPlaylist(parsing: Array(text.utf8))
        guard case .media(let playlist) = playlist else {
            throw HLSPlaylistError(.notAPlaylist, line: 1)
        }
        return playlist
    }
}

/// Segments and their playlist as files.
struct SegmentFolder {
    let folder: TemporaryFolder
    let frames: Range<Int>

    var playlist: String { folder.file("list.m3u8") }

    init(
        _ form: HLSForm, of programme: SegmentedProgramme, markers: [MarkerDialect] = [],
        segments: Range<Int>
    ) throws {
        let writer = try #require(SegmentWriter(form, of: programme, markers: markers))
        folder = try TemporaryFolder()
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:4"]
        if let bytes = writer.initialisation {
            try folder.write(bytes, to: "init.mp4")
            lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
        }
        for segment in segments {
            let name = "\(segment).\(form == .fmp4 ? "m4s" : form.rawValue)"
            try folder.write(writer.segment(segment), to: name)
            lines += ["#EXTINF:\(programme.duration(of: segment).decimalSeconds),", name]
        }
        lines.append("#EXT-X-ENDLIST\n")
        try folder.write(lines.joined(separator: "\n").utf8, to: "list.m3u8")
        let first = programme.frames(of: segments.lowerBound).lowerBound
        frames = first..<programme.frames(of: segments.upperBound - 1).upperBound
    }
}
