@testable import HLSPlaylists
import MediaTime
import Testing

@Suite("The tags of a playlist")
struct PlaylistTagTests {
    @Test("say nothing where they are missing")
    func nothing() throws {
        let playlist = try media("#EXTINF:6,", "a")
        #expect(playlist.version == nil && playlist.targetDuration == nil)
        #expect(playlist.mediaSequence == 0 && playlist.discontinuitySequence == 0)
        #expect(playlist.type == nil && playlist.start == nil && playlist.skip == nil)
        #expect(!playlist.hasEnded && !playlist.isIFramesOnly && !playlist.hasIndependentSegments)
        #expect(playlist.serverControl == ServerControl())
        #expect(!playlist.serverControl.canBlockReload && !playlist.serverControl.canSkipDateRanges)
        #expect(playlist.partTargetDuration == nil && !playlist.opensWithDiscontinuity)
        let segment = try #require(playlist.segments.first)
        var plain = MediaSegment("a", duration: .seconds(6))
        #expect(segment == plain)
        plain.isGap = true
        #expect(segment != plain)
    }

    @Test("each change one thing of the playlist")
    func header() throws {
        let playlist = try media(
            "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-I-FRAMES-ONLY",
            "#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES,HOLD-BACK=18,CAN-BLOCK-RELOAD=NO",
            "#EXT-X-START:TIME-OFFSET=12", "#EXTINF:6,", "a", "#EXT-X-DISCONTINUITY")
        #expect(playlist.type == .recorded && playlist.isIFramesOnly && !playlist.hasEnded)
        #expect(playlist.serverControl.canSkipDateRanges && !playlist.serverControl.canBlockReload)
        #expect(playlist.serverControl.holdBack == .seconds(18))
        #expect(playlist.start == .init(offset: .seconds(12), isPrecise: false))
        #expect(playlist.opensWithDiscontinuity)
        #expect(playlist.segments.map(\.isDiscontinuous) == [false])
        #expect(playlist.segments.map(\.otherTags) == [[]] && playlist.openTags.isEmpty)
    }

    @Test("of a version have a positive number", arguments: [("0", nil), ("1", 1), ("-1", nil)])
    func version(text: String, version: Int?) throws {
        #expect(try media("#EXT-X-VERSION:\(text)").version == version)
    }

    @Test("of a bit rate hold until the next one, and for no part of a file")
    func bitrate() throws {
        let playlist = try media(
            "#EXT-X-BITRATE:1", "#EXTINF:6,", "a", "#EXTINF:6,", "b", "#EXTINF:6,",
            "#EXT-X-BYTERANGE:10@0", "c", "#EXT-X-BITRATE:0", "#EXTINF:6,", "d")
        #expect(playlist.segments.map(\.bitrate) == [1, 1, nil, nil])
    }

    @Test("of a date hold for the next segment only")
    func date() throws {
        let playlist = try media(
            "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z", "#EXT-X-GAP", "#EXTINF:6,One", "a",
            "#EXTINF:6", "b")
        #expect(playlist.segments.map(\.date) == [WallClockDate(sinceEpoch: .seconds(10)), nil])
        #expect(playlist.segments.map(\.isGap) == [true, false])
        #expect(playlist.segments.map(\.title) == ["One", nil])
        #expect(playlist.starts == [.zero, .seconds(6), .seconds(12)])
    }

    @Test("of a length reach up to 24 h", arguments: [("86400", true), ("86400.1", false)])
    func length(text: String, isRead: Bool) {
        #expect((refusal("#EXTINF:\(text),", "a") == nil) == isRead)
    }

