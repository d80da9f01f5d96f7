@testable import AdCues
import HLSPlaylists
import MediaTime
import Testing

@Suite("The ad markers of an HLS playlist")
struct PlaylistCueTests {
    /// A splice_insert that leaves the programme for 60 s, id 7.
    private static let insert = hex(
        SectionWriter.section(
            type: 5, SectionWriter.insert(id: 7, time: nil, duration: 5_400_000)))

    private static func hex(_ bytes: [UInt8]) -> String {
        "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The tags that carry a section which starts a break.
    private static let carriers: [@Sendable (String) -> String] = [
        { "#EXT-OATCLS-SCTE35:\($0)" }, { "#EXT-X-SCTE35:CUE=\"\($0)\"" },
        { "#EXT-OATCLS-SCTE35:\($0)\n#EXT-X-CUE-OUT:60" },
        { "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:06Z\",SCTE35-OUT=\($0)" },
        { "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:06Z\",SCTE35-CMD=\($0)" },
    ]

    /// b.6, "auto_return = 1" and "auto_return = 0".
    @Test(
        "F8: say whether the break ends by itself, as their section does", arguments: carriers,
        [true, false])
    func returns(carrier: @Sendable (String) -> String, isByItself: Bool) throws {
        let section = SectionWriter.section(
            type: 5,
            SectionWriter.insert(id: 7, time: nil, duration: 5_400_000, returns: isByItself))
        let cues = try Self.cues(carrier(Self.hex(section)))
        #expect(cues.map(\.returnsByItself) == [isByItself])
        #expect(cues.map(\.isOneAd) == [false])
    }

    @Test(
        "D9: say whether they are of one ad, as their section does", arguments: carriers,
        [(0x30, true), (0x32, true), (0x34, false), (0x22, false)] as [(UInt8, Bool)])
    func oneAd(carrier: @Sendable (String) -> String, _ kind: (type: UInt8, isOneAd: Bool)) throws {
        let section = SectionWriter.section(
            type: 6, SectionWriter.time(nil),
            descriptors: SectionWriter.segmentation(id: 7, type: kind.type, duration: 5_400_000))
        let cues = try Self.cues(carrier(Self.hex(section)))
        #expect(cues.map(\.isOneAd) == [kind.isOneAd])
        #expect(cues.map(\.returnsByItself) == [true])
    }

    @Test("D9: say it at the end of an ad, too, and by a type that stands beside the section")
    func oneAdWithoutStart() throws {
        let section = SectionWriter.section(
            type: 6, SectionWriter.time(nil),
            descriptors: SectionWriter.segmentation(id: 7, type: 0x31))
        let date = "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:06Z\","
        let lines = [
            "\(date)SCTE35-IN=\(Self.hex(section))", "#EXT-X-SCTE35:TYPE=0x30",
            "#EXT-X-SCTE35:TYPE=0x33", "#EXT-X-SCTE35:TYPE=0x34", "#EXT-X-CUE-OUT:30",
        ]
        let marked = try lines.map { try Self.cues($0).map(\.isOneAd) }
        #expect(marked == [[true], [true], [true], [false], [false]])
    }

    @Test("F8: end by themselves where a date range names the length, whatever its section says")
    func settled() throws {
        let section = SectionWriter.section(
            type: 5, SectionWriter.insert(id: 7, time: nil, duration: 5_400_000, returns: false))
        let cues = try Self.cues(
            "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:06Z\",DURATION=9,"
                + "SCTE35-OUT=\(Self.hex(section))")
        #expect(cues.map(\.returnsByItself) == [true])
    }

    /// The cues of a playlist with `lines` before the second of three segments of 6 s.
    private static func cues(_ lines: String...) throws -> [Cue] {
        let document =
            ["#EXTM3U", "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00Z", "#EXTINF:6,", "0"] + lines
            + ["#EXTINF:6,", "1", "#EXTINF:6,", "2"]
        return try cues(ofDocument: document)
    }

    private static func cues(ofDocument lines: [String]) throws -> [Cue] {
        let bytes = Array(lines.joined(separator: "\n").utf8)
        guard case .media(let playlist) = try HLSPlaylist(parsing: bytes) else { return [] }
        return Cue.cues(in: playlist)
    }

    @Test(
        "A7: are understood in every dialect",
        arguments: [
            ("#EXT-X-CUE-OUT:30.000", Cue.Kind.out(duration: .seconds(30)), nil, Cue.Source.hls),
            ("#EXT-X-CUE-OUT: \"30\"", .out(duration: .seconds(30)), nil, .hls),
            ("#EXT-X-CUE-OUT:DURATION=30", .out(duration: .seconds(30)), nil, .hls),
            ("#EXT-X-CUE-OUT:Duration=30,ID=\"7\"", .out(duration: .seconds(30)), "7", .hls),
            ("#EXT-X-CUE-OUT", .out(duration: nil), nil, .hls),
            ("#EXT-X-CUE-OUT:", .out(duration: nil), nil, .hls),
            ("#EXT-X-CUE-OUT:soon", .out(duration: nil), nil, .hls),
            (
                "#EXT-X-CUE-OUT-CONT: 8.308/30",
                .continue(elapsed: .milliseconds(8_308), duration: .seconds(30)), nil, .hls
            ),
            (
                "#EXT-X-CUE-OUT-CONT:ElapsedTime=2.000,Duration=30",
                .continue(elapsed: .seconds(2), duration: .seconds(30)), nil, .hls
            ),
            (
                "#EXT-X-CUE-OUT-CONT:4", .continue(elapsed: .seconds(4), duration: nil), nil, .hls
            ),
            ("#EXT-X-CUE-OUT-CONT", .continue(elapsed: nil, duration: nil), nil, .hls),
            ("#EXT-X-CUE-IN", .in, nil, .hls),
            (
                "#EXT-X-CUE:TYPE=\"SpliceOut\",ID=\"0\",DURATION=\"201.467\",TIME=\"414.171\"",
                .out(duration: .milliseconds(201_467)), "0", .hls
            ),
            ("#EXT-X-CUE:TYPE=SpliceIn,ID=0", .in, "0", .hls),
            (
                "#EXT-X-CUE-CONT:ID=1,AVAIL-DUR-ELAPSED=5.8",
                .continue(elapsed: .milliseconds(5_800), duration: nil), "1", .hls
            ),
            (
                "#EXT-X-SCTE35:TYPE=0x34,CUE=\"x\",ELAPSED=0,DURATION=30",
                .out(duration: .seconds(30)), nil, .scte35
            ),
            (
                "#EXT-X-SCTE35:CUE-OUT=CONT,ELAPSED=9,DURATION=30,ID=\"a\"",
                .continue(elapsed: .seconds(9), duration: .seconds(30)), "a", .scte35
            ),
            (
                "#EXT-X-SCTE35:CUE-OUT=YES,ID=\"a\"", .out(duration: nil), "a", .scte35
            ),
            ("#EXT-X-SCTE35:TYPE=0x35", .in, nil, .scte35),
            ("#EXT-X-SCTE35:CUE-IN=YES,ID=\"a\"", .in, "a", .scte35),
            (
                "#EXT-OATCLS-SCTE35:\(insert)", .out(duration: .seconds(60)),
                "7", .scte35
            ),
            (
                "#EXT-X-SCTE35:CUE=\"\(insert)\"", .out(duration: .seconds(60)),
                "7", .scte35
            ),
        ] as [(String, Cue.Kind, String?, Cue.Source)])
    func dialect(line: String, kind: Cue.Kind, id: String?, source: Cue.Source) throws {
        let cues = try Self.cues(line)
        let cue = try #require(cues.first)
        #expect(cues.count == 1)
        #expect(cue.kind == kind)
        #expect(cue.id == id)
        #expect(cue.source == source)
        #expect(cue.position == FrameTime(.seconds(6)))
    }

    @Test(
        "are not other tags, damaged sections or messages about something else",
        arguments: [
            "#EXT-X-ASSET:CAID=0x1", "#EXT-X-CUE:TYPE=Other", "#EXT-X-SCTE35:TYPE=0x10",
            "#EXT-OATCLS-SCTE35:/DAlAAAA", "#EXT-X-CUES-OUT:30",
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"news\",START-DATE=\"2026-03-01T12:00:06Z\"",
        ])
    func other(line: String) throws {
        #expect(try Self.cues(line).isEmpty)
    }

    @Test("are one cue where a section and a tag announce the same break")
    func sectionBesideTag() throws {
        let cues = try Self.cues("#EXT-OATCLS-SCTE35:\(Self.insert)", "#EXT-X-CUE-OUT:45")
        #expect(cues.map(\.kind) == [.out(duration: .seconds(45))])
        #expect(cues.map(\.id) == ["7"])
        #expect(cues.first?.fields["SCTE35"] == Self.insert)
        // The section names the length that the tag does not.
        let unnamed = try Self.cues("#EXT-OATCLS-SCTE35:\(Self.insert)", "#EXT-X-CUE-OUT")
        #expect(
            unnamed.map(\.kind) == [.out(duration: .seconds(60))])
    }

