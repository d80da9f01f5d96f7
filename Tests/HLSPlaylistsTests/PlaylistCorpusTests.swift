import HLSPlaylists
import TestFiles
import Testing

@Suite("Playlists of other projects", .enabled(if: Corpora.folder != nil))
struct PlaylistCorpusTests {
    private static let folder = "hls/videojs_m3u8-parser"

    @Test("60 of 60 say what another parser found in them")
    func agreement() throws {
        let documents = Corpora.documents(in: Self.folder, suffix: ".m3u8")
        #expect(documents.count == 60)
        for document in documents {
            let other = Corpora.Document(
                document.path.dropLast(".m3u8".count) + ".expected.json")
            var expected = try other.decoded(as: PlaylistFacts.self)
            expected.remove(where: Self.isUnknown)
            let found = PlaylistFacts(try HLSPlaylist(parsing: document.bytes()))
            let known = Self.disagreements[document.name] ?? []
            let differences = found.differences(from: expected).filter { difference in
                !known.contains { difference.hasPrefix($0) }
            }
            #expect(differences == [], "\(document.name)")
        }
    }

    @Test("others are read, or refused with one clear line")
    func others() throws {
        let documents = Corpora.documents(in: "hls", suffix: ".m3u8")
            .filter { !$0.path.hasPrefix(Self.folder) }
        #expect(documents.count == 49)
        for document in documents {
            let bytes = try document.bytes()
            do throws(HLSPlaylistError) {
                _ = try HLSPlaylist(parsing: bytes)
            } catch {
                #expect(Self.refusals[document.name] == error.description, "\(document.name)")
            }
        }
    }

    private static let refusals: [String: String] = [:]

    /// What the other parser has and the specification does not, by the name of the document.
    private static let disagreements = [
        // What stands in place of a duration is no title.
        "extinf.m3u8": ["segments.1.title: nothing instead"],
        // The target duration, which follows, is the length of a segment without one.
        "multipleTargetDurations.m3u8": ["segments.0.duration: 10.0 instead of nothing"],
        // A hint of an unknown type is left out, and one without a start begins at 0.
        "llhls-byte-range.m3u8": ["preloadSegment.preloadHints.2"],
        "llhls-delta-byte-range.m3u8": [
            "preloadSegment.preloadHints.2",
            "preloadSegment.preloadHints.0.byterange.offset: 0.0 instead",
        ],
    ]

    /// What the product has no name for.
    private static func isUnknown(_ path: String) -> Bool {
        let name = path.split(separator: ".").last ?? ""
        return ["allowCache", "dateTimeString", "dateTimeObject"].contains(name)
            || name == "timeline" && !path.hasPrefix("segments")
            || path == "preloadSegment.map.uri"
    }
}
