@testable import HLSPlaylists
import MediaTime
import Testing

@Suite("A media playlist")
struct MediaPlaylistTests {
    @Test("is read with its header and its segments")
    func whole() throws {
        let playlist = try media(
            "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:812",
            "#EXT-X-DISCONTINUITY-SEQUENCE:4", "#EXT-X-PLAYLIST-TYPE:EVENT",
            "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=-18.5,PRECISE=YES",
            "#EXTINF:5.99467,Morning news", "a/812.aac", "# a comment", "", "#EXT-X-DISCONTINUITY",
            "#EXTINF:6", "a/813.aac", "#EXT-X-GAP", "#EXTINF:4.5,", "a/814.aac", "#EXT-X-ENDLIST")
        #expect(playlist.version == 6)
        #expect(playlist.targetDuration == .seconds(6))
        #expect(playlist.mediaSequence == 812)
        #expect(playlist.type == .event)
        #expect(playlist.hasEnded && playlist.hasIndependentSegments)
        #expect(playlist.start?.offset == .milliseconds(-18_500))
        #expect(playlist.start?.isPrecise == true)
        #expect(playlist.segments.map(\.uri) == ["a/812.aac", "a/813.aac", "a/814.aac"])
        #expect(playlist.segments.map(\.title) == ["Morning news", nil, nil])
        #expect(playlist.segments.map(\.isDiscontinuous) == [false, true, false])
        #expect(playlist.segments.map(\.discontinuitySequence) == [4, 5, 5])
        #expect(playlist.segments.map(\.isGap) == [false, false, true])
        // Exact, unlike a sum of Doubles.
        #expect(playlist.starts.last == .nanoseconds(16_494_670_000))
    }

    @Test("is forgiven numbers that have a default, as stations send them")
    func defaults() throws {
        let playlist = try media(
            "#EXT-X-VERSION:three", "#EXT-X-TARGETDURATION:-6", "#EXT-X-MEDIA-SEQUENCE:first",
            "#EXT-X-PLAYLIST-TYPE:LIVE", "#EXTINF:6,", "a.ts")
        #expect(playlist.version == nil)
        #expect(playlist.targetDuration == nil)
        #expect(playlist.mediaSequence == 0)
        #expect(playlist.type == nil)
    }