    @Test("stand where their segments begin, also in the parts of a segment and at the end")
    func places() throws {
        let cues = try Self.cues(ofDocument: [
            "#EXT-X-CUE-OUT-CONT:18/30", "#EXTINF:2.787,", "0", "#EXT-X-CUE-IN",
            "#EXTINF:4.00008,", "1", "#EXT-X-PART:DURATION=0.5,URI=\"p\"", "#EXT-X-CUE-OUT",
        ])
        #expect(cues.map(\.position.frames) == [0, 133_776, 349_780])
    }

    @Test("A8: of date ranges are sections, with the break's settled length before the planned one")
    func sections() throws {
        let cues = try Self.cues(
            "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:02.5Z\",PLANNED-DURATION=9,"
                + "SCTE35-OUT=0xFC00", "#EXTINF:6,", "x",
            "#EXT-X-DATERANGE:ID=\"s\",DURATION=7.5,SCTE35-IN=0xFC00")
        #expect(cues.map(\.kind) == [.out(duration: .milliseconds(7_500)), .in])
        #expect(cues.map(\.id) == ["s", "s"])
        #expect(cues.map(\.position.seconds) == [2.5, 10])
        #expect(cues.allSatisfy { $0.source == .scte35 })
    }

    @Test("A8: of a date range without a length have that of their section")
    func lengthOfSection() throws {
        let date = "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:06Z\","
        let kinds = try ["", "PLANNED-DURATION=9,"].map {
            try Self.cues("\(date)\($0)SCTE35-OUT=\(Self.insert)").map(\.kind)
        }
        #expect(kinds == [[.out(duration: .seconds(60))], [.out(duration: .seconds(9))]])
    }

