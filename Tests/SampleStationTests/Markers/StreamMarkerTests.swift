import HLSPackaging
import AdCues
import MediaTime
import SampleStation
import TestFiles
import Testing

@Suite("Markers in the station's media", .timeLimit(.minutes(1))) struct StreamMarkerTests {
    private let programme: SegmentedProgramme
    /// The first and the last segment of break 3, and the one after.
    private let first: Int
    private let after: Int

    init() throws {
        programme = try Samples.segmented(.aac, breaks: Samples.breaks)
        first = programme.grid.firstSegment(of: 3)
        after = programme.grid.segmentAfter(3)
    }

    private func time(of segment: Int) -> UInt64 {
        programme.mediaTime(of: programme.frames(of: segment).lowerBound).ticks
    }

    @Test("of SCTE-35 announce the break, start it and end it, at its samples")
    func splices() throws {
        let writer = try #require(SegmentWriter(.ts, of: programme, markers: [.scte35]))
        var reader = TransportStreamReader()
        var found: [Int: [SpliceInfoSection]] = [:]
        for segment in (first - 2)...(after + 1) {
            for marker in reader.read(writer.segment(segment)) + reader.endSegment() {
                guard case .splice(let section) = marker.content else { continue }
                found[segment, default: []].append(section)
            }
        }
        #expect(Set(found.keys) == [first - 1, first, after])
        let length = Duration.seconds(1) * programme.duration(ofBreak: 3).count / 48_000
        for segment in [first - 1, first] {
            let section = try #require(found[segment]?.first)
            #expect(section.time?.ticks == time(of: first))
            #expect(section.breakSignal?.id == "3")
            guard case .out(let duration?) = section.breakSignal?.kind,
                case .insert(let insert) = section.command
            else {
                Issue.record("\(section)")
                continue
            }
            #expect(abs((duration - length) / .seconds(1)) < 1.0 / 90_000)
            #expect(insert.duration?.returnsAutomatically == true)
        }
        let end = try #require(found[after]?.first)
        #expect(end.time?.ticks == time(of: after))
        #expect(end.breakSignal?.kind == .in && end.breakSignal?.id == "3")
    }

    @Test("of timed ID3 start and end the break in MPEG-TS")
    func timedID3() throws {
        let writer = try #require(SegmentWriter(.ts, of: programme, markers: [.id3]))
        var reader = TransportStreamReader()
        var found: [Int: (MetadataMarker?, UInt64?)] = [:]
        for segment in (first - 2)...(after + 1) {
            for marker in reader.read(writer.segment(segment)) + reader.endSegment() {
                guard case .id3(let bytes, let time) = marker.content else { continue }
                found[segment] = (ID3Tag.tags(in: bytes).first?.marker, time?.ticks)
            }
        }
        #expect(Set(found.keys) == [first, after])
        #expect(found[first]?.0 == Self.start && found[first]?.1 == time(of: first))
        #expect(found[after]?.0 == .end && found[after]?.1 == time(of: after))
    }

    private static let start = MetadataMarker.start(
        ICYAd(duration: .seconds(30), insertion: .midroll, id: "0000000003"))

    @Test("of timed ID3 follow the time of packed audio", arguments: [HLSForm.aac, .mp3])
    func packed(form: HLSForm) throws {
        let programme = try Samples.segmented(form.codec, breaks: Samples.breaks)
        let writer = try #require(SegmentWriter(form, of: programme, markers: [.id3]))
        let first = programme.grid.firstSegment(of: 3)
        let after = programme.grid.segmentAfter(3)
        for segment in (first - 1)...(after + 1) {
            let tags = ID3Tag.tags(in: writer.segment(segment))
            #expect(tags.first?.transportStreamTimestamp != nil)
            let markers = tags.dropFirst().map(\.marker)
            switch segment {
            case first: #expect(markers == [Self.start])
            case after: #expect(markers == [.end])
            default: #expect(markers.isEmpty)
            }
        }
    }

    @Test("are event messages in MP4")
    func messages() throws {
        let writer = try #require(SegmentWriter(.fmp4, of: programme, markers: [.id3, .scte35]))
        let segment = writer.segment(first)
        let boxes = TestBox.boxes(in: segment[...])
        #expect(boxes.map(\.type) == ["styp", "emsg", "emsg", "moof", "mdat"])
        let samples = UInt64(
            programme.mediaTime(of: programme.frames(of: first).lowerBound).samples)
        for (box, scheme) in zip(
            boxes[1...], ["urn:scte:scte35:2013:bin", "https://aomedia.org/emsg/ID3"])
        {
            let content = Array(box.content)
            #expect(content[..<4].elementsEqual([1, 0, 0, 0]))
            #expect(content[8..<16].reduce(0) { $0 << 8 | UInt64($1) } == samples)
            let text = content.dropFirst(24)
            #expect(text.starts(with: Array(scheme.utf8) + [0, 0]))
            let data = Array(text.dropFirst(scheme.utf8.count + 2))
            if scheme.hasPrefix("urn") {
                #expect(try SpliceInfoSection(parsing: data).breakSignal?.id == "3")
            } else {
                #expect(ID3Tag.tags(in: data).first?.marker == Self.start)
            }
        }
    }

    @Test("are none without breaks, and none of dialects elsewhere")
    func none() throws {
        let plain = try Samples.segmented(.aac)
        let marked = try #require(SegmentWriter(.ts, of: plain, markers: [.id3, .scte35]))
        let unmarked = try #require(SegmentWriter(.ts, of: plain, markers: []))
        #expect(marked.segment(40) == unmarked.segment(40))
        let tagged = try #require(SegmentWriter(.ts, of: programme, markers: [.cueOut, .adsWizz]))
        let other = try #require(SegmentWriter(.ts, of: programme, markers: []))
        #expect(tagged.segment(first) == other.segment(first))
    }
}

/// A box of MP4 at the top level.
struct TestBox {
    let type: String
    let content: ArraySlice<UInt8>

    static func boxes(in bytes: ArraySlice<UInt8>) -> [TestBox] {
        var boxes: [TestBox] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append(TestBox(type: type, content: rest.dropFirst(8).prefix(size - 8)))
            rest = rest.dropFirst(size)
        }
        return boxes
    }
}