    @Test("gives a segment without a length the target duration, and one of length 0 10 ms")
    func lengths() throws {
        let playlist = try media(
            "first.ts", "#EXT-X-TARGETDURATION:8", "#EXTINF:eight,", "second.ts", "#EXTINF:0,",
            "third.ts")
        #expect(
            playlist.segments.map(\.duration) == [.seconds(8), .seconds(8), .milliseconds(10)])
    }

    @Test("continues the byte range before it where one names no offset")
    func byteRanges() throws {
        let playlist = try media(
            "#EXT-X-MAP:URI=\"m.mp4\",BYTERANGE=\"720@16\"", "#EXTINF:6,",
            "#EXT-X-BYTERANGE:1000@736", "m.mp4", "#EXTINF:6,", "#EXT-X-BYTERANGE:50@", "m.mp4",
            "#EXTINF:6,", "n.mp4")
        #expect(playlist.segments[0].map?.byteRange == ByteRange(length: 720, offset: 16))
        #expect(
            playlist.segments.map(\.byteRange) == [
                ByteRange(length: 1000, offset: 736), ByteRange(length: 50, offset: 1736), nil,
            ])
    }

    @Test("has for each segment, and for its header, the key that stands before it")
    func keys() throws {
        let playlist = try media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k1\",IV=0x0102",
            "#EXT-X-MAP:URI=\"init\"", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k2\",KEYFORMAT=\"drm\"",
            "#EXTINF:6,", "a.mp4", "#EXTINF:6,", "b.mp4", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:6,",
            "c.mp4")
        #expect(playlist.segments.map { $0.keys.map(\.uri) } == [["k1", "k2"], ["k1", "k2"], []])
        let key = try #require(playlist.segments[0].map?.keys.first)
        #expect(playlist.segments[0].map?.keys.count == 1)
        #expect(key.method == .aes128)
        #expect(key.format == EncryptionKey.identity)
        #expect(key.initializationVector == Array(repeating: 0, count: 14) + [1, 2])
        #expect(playlist.segments[0].keys[1].method == .sampleAES)
    }

    @Test("has its partial segments, and what the server says about the next ones")
    func lowLatency() throws {
        let playlist = try media(
            "#EXT-X-PART-INF:PART-TARGET=0.5",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,PART-HOLD-BACK=1.5",
            "#EXT-X-PART:DURATION=0.5,URI=\"1.a\",INDEPENDENT=YES,BYTERANGE=\"10@20\"",
            "#EXT-X-PART:DURATION=0.25,URI=\"1.a\",GAP=YES,BYTERANGE=\"5\"", "#EXTINF:0.75,", "1",
            "#EXT-X-PART:DURATION=0.5,URI=\"2.a\"",
            "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"2.b\",BYTERANGE-START=7",
            "#EXT-X-PRELOAD-HINT:TYPE=ELSE,URI=\"x\"",
            "#EXT-X-RENDITION-REPORT:URI=\"../low\",LAST-MSN=2,LAST-PART=0")
        #expect(playlist.partTargetDuration == .milliseconds(500))
        #expect(playlist.serverControl.canBlockReload)
        #expect(playlist.serverControl.canSkipUntil == .seconds(24))
        #expect(playlist.serverControl.holdBack == nil)
        #expect(playlist.serverControl.partHoldBack == .milliseconds(1_500))
        #expect(playlist.segments[0].parts.map(\.isIndependent) == [true, false])
        #expect(playlist.segments[0].parts.map(\.isGap) == [false, true])
        #expect(playlist.segments[0].parts[1].byteRange == ByteRange(length: 5, offset: 30))
        #expect(playlist.openParts.map(\.uri) == ["2.a"])
        #expect(
            playlist.preloadHints == [PreloadHint(kind: .part, uri: "2.b", offset: 7, length: nil)])
        #expect(
            playlist.renditionReports
                == [RenditionReport(uri: "../low", lastMediaSequence: 2, lastPart: 0)])
    }

    @Test("keeps the tags of others where they stand")
    func otherTags() throws {
        let playlist = try media(
            "#EXT-X-CUE-OUT:30", "#EXTINF:6,", "a.ts", "#EXT-X-PART:DURATION=2.5,URI=\"p\"",
            "#EXT-X-CUE-IN")
        #expect(
            playlist.segments[0].otherTags
                == [OtherTag(name: "EXT-X-CUE-OUT", value: "30", offset: .zero)])
        #expect(
            playlist.openTags
                == [OtherTag(name: "EXT-X-CUE-IN", value: "", offset: .milliseconds(2_500))])
    }

    @Test("adds the attributes of a second date range tag, and changes none")
    func dateRanges() throws {
        let playlist = try media(
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-03-01T12:00:00Z\",PLANNED-DURATION=30",
            "#EXTINF:6,", "a.ts",
            "#EXT-X-DATERANGE:ID=\"a\",PLANNED-DURATION=99,END-DATE=\"2026-03-01T12:00:20.5Z\"")
        let range = try #require(playlist.dateRanges.first)
        #expect(playlist.dateRanges.count == 1)
        #expect(range.plannedDuration == .seconds(30))
        #expect(range.settledDuration == .milliseconds(20_500))
        #expect(range.segmentIndex == 1)
    }

    @Test(
        "is refused with the line and what belongs there",
        arguments: [
            ("#EXTINF:-1,Radio", "line 2: '#EXTINF' must have a number of seconds up to 24 h"),
            ("#EXTINF:86401,", "line 2: '#EXTINF' must have a number of seconds up to 24 h"),
            (
                "#EXT-X-MAP:X=1",
                "line 2: 'URI' of '#EXT-X-MAP' must be the address of the "
                    + "initialization section"
            ),
            (
                "#EXT-X-KEY:METHOD=AES-128",
                "line 2: 'URI' of '#EXT-X-KEY' must be the address of "
                    + "the key"
            ),
            (
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12",
                "line 2: 'IV' of '#EXT-X-KEY' must be "
                    + "0x and up to 32 hexadecimal digits"
            ),
            (
                "#EXT-X-PART:URI=\"p\"",
                "line 2: 'DURATION' of '#EXT-X-PART' must be a number of "
                    + "seconds up to 24 h"
            ),
            (
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=-3",
                "line 2: 'SKIPPED-SEGMENTS' of '#EXT-X-SKIP' "
                    + "must be a number of segments"
            ),
            (
                "#EXT-X-DATERANGE:START-DATE=\"2026-03-01T12:00:00Z\"",
                "line 2: 'ID' of '#EXT-X-DATERANGE' must be the name of the range"
            ),
            (
                "http://radio.example/live",
                "line 2: not an HLS playlist: it has no tag of one; "
                    + "check the address"
            ),
            ("#EXT-X-VERSION:3\n\u{0}", "line 3: not text in UTF-8, as a playlist is"),
            (
                "#EXTINF:6,\na.ts\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb",
                "line 2: a playlist has either "
                    + "variants or media segments, and this one has both"
            ),
        ])
    func refused(line: String, error: String) {
        #expect(refusal("#EXTM3U", line) == error)
    }

    @Test("holds no more than its limits")
    func limits() {
        let segments = String(repeating: "#EXTINF:1,\na\n", count: HLSLimits.segmentCount + 1)
        #expect(refusal(segments) == "line 200002: more than 100000 segments")
        let long = "#EXT-X-X:" + String(repeating: "x", count: HLSLimits.lineByteCount)
        #expect(refusal(long) == "line 1: a line of more than 65536 bytes")
        let size = String(repeating: "#\n", count: HLSLimits.byteCount / 2 + 1)
        #expect(refusal(size)?.hasPrefix("a playlist of more than 8388608 bytes") == true)
        #expect(refusal("#EXTINF:1,", "a", "#EXT-X-MEDIA-SEQUENCE:9223372036854775807") == nil)
    }
}