    @Test("A8: of date ranges in a playlist without dates start where their tags stand")
    func undated() throws {
        func range(_ id: String) -> String {
            "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2026-03-01T12:00:00Z\",SCTE35-OUT=0xFC00"
        }
        let cues = try Self.cues(ofDocument: [
            "#EXTM3U", "#EXTINF:6,", "0", range("a"), "#EXTINF:6,", "1", range("b"),
        ])
        #expect(cues.map(\.id) == ["a", "b"])
        #expect(cues.map(\.position.seconds) == [6, 12])
    }

    @Test("of a range without an end are an end where its last tag stands")
    func endByPlace() throws {
        let cues = try Self.cues(
            "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:00Z\",SCTE35-IN=0xFC00")
        #expect(cues.map(\.kind) == [.in])
        #expect(cues.map(\.position.seconds) == [6])
    }

    @Test("of date ranges are commands, which say themselves whether a break starts")
    func commands() throws {
        let cues = try Self.cues(
            "#EXT-X-DATERANGE:ID=\"s\",START-DATE=\"2026-03-01T12:00:09Z\",SCTE35-CMD=\(Self.insert)"
        )
        #expect(
            cues.map(\.kind) == [.out(duration: .seconds(60))])
        #expect(cues.map(\.position.seconds) == [9])
    }

    @Test("join the ads that Twitch stitched into one break")
    func stitched() throws {
        let ad = "CLASS=\"twitch-stitched-ad\",DURATION=15,X-TV-TWITCH-AD-COMMERCIAL-ID=\"c\""
        let first = "#EXT-X-DATERANGE:ID=\"1\",START-DATE=\"2026-03-01T12:00:01Z\",\(ad)"
        let second = "#EXT-X-DATERANGE:ID=\"2\",START-DATE=\"2026-03-01T12:00:16Z\",\(ad)"
        let filled = ",X-TV-TWITCH-AD-POD-FILLED-DURATION=\"30\""
        for lines in [[first, second], [first + filled, second + filled]] {
            let cues = try Self.cues(lines[0], lines[1])
            #expect(cues.map(\.kind) == [.out(duration: .seconds(30))])
            #expect(cues.map(\.id) == ["c"])
            #expect(cues.map(\.position.seconds) == [1])
        }
    }
}

