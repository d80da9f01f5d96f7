import HLSPlaylists
import MediaTime
import Testing

@Suite("A delta update")
struct DeltaUpdateTests {
    private static func whole() throws -> MediaPlaylist {
        try media(
            "#EXT-X-MEDIA-SEQUENCE:10", "#EXT-X-MAP:URI=\"m\"",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
            "#EXT-X-DATERANGE:ID=\"old\",X-A=1", "#EXT-X-DATERANGE:ID=\"kept\",X-A=1",
            "#EXTINF:4,", "10", "#EXTINF:4,", "11", "#EXT-X-DISCONTINUITY", "#EXTINF:4,", "12",
            "#EXTINF:4,", "13")
    }

    @Test("takes what it leaves out from the playlist before it")
    func completed() throws {
        let update = try media(
            "#EXT-X-MEDIA-SEQUENCE:11", "#EXT-X-SKIP:SKIPPED-SEGMENTS=2", "#EXTINF:4,", "13",
            "#EXT-X-KEY:METHOD=NONE", "#EXTINF:4,", "14")
        let playlist = try update.completed(from: Self.whole())
        #expect(playlist.segments.map(\.uri) == ["11", "12", "13", "14"])
        #expect(playlist.segments.map { $0.map?.uri } == ["m", "m", "m", "m"])
        #expect(playlist.segments.map { $0.keys.map(\.uri) } == [["k"], ["k"], ["k"], []])
        #expect(playlist.segments.map(\.discontinuitySequence) == [0, 1, 1, 1])
        #expect(playlist.mediaSequence == 11)
        #expect(playlist.skip == nil)
    }

    @Test("has all date ranges itself, unless it names those that are gone")
    func dateRanges() throws {
        let all = try media(
            "#EXT-X-MEDIA-SEQUENCE:10", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1",
            "#EXT-X-DATERANGE:ID=\"new\",X-A=2")
        #expect(try all.completed(from: Self.whole()).dateRanges.map(\.id) == ["new"])
        let some = try media(
            "#EXT-X-MEDIA-SEQUENCE:10",
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"old\tolder\"",
            "#EXT-X-DATERANGE:ID=\"kept\",X-B=2")
        let ranges = try some.completed(from: Self.whole()).dateRanges
        #expect(ranges.map(\.id) == ["kept"])
        #expect(ranges[0].attributes["X-A"] == "1" && ranges[0].attributes["X-B"] == "2")
    }

    @Test("may leave out everything, and then has no segment of its own")
    func everything() throws {
        let update = try media("#EXT-X-MEDIA-SEQUENCE:10", "#EXT-X-SKIP:SKIPPED-SEGMENTS=4")
        let whole = try Self.whole()
        #expect(try update.completed(from: whole).segments == whole.segments)
        #expect(try whole.completed(from: update) == whole)
        let playlist = try media("#EXT-X-MEDIA-SEQUENCE:10", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1")
        #expect(throws: HLSPlaylistError(.skipsUnknownSegments)) {
            try playlist.completed(from: update)
        }
    }

    @Test("moves the date ranges that it keeps with the segments that it leaves behind")
    func movedRanges() throws {
        let whole = try media(
            "#EXT-X-MEDIA-SEQUENCE:10", "#EXT-X-DATERANGE:ID=\"first\"", "#EXTINF:4,", "10",
            "#EXTINF:4,", "11", "#EXTINF:4,", "12", "#EXT-X-DATERANGE:ID=\"third\"", "#EXTINF:4,",
            "13")
        let update = try media(
            "#EXT-X-MEDIA-SEQUENCE:12",
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES=\"\"", "#EXTINF:4,", "14",
            "#EXT-X-DATERANGE:ID=\"new\"")
        let ranges = try update.completed(from: whole).dateRanges
        #expect(ranges.map(\.id) == ["first", "third", "new"])
        #expect(ranges.map(\.segmentIndex) == [0, 1, 3])
    }

    @Test(
        "is refused where the playlist before it lacks a segment",
        arguments: [(9, 1), (11, 4), (15, 0), (10, 1 << 40)])
    func unknown(sequence: Int, count: Int) throws {
        let update = try media(
            "#EXT-X-MEDIA-SEQUENCE:\(sequence)", "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)")
        #expect(throws: HLSPlaylistError(.skipsUnknownSegments)) {
            try update.completed(from: Self.whole())
        }
    }
}
