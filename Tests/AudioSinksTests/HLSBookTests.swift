import HLSPlaylists
import MediaTime
import Testing

@testable import AudioSinks

@Suite("The playlist of an HLS folder")
struct HLSBookTests {
    @Test("lists whole segments with their lengths, and dates without the encoder's delay")
    func segments() throws {
        var book = try book("live?segment=2s")
        book.play(segmentCount: 2)
        #expect(
            book.playlist == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:2
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-MAP:URI="init-0.mp4"
                #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:16:39.978666Z
                #EXTINF:2.005333,
                0.m4s
                #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:16:41.984000Z
                #EXTINF:2.005333,
                1.m4s

                """)
    }

    @Test("cuts at the same packets, whatever happens")
    func cuts() throws {
        var book = try book("live?segment=2s&part=500ms")
        var ends: [Int] = []
        for packet in 0..<188 {
            switch book.cut(after: packet) {
            case .nothing: break
            case .part:
                ends.append(packet + 1)
                book.endPart(with: packet, wasWritten: true)
            case .segment:
                ends.append(-packet - 1)
                _ = book.endSegment(with: packet, wasWritten: packet > 100)
            }
        }
        #expect(ends == [23, 46, 69, 92, -94, 117, 140, 163, 186, -188])
    }

    @Test("lists a part as soon as it is there, and names the next one")
    func parts() throws {
        var book = try book("live?form=aac&segment=2s&part=500ms")
        book.endPart(with: 22, wasWritten: true)
        let lines = book.playlist.split(separator: "\n")
        #expect(
            lines.suffix(3) == [
                "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:16:39.978666Z",
                "#EXT-X-PART:DURATION=0.490667,URI=\"0.0.aac\",INDEPENDENT=YES",
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"0.1.aac\"",
            ])
        #expect(lines.contains("#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.472000"))
        #expect(lines.contains("#EXT-X-PART-INF:PART-TARGET=0.490667"))
    }

    @Test("deletes a segment a playlist's length and a segment after it was listed last")
    func deletion() throws {
        var book = try book("live?segment=2s&segments=3")
        var removed: [Int: [String]] = [:]
        for number in 0..<10 {
            let names = book.endSegment(with: (number + 1) * 94 - 1, wasWritten: true)
            if !names.isEmpty { removed[number] = names }
        }
        // The fourth segment replaces the first one.
        #expect(removed == [7: ["0.m4s"], 8: ["1.m4s"], 9: ["2.m4s"]])
        #expect(book.entries.map(\.name) == ["7.m4s", "8.m4s", "9.m4s"])
    }

    @Test("has a break at its first sample, and its end once that was heard")
    func breaks() throws {
        var book = try book("live?segment=2s")
        book.play(segmentCount: 1)
        book.breaks.note(HeardBreak("7", start: FrameTime(48_001), plannedCount: 96_000))
        let open = try #require(try media(book).dateRanges.first)
        #expect(open.id == "0-1")
        #expect(open.start?.text == "1970-01-01T00:16:41.000020Z")
        #expect(open.plannedDuration == .seconds(2))
        #expect(open.attributes["SCTE35-OUT"]?.hasPrefix("0xFC30") == true)
        #expect(open.settledDuration == nil)
        book.breaks.note(
            HeardBreak(
                "7", start: FrameTime(48_001), plannedCount: 96_000, end: FrameTime(72_001)))
        let ended = try #require(try media(book).dateRanges.first)
        #expect(ended.settledDuration == .milliseconds(500))
        #expect(ended.attributes["SCTE35-IN"]?.hasPrefix("0xFC30") == true)
        #expect(try media(book).dateRanges.count == 1)
    }

    @Test("forgets a break once it has no audio of it")
    func forgottenBreak() throws {
        var book = try book("live?segment=2s&segments=3")
        book.play(segmentCount: 1)
        book.breaks.note(
            HeardBreak("1", start: FrameTime(10), plannedCount: nil, end: FrameTime(20)))
        for number in 1..<3 { _ = book.endSegment(with: (number + 1) * 94 - 1, wasWritten: true) }
        #expect(try media(book).dateRanges.count == 1)
        _ = book.endSegment(with: 4 * 94 - 1, wasWritten: true)
        #expect(try media(book).dateRanges.isEmpty)
    }

    @Test("has a gap for a segment that could not be written, and reports the disk once")
    func gap() throws {
        var book = try book("live?segment=2s")
        book.play(segmentCount: 1)
        #expect(book.failed("full") == .listenersLost(reason: "full"))
        #expect(book.failed("full") == nil)
        _ = book.endSegment(with: 187, wasWritten: false)
        #expect(!book.endsWithSound)
        _ = book.endSegment(with: 281, wasWritten: true)
        #expect(book.endsWithSound)
        #expect(book.wrote() == .listenersBack)
        #expect(book.wrote() == nil)
        let list = try media(book)
        #expect(list.segments.map(\.isGap) == [false, true, false])
        #expect(list.segments.allSatisfy { !$0.isDiscontinuous })
    }

    @Test("goes on where an earlier session has ended, with a discontinuity")
    func restart() throws {
        var first = try book("live?segment=2s&segments=3")
        first.play(segmentCount: 5)
        first.end()
        let earlier = try HLSEarlier(parsing: Array(first.playlist.utf8))
        var second = HLSBook(first.address, first.times, continuing: earlier)
        second.play(segmentCount: 1)
        let list = try media(second)
        #expect(list.mediaSequence == 3)
        #expect(list.segments.map(\.uri) == ["3.m4s", "4.m4s", "5.m4s"])
        #expect(list.segments.map(\.isDiscontinuous) == [false, false, true])
        #expect(list.segments.map(\.map?.uri) == ["init-0.mp4", "init-0.mp4", "init-5.mp4"])
        #expect(!list.hasEnded)
        for number in 1..<4 { _ = second.endSegment(with: (number + 1) * 94 - 1, wasWritten: true) }
        #expect(try media(second).discontinuitySequence == 1)
    }

    @Test("lists no segments of another form, and its numbers go on")
    func otherForm() throws {
        var first = try book("live?segment=2s")
        first.play(segmentCount: 2)
        let earlier = try HLSEarlier(parsing: Array(first.playlist.utf8))
        let address = try HLSAddress(parsing: "live?segment=2s&form=aac")
        var second = HLSBook(address, first.times, continuing: earlier)
        second.play(segmentCount: 1)
        #expect(try media(second).segments.map(\.uri) == ["2.aac"])
        #expect(try media(second).mediaSequence == 2)
    }

    @Test("ends")
    func end() throws {
        var book = try book("live?segment=2s&part=500ms")
        book.play(segmentCount: 1)
        #expect(!book.playlist.hasSuffix("#EXT-X-ENDLIST\n"))
        book.end()
        #expect(book.playlist.hasSuffix("0.m4s\n#EXT-X-ENDLIST\n"))
        #expect(!book.playlist.contains("#EXT-X-PART"))
    }

    @Test(
        "of another program is not continued",
        arguments: [
            "hello", "#EXTM3U\n#EXTINF:4,\n../../etc/passwd\n", "#EXTM3U\n#EXTINF:4,\n1.m4s\n",
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:9007199254740991\n#EXTINF:4,\n9007199254740991.m4s\n",
            "#EXTM3U\n#EXTINF:99999,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-MAP:URI=\"../init-0.mp4\"\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive.m3u8\n",
        ])
    func refused(text: String) {
        #expect(throws: SinkFailure.self) { try HLSEarlier(parsing: Array(text.utf8)) }
    }

    private func book(_ address: String) throws -> HLSBook {
        let date = WallClockDate(sinceEpoch: .seconds(1_000))
        return HLSBook(
            try HLSAddress(parsing: address), HLSTimes(date: date, delay: 1024), continuing: nil)
    }

    private func media(_ book: HLSBook) throws -> MediaPlaylist {
        let playlist = try HLSPlaylist(parsing: Array(book.playlist.utf8))
        guard case .media(let list) = playlist else {
            throw SinkFailure("not a media playlist")
        }
        return list
    }
}

extension HLSBook {
    /// Completes the first segments without parts.
    fileprivate mutating func play(segmentCount: Int) {
        for number in 0..<segmentCount {
            _ = endSegment(with: (number + 1) * address.segmentLength - 1, wasWritten: true)
        }
    }
}
