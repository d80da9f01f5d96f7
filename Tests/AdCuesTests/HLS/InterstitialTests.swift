import AdCues
import HLSPlaylists
import MediaTime
import Testing

@Suite("An interstitial")
struct InterstitialTests {
    private static func range(_ attributes: String) -> DateRange {
        let text = "CLASS=\"com.apple.hls.interstitial\"," + attributes
        return DateRange(id: "i", AttributeList(parsing: text), before: 0)
    }

    private struct NoMediaPlaylist: Error {}

    /// A playlist of two segments with an interstitial at 8 s.
    private static func playlist(_ attributes: String, hasEnded: Bool) throws -> MediaPlaylist {
        let document = """
            #EXTM3U
            #EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00Z
            #EXT-X-DATERANGE:ID="i",CLASS="com.apple.hls.interstitial",\
            START-DATE="2026-03-01T12:00:08Z",X-ASSET-URI="u",\(attributes)
            #EXTINF:6,
            a
            #EXTINF:6,
            b
            \(hasEnded ? "#EXT-X-ENDLIST" : "")
            """
        guard case .media(let playlist) = try HLSPlaylist(parsing: Array(document.utf8)) else {
            throw NoMediaPlaylist()
        }
        return playlist
    }

    @Test("is read with all that it says")
    func whole() throws {
        let interstitial = try #require(
            Interstitial(
                Self.range(
                    "X-ASSET-LIST=\"l\",DURATION=30,X-RESUME-OFFSET=-2,X-PLAYOUT-LIMIT=12,"
                        + "X-SNAP=\"OUT,IN,UP\",X-RESTRICT=\"SKIP,JUMP\",CUE=\"PRE,ONCE\"")))
        #expect(interstitial.asset == .list("l"))
        #expect(interstitial.duration == .seconds(12))
        #expect(interstitial.resumeOffset == .seconds(-2))
        #expect(interstitial.snap == [.out, .in])
        #expect(interstitial.restrictions == [.skip, .jump])
        #expect(interstitial.triggers == [.pre, .once])
    }

    @Test(
        "has exactly one asset",
        arguments: [
            ("X-A=1", false), ("X-ASSET-URI=\"u\"", true),
            ("X-ASSET-URI=\"u\",X-ASSET-LIST=\"l\"", false),
        ])
    func assets(attributes: String, isOne: Bool) {
        #expect((Interstitial(Self.range(attributes)) != nil) == isOne)
    }

    @Test(
        "that is cut short gives back only what it took",
        arguments: [
            ("DURATION=30,X-PLAYOUT-LIMIT=12", 12, 12),
            ("DURATION=10,X-PLAYOUT-LIMIT=12", 10, nil),
            ("DURATION=12,X-PLAYOUT-LIMIT=12", 12, nil),
            ("PLANNED-DURATION=30", 30, nil), ("X-PLAYOUT-LIMIT=12", 12, nil),
            ("DURATION=30,X-PLAYOUT-LIMIT=12,X-RESUME-OFFSET=0", 12, 0), ("X-B=1", nil, nil),
        ] as [(String, Int?, Int?)])
    func lengths(attributes: String, duration: Int?, resumeOffset: Int?) throws {
        let interstitial = try #require(
            Interstitial(Self.range("X-ASSET-URI=\"u\"," + attributes)))
        #expect(interstitial.duration == duration.map { .seconds($0) })
        #expect(interstitial.resumeOffset == resumeOffset.map { .seconds($0) })
    }

    @Test(
        "E17: returns at the boundary of segments that is closest to its return",
        arguments: [
            ("DURATION=5,X-SNAP=\"IN\"", true, 4), ("DURATION=5", true, nil),
            ("X-RESUME-OFFSET=2,X-SNAP=\"IN\"", true, 4), ("DURATION=5,X-SNAP=\"IN\"", false, nil),
        ] as [(String, Bool, Int?)])
    func snapping(attributes: String, hasEnded: Bool, offset: Int?) throws {
        let playlist = try Self.playlist(attributes, hasEnded: hasEnded)
        let interstitial = try #require(Cue.cues(in: playlist).first?.interstitial)
        #expect(interstitial.resumeOffset == offset.map { .seconds($0) })
    }

    @Test(
        "E17: is a cue at its date, at a boundary, or around the programme",
        arguments: [
            ("X-A=1", 8, true), ("X-SNAP=\"OUT\"", 6, true), ("X-SNAP=\"IN\"", 8, true),
            ("CUE=\"PRE\"", 0, true), ("CUE=\"POST\"", 12, true), ("CUE=\"POST\"", nil, false),
        ] as [(String, Double?, Bool)])
    func places(attributes: String, second: Double?, hasEnded: Bool) throws {
        let playlist = try Self.playlist("DURATION=4," + attributes, hasEnded: hasEnded)
        let cues = Cue.cues(in: playlist)
        #expect(cues.map(\.position.seconds) == (second.map { [$0] } ?? []))
        #expect(cues.allSatisfy { $0.id == "i" && $0.kind == .out(duration: .seconds(4)) })
        #expect(cues.allSatisfy { $0.fields["X-ASSET-URI"] == "u" })
    }
}