@Suite("A SCTE-35 message about a break")
struct BreakSignalTests {
    private static func signal(_ types: [UInt8], cancelled: Bool = false) -> SpliceInfoSection
        .BreakSignal?
    {
        var section = SpliceInfoSection(.timeSignal(nil))
        section.segmentations = types.map { type in
            var segmentation = SegmentationDescriptor(eventID: UInt32(type))
            segmentation.typeID = type
            segmentation.isCancelled = cancelled
            segmentation.duration = PresentationTime(ticks: 90_000 * UInt64(type))
            return segmentation
        }
        return section.breakSignal
    }

    @Test(
        "starts the outermost of what it starts",
        arguments: [
            ([0x30, 0x34], 0x34), ([0x22], 0x22), ([0x32], 0x32), ([0x35, 0x36], 0x36),
            ([0x44], 0x44), ([0x46], 0x46),
        ] as [([UInt8], Int)])
    func starts(types: [UInt8], id: Int) {
        #expect(
            Self.signal(types)
                == SpliceInfoSection.BreakSignal(
                    kind: .out(duration: .seconds(id)), id: "\(id)",
                    isOneAd: id == 0x30 || id == 0x32,
                    fields: ["segmentation_type_id": "\(id)"]))
    }

    @Test("A24: has the avail, the programme and what is identified, for the choice of ads")
    func identities() {
        var insert = SpliceInsert(eventID: 9)
        insert.leavesNetwork = true
        #expect(SpliceInfoSection(.insert(insert)).breakSignal?.fields == [:])
        (insert.availNumber, insert.availsExpected, insert.uniqueProgramID) = (2, 3, 4711)
        let counted = ["avail_num": "2", "avails_expected": "3", "unique_program_id": "4711"]
        #expect(SpliceInfoSection(.insert(insert)).breakSignal?.fields == counted)

        var section = SpliceInfoSection(.timeSignal(nil))
        var start = SegmentationDescriptor(eventID: 1)
        (start.typeID, start.segmentNumber, start.segmentsExpected) = (0x34, 1, 2)
        (start.upidType, start.upid) = (0x03, Array("AB/12".utf8))
        section.segmentations = [start]
        let named = [
            "segmentation_type_id": "52", "segment_num": "1", "segments_expected": "2",
            "segmentation_upid_type": "3", "segmentation_upid": "AB/12",
        ]
        #expect(section.breakSignal?.fields == named)
        section.segmentations[0].upid = [0x00, 0xFE]
        #expect(section.breakSignal?.fields["segmentation_upid"] == "0x00fe")
    }

    @Test("ends a break, or cancels it")
    func ends() {
        #expect(Self.signal([0x31, 0x35]) == SpliceInfoSection.BreakSignal(kind: .in, id: "53"))
        #expect(Self.signal([0x33])?.isOneAd == true)
        #expect(
            Self.signal([0x34], cancelled: true)
                == SpliceInfoSection.BreakSignal(kind: .cancel, id: "52"))
    }

    @Test(
        "is none if it is about a programme, a chapter or unscheduled content",
        arguments: [[], [0x10], [0x20], [0x40], [0x50]] as [[UInt8]])
    func none(types: [UInt8]) {
        #expect(Self.signal(types) == nil)
    }

    @Test("leaves the programme, returns to it, or does neither")
    func inserts() {
        var insert = SpliceInsert(eventID: 9)
        #expect(SpliceInfoSection(.insert(insert)).breakSignal?.kind == .in)
        insert.leavesNetwork = true
        #expect(SpliceInfoSection(.insert(insert)).breakSignal?.kind == .out(duration: nil))
        insert.isCancelled = true
        #expect(SpliceInfoSection(.insert(insert)).breakSignal?.kind == .cancel)
        #expect(SpliceInfoSection(.null).breakSignal == nil)
    }
}