    @Test("of keys replace the keys of the segment before, and of their own format")
    func keys() throws {
        let playlist = try media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"1\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"2\"",
            "#EXT-X-KEY:METHOD=OTHER,URI=\"3\",KEYFORMAT=\"x\"", "#EXTINF:6,", "a",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"4\",KEYFORMAT=\"y\"", "#EXTINF:6,", "b")
        #expect(playlist.segments.map { $0.keys.map(\.uri) } == [["2", "3"], ["4"]])
        #expect(playlist.segments[0].keys.map(\.method) == [.aes128, .other("OTHER")])
        #expect(playlist.segments[0].keys.map(\.format) == ["identity", "x"])
        #expect(playlist.segments[0].keys.map(\.initializationVector) == [nil, nil])
    }

    @Test(
        "of an initialisation vector have up to 32 hexadecimal digits",
        arguments: [
            ("0x0", 0), ("0XfF", 255), ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", 255),
            ("0x000000000000000000000000000000001", nil), ("0x", nil), ("12", nil), ("0x+1", nil),
            ("0xg", nil), ("0x1G", nil), ("0x/1", nil), ("0x:1", nil), ("0x@1", nil), ("0x`1", nil),
        ] as [(String, UInt8?)])
    func vector(text: String, last: UInt8?) throws {
        let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(text)"
        guard let last else {
            #expect(refusal(line)?.contains("0x and up to 32 hexadecimal digits") == true)
            return
        }
        let vector = try media(line, "#EXTINF:1,", "a").segments[0].keys[0].initializationVector
        #expect(vector?.count == 16)
        #expect(vector?.last == last)
        #expect(vector?.first == (text.count == 34 ? 255 : 0))
    }

    @Test(
        "of a byte range have a length, and an offset unless one is known",
        arguments: [
            ("10@5", 10, 5), ("0@0", 0, 0), ("9007199254740992@0", 1 << 53, 0),
            ("1@9007199254740992", 1, 1 << 53), ("10", 10, 0), ("10@", 10, 0),
            ("9007199254740993@0", nil, 0), ("1@9007199254740993", nil, 0), ("-1@0", nil, 0),
            ("1@-1", nil, 0), ("1@2@3", nil, 0), ("1@2@", nil, 0), ("x", nil, 0), ("@1", nil, 0),
        ] as [(String, Int?, Int)])
    func byteRange(text: String, length: Int?, offset: Int) throws {
        let lines = "#EXTINF:1,\n#EXT-X-BYTERANGE:\(text)\na"
        let map = "#EXT-X-MAP:URI=\"m\",BYTERANGE=\"\(text)\""
        guard let length else {
            #expect(
                refusal(lines) == "line 3: '#EXT-X-BYTERANGE' must have LENGTH@OFFSET in bytes")
            #expect(refusal(map)?.hasSuffix("must be LENGTH@OFFSET in bytes") == true)
            return
        }
        let range = ByteRange(length: length, offset: offset)
        #expect(try media(lines).segments[0].byteRange == range)
        #expect(range.end == length + offset)
        let section = try media(map, "#EXTINF:1,", "a").segments[0].map
        #expect(section == InitializationSection(uri: "m", byteRange: range, keys: []))
    }

    @Test("of a byte range continue the segment before, also that of no byte range")
    func continued() throws {
        let playlist = try media(
            "#EXTINF:1,", "#EXT-X-BYTERANGE:10@5", "a", "#EXTINF:1,", "#EXT-X-BYTERANGE:10", "a",
            "#EXTINF:1,", "b", "#EXTINF:1,", "#EXT-X-BYTERANGE:7", "c")
        #expect(playlist.segments.map { $0.byteRange?.offset } == [5, 15, nil, 0])
        // What a delta update leaves out may have a byte range.
        #expect(
            refusal("#EXT-X-SKIP:SKIPPED-SEGMENTS=1", "#EXTINF:1,", "#EXT-X-BYTERANGE:7", "c")
                == "line 4: '#EXT-X-BYTERANGE' must have LENGTH@OFFSET in bytes")
    }

    @Test("of a delta update stand before all segments, and count those without a key or map")
    func skip() throws {
        #expect(
            refusal("#EXTINF:1,", "a", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1")
                == "line 3: '#EXT-X-SKIP' must have its place before all segments")
        let playlist = try media(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=0", "#EXTINF:1,", "a", "#EXTINF:1,", "b",
            "#EXT-X-MAP:URI=\"m\"", "#EXTINF:1,", "c", "#EXT-X-KEY:METHOD=NONE", "#EXTINF:1,", "d")
        #expect(
            playlist.skip
                == SkippedSegments(
                    count: 0, removedDateRanges: nil, unkeyedCount: 3, unmappedCount: 2))
    }

    @Test(
        "are refused without what they are about",
        arguments: [
            ("#EXT-X-KEY:URI=\"k\"", "'METHOD' of '#EXT-X-KEY' must be a method such as AES-128"),
            (
                "#EXT-X-PART:DURATION=1",
                "'URI' of '#EXT-X-PART' must be the address of the part"
            ),
            (
                "#EXT-X-PART:DURATION=1,URI=\"a\",BYTERANGE=\"x\"",
                "'BYTERANGE' of '#EXT-X-PART' must be LENGTH@OFFSET in bytes"
            ),
            (
                "#EXT-X-PRELOAD-HINT:TYPE=MAP",
                "'URI' of '#EXT-X-PRELOAD-HINT' must be the address of what comes"
            ),
            (
                "#EXT-X-RENDITION-REPORT:LAST-MSN=1",
                "'URI' of '#EXT-X-RENDITION-REPORT' must be the address of a playlist"
            ),
            (
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1",
                "'URI' of '#EXT-X-I-FRAME-STREAM-INF' must be the address of a playlist"
            ),
            (
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\"",
                "'#EXT-X-MEDIA' must have TYPE, GROUP-ID and NAME"
            ),
        ])
    func refused(line: String, words: String) {
        #expect(refusal("#EXTM3U", line) == "line 2: \(words)")
    }

    @Test("of variants describe the address after them, and no other")
    func variants() throws {
        let playlist = try multivariant(
            "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-START:TIME-OFFSET=3", "stray.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=1", "a.m3u8", "stray.m3u8", "#EXT-X-CUE-OUT",
            "#EXT-X-SESSION-KEY:METHOD=NONE",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\",AUTOSELECT=YES",
            "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"1\"")
        #expect(playlist.variants.map(\.uri) == ["a.m3u8"])
        #expect(playlist.hasIndependentSegments)
        #expect(playlist.start?.offset == .seconds(3))
        #expect(playlist.sessionKeys.isEmpty)
        #expect(playlist.contentSteering == nil)
        #expect(playlist.renditions.map(\.isDefault) == [false])
        #expect(playlist.renditions.map(\.isAutoselected) == [true])
        #expect(playlist.variables == ["v": "1"])
    }

    @Test("are looked up by name, in any case where the dialects differ, and by kind")
    func attributes() {
        let list = AttributeList(parsing: "Length=2.5,LENGTH=x,FLAG=YES,NO=yes")
        #expect(list["Length"] == "2.5" && list["length"] == nil)
        #expect(list[anyCase: "lENGTH"] == "2.5" && list[anyCase: "len"] == nil)
        #expect(list.seconds("Length") == .milliseconds(2500))
        #expect(list.seconds("LENGTH") == nil)
        #expect(list.isYes("FLAG") && !list.isYes("NO") && !list.isYes("NONE"))
    }

    @Test("are read from lines with other ends, after a mark of the byte order, without comments")
    func lines() throws {
        let text = "\u{FEFF}#EXTM3U\r\n#EX comment\r\n#EXTINF:6,\r\n \r\n a b \r\n#EXT-X-CUE: 1 \n"
        guard case .media(let playlist) = try HLSPlaylist(parsing: Array(text.utf8)) else {
            Issue.record("it has segments")
            return
        }
        #expect(playlist.segments.map(\.uri) == ["a b"])
        #expect(playlist.openTags.map(\.name) == ["EXT-X-CUE"])
        #expect(playlist.openTags.map(\.value) == ["1"])
    }

    @Test("of a date range settle its length if it does not end before it starts")
    func settled() throws {
        func length(_ attributes: String) -> Duration? {
            DateRange(id: "a", AttributeList(parsing: attributes), before: 0).settledDuration
        }
        let start = "START-DATE=\"2026-03-01T12:00:00Z\""
        #expect(length("DURATION=3,\(start)") == .seconds(3))
        #expect(length("\(start),END-DATE=\"2026-03-01T12:00:00Z\"") == .zero)
        #expect(length("\(start),END-DATE=\"2026-03-01T11:59:59Z\"") == nil)
        #expect(length(start) == nil)
        #expect(length("END-DATE=\"2026-03-01T12:00:00Z\"") == nil)
        let range = DateRange(id: "a", AttributeList(parsing: "CLASS=\"ad\""), before: 7)
        #expect(range.className == "ad" && range.segmentIndex == 7 && range.start == nil)
    }
}
