import AdCues
import HLSPlaylists
import MediaTime
import TestFiles
import Testing

@Suite("The ad markers in playlists of other projects", .enabled(if: Corpora.folder != nil))
struct CueCorpusTests {
    private static let documents = ["dialects", "kuu_hls-parser", "rfc8216bis"].flatMap {
        Corpora.documents(in: "hls/\($0)", suffix: ".m3u8")
    }

    @Test("A7, A8: are the cues that the document was written for", arguments: documents)
    func cues(document: Corpora.Document) throws {
        guard case .media(let playlist) = try HLSPlaylist(parsing: document.bytes()) else { return }
        let cues = Cue.cues(in: playlist)
        let expected = Self.expected[String(document.name.dropLast(".m3u8".count))]
        #expect(cues.map(\.words) == expected?.cues ?? [], "\(document.name)")
        var book = CueBook()
        let first = cues.flatMap { book.receive($0) }
        let breaks = (first + book.advance(to: FrameTime(.seconds(3600)))).compactMap { news in
            guard case .ended(let one, _) = news else { return nil as String? }
            return "\(one.begin.words)-\(one.end(by: book.rules).words)"
        }
        #expect(breaks == expected?.breaks ?? [], "\(document.name)")
    }

    /// The cues of each document that has any, and the breaks that they make for a listener who hears
    /// its first segment.
    private static let expected: [String: (cues: [String], breaks: [String])] = [
        "adobe-cue": (["out 201.467 0 @6.0"], ["6.0-207.467"]),
        "back-to-back-cue-out": (
            ["out 12.0 @6.0", "out 12.0 @18.0", "in @30.0"], ["6.0-30.0"]
        ),
        "cont-fraction": (["continue 27.2/110.0 @0.0"], ["0.0-82.8"]),
        "cue-out-no-duration": (["out ? @6.0", "in @24.0"], ["6.0-24.0"]),
        "early-cue-in": (
            ["out 30.0 @12.0", "continue 6.0/30.0 @18.0", "in @24.0"], ["12.0-24.0"]
        ),
        "elemental-join-midbreak": (
            ["continue 18.0/30.0 @0.0", "continue 24.0/30.0 @6.0", "in @12.0"], ["0.0-12.0"]
        ),
        "elemental": (
            [
                "out 30.0 @12.0", "continue 6.0/30.0 @18.0", "continue 12.0/30.0 @24.0",
                "continue 18.0/30.0 @30.0", "continue 24.0/30.0 @36.0", "in @42.0",
            ], ["12.0-42.0"]
        ),
        "ext-x-scte35": (["out 30.0 1 @6.0"], ["6.0-36.0"]),
        "google-duration": (["out 30.0 @6.0", "in @36.0"], ["6.0-36.0"]),
        // The section beside it names the break, and says that its end is marked.
        "google-live": (["out 45.0 1125340832 @6.0", "continue 2.787/45.0 @8.787"], ["6.0-51.0"]),
        "late-cue-in": (["out 12.0 @0.0", "in @24.0"], ["0.0-12.0"]),
        "mediaconvert-enhanced": (
            ["out 30.0 1 @6.0", "continue 2.0/30.0 1 @8.0", "in 1 @36.0"], ["6.0-36.0"]
        ),
        "primetime": (["out 60.0 1 @6.0", "continue 5.8/? 1 @12.0"], ["6.0-66.0"]),
        "twitch-stitched": (["out 30.0 c1 @6.0"], ["6.0-36.0"]),
        "SCTE-35_01": (["out 15.0 @8.008", "in @23.008"], ["8.008-23.008"]),
        "SCTE-35_02": (
            [
                "out 23.0 @8.008", "continue 8.0/23.0 @16.008", "continue 16.0/23.0 @24.008",
                "in @31.008",
            ], ["8.008-31.008"]
        ),
        "SCTE-35_03": (["out 15.0 0 @8.008"], ["8.008-23.008"]),
        "SCTE-35_04": (
            ["out 15.0 1073741883 @8.008", "continue 5.939/25.0 @16.008", "in @23.008"],
            ["8.008-23.008"]
        ),
        "SCTE-35_05": (["out 15.0 ”pIViS5” @8.008", "in ”f6UrRd” @23.008"], ["8.008-23.008"]),
        "SCTE-35_06": (
            [
                "out 23.0 @8.008", "continue 8.0/23.0 @16.008", "continue 16.0/23.0 @24.008",
                "in @31.008", "out 23.0 @39.016", "continue 8.0/23.0 @47.016",
                "continue 16.0/23.0 @55.016", "in @62.016",
            ], ["8.008-31.008", "39.016-62.016"]
        ),
        "8.10-EXT-X-DATERANGE-carrying-SCTE-35-tags": (
            ["out 59.993 splice-6FFFFFF0 @60.0", "in splice-6FFFFFF0 @119.993"], ["60.0-119.993"]
        ),
        "8.11-EXT-X-CUE-OUT-Media-Playlist": (["out 15.0 @9.009"], ["9.009-24.009"]),
        // Its dates are years after those of the playlist.
        "SCTE-35_07": (["out 60.694 splice-6FFFFFF0 @302814120.82"], []),
        "9.10-daterange-scte35": (
            ["out 59.993 splice-6FFFFFF0 @6.0", "in splice-6FFFFFF0 @65.993"], ["6.0-65.993"]
        ),
        "D.6-interstitial-uri": (["out 15.0 ad1 @4.0"], ["4.0-19.0"]),
        "D.7-interstitial-list": (["out 30.0 ad2 @4.0"], ["4.0-34.0"]),
        "early-return-before": (["out 30.0 ad1 @6.0"], ["6.0-36.0"]),
        "early-return-after": (["out 12.0 ad1 @6.0"], ["6.0-18.0"]),
        "late-snap-in": (["out 30.0 ad1 @6.0"], ["6.0-36.0"]),
        "same-start-three": (
            ["out 10.0 s0 @6.0", "out 10.0 s1 @6.0", "out 10.0 s2 @6.0"],
            ["6.0-16.0", "16.0-26.0", "26.0-36.0"]
        ),
    ]
}

extension FrameTime {
    /// In seconds, to the millisecond.
    fileprivate var words: String { duration.words }
}

extension Duration {
    fileprivate var words: String { "\((inSeconds * 1000).rounded() / 1000)" }
}

extension Cue {
    fileprivate var words: String {
        let name = id.map { " \($0)" } ?? ""
        return "\(kind.words)\(name) @\(position.words)"
    }
}

extension Cue.Kind {
    fileprivate var words: String {
        switch self {
        case .out(let duration): "out \(duration?.words ?? "?")"
        case .continue(let elapsed, let duration):
            "continue \(elapsed?.words ?? "?")/\(duration?.words ?? "?")"
        case .in: "in"
        case .cancel: "cancel"
        }
    }
}
