import HLSPackaging
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

    @Test("deletes the header of an earlier session with the last segment that needs it")
    func deletedMap() throws {
        var first = try book("live?segment=2s&segments=3")
        first.play(segmentCount: 3)
        let earlier = try HLSEarlier(parsing: Array(first.playlist.utf8))
        var second = HLSBook(first.address, first.times, continuing: earlier)
        let removed = (1...8).map { number in
            second.endSegment(with: number * 94 - 1, wasWritten: true)
        }
        #expect(
            removed == [
                [], [], [], [], ["0.m4s"], ["1.m4s"], ["2.m4s", "init-0.mp4"], ["3.m4s"],
            ])
    }

    @Test("deletes the parts of a segment with it, and lists those of the last three segments")
    func oldParts() throws {
        var book = try book("live?segment=2s&segments=3&part=500ms")
        var removed: [[String]] = []
        for _ in 0..<8 { removed.append(book.playParts()) }
        #expect(removed[..<7].allSatisfy { $0.isEmpty })
        #expect(removed[7] == ["0.m4s"] + (0...4).map { "0.\($0).m4s" })
        var longer = try self.book("live?segment=2s&segments=5&part=500ms")
        for _ in 0..<5 { _ = longer.playParts() }
        let parts = longer.playlist.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PART:") }
        #expect(parts.count == 15)
        #expect(parts.first == "#EXT-X-PART:DURATION=0.490667,URI=\"2.0.m4s\",INDEPENDENT=YES")
        #expect(parts.last == "#EXT-X-PART:DURATION=0.042667,URI=\"4.4.m4s\",INDEPENDENT=YES")
    }

    @Test("has the version that its tags need")
    func version() throws {
        var packed = try book("live?form=aac")
        packed.play(segmentCount: 1)
        #expect(packed.playlist.contains("#EXT-X-VERSION:3\n"))
        #expect(!packed.playlist.contains("#EXT-X-MAP"))
        _ = packed.endSegment(with: 561, wasWritten: false)
        #expect(packed.playlist.contains("#EXT-X-VERSION:8\n"))
    }

    @Test("has a gap for a part that could not be written")
    func partGap() throws {
        var book = try book("live?segment=2s&part=500ms")
        book.endPart(with: 22, wasWritten: true)
        #expect(book.endsWithSound)
        book.endPart(with: 45, wasWritten: false)
        #expect(!book.endsWithSound)
        let parts = book.playlist.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PART:") }
        #expect(parts.map { $0.hasSuffix(",GAP=YES") } == [false, true])
    }

    @Test("begins with the parts of a session that goes on, behind a discontinuity")
    func restartedParts() throws {
        var first = try book("live?segment=2s&part=500ms")
        for _ in 0..<2 { _ = first.playParts() }
        let earlier = try HLSEarlier(parsing: Array(first.playlist.utf8))
        var second = HLSBook(first.address, first.times, continuing: earlier)
        #expect(!second.isEmpty)
        second.endPart(with: 22, wasWritten: true)
        #expect(
            second.playlist.split(separator: "\n").suffix(5) == [
                "#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"init-2.mp4\"",
                "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:16:39.978666Z",
                "#EXT-X-PART:DURATION=0.490667,URI=\"2.0.m4s\",INDEPENDENT=YES",
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"2.1.m4s\"",
            ])
    }

    @Test("keeps the longest segment that it ever had as its target")
    func target() throws {
        var first = try book("live?segment=10s")
        first.play(segmentCount: 1)
        let earlier = try HLSEarlier(parsing: Array(first.playlist.utf8))
        #expect(earlier.target == 10)
        #expect(earlier.entries.map(\.seconds) == ["10.005333"])
        let shorter = try HLSAddress(parsing: "live?segment=1s")
        #expect(HLSBook(shorter, first.times, continuing: earlier).target == 10)
        #expect(HLSBook(shorter, first.times, continuing: nil).target == 1)
        #expect(HLSBook(shorter, first.times, continuing: nil).isEmpty)
    }

    @Test("has the messages of a break in its tags, on the clock of the media")
    func messages() throws {
        var book = try book("live?segment=2s")
        book.play(segmentCount: 1)
        book.breaks.note(HeardBreak("a", start: FrameTime(0), plannedCount: nil))
        book.breaks.note(
            HeardBreak("b", start: FrameTime(48_000), plannedCount: 96_000, end: FrameTime(47_000)))
        let ranges = try media(book).dateRanges
        #expect(ranges.map(\.id) == ["0-1", "0-2"])
        #expect(ranges.map(\.plannedDuration) == [nil, .seconds(2)])
        #expect(ranges.map(\.settledDuration) == [nil, .zero])
        // The encoder's delay of 1024 frames is 1920 ticks of 90 kHz.
        #expect(
            ranges.map { $0.attributes["SCTE35-OUT"] } == [
                SpliceSection.leave(event: 1, at: 1920).hexadecimal,
                SpliceSection.insert(event: 2, at: 91_920, duration: 180_000).hexadecimal,
            ])
        #expect(
            ranges.map { $0.attributes["SCTE35-IN"] } == [
                nil, SpliceSection.insert(event: 2, at: 90_045, duration: nil).hexadecimal,
            ])
    }

    @Test("has no times before the first packet on the clock of the media")
    func times() throws {
        let times = HLSTimes(date: WallClockDate(sinceEpoch: .seconds(1_000)), delay: 1024)
        let frames = [0, 1, 3].map { times.frame(ofPacket: $0) }
        #expect(frames == [FrameTime(-1024), .zero, FrameTime(2048)])
        #expect(frames.map { times.mediaTime(of: $0).samples } == [0, 1024, 3072])
        #expect(times.mediaTime(of: FrameTime(-2000)).samples == 0)
        #expect(times.date(of: FrameTime(48_001)) == "1970-01-01T00:16:41.000020Z")
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
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:4503599627370497\n#EXTINF:4,\n4503599627370497.m4s\n",
            "#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:4503599627370497\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXTINF:4,\n0.m4s\n#EXTINF:4,\n2.m4s\n",
            "#EXTM3U\n#EXTINF:60.1,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-TARGETDURATION:61\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-BYTERANGE:10@0\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-MAP:URI=\"init-00.mp4\"\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-MAP:URI=\"init--1.mp4\"\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-MAP:URI=\"init-.mp4\"\n#EXTINF:4,\n0.m4s\n",
            "#EXTM3U\n#EXT-X-MAP:URI=\"init-0.m4s\"\n#EXTINF:4,\n0.m4s\n",
        ])
    func refused(text: String) {
        #expect(throws: SinkFailure.self) { try HLSEarlier(parsing: Array(text.utf8)) }
    }

    @Test(
        "of this program is continued, up to its limits",
        arguments: [
            "#EXT-X-MEDIA-SEQUENCE:4503599627370496\n#EXTINF:4,\n4503599627370496.m4s\n",
            "#EXT-X-DISCONTINUITY-SEQUENCE:4503599627370496\n#EXTINF:4,\n0.aac\n",
            "#EXT-X-TARGETDURATION:60\n#EXT-X-MAP:URI=\"init-0.mp4\"\n#EXTINF:60,\n0.m4s\n",
            "#EXTINF:0.000001,\n0.m4s\n#EXT-X-MAP:URI=\"init-10.mp4\"\n#EXTINF:4,\n1.m4s\n", "",
        ])
    func accepted(text: String) throws {
        _ = try HLSEarlier(parsing: Array("#EXTM3U\n\(text)".utf8))
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
    /// Completes the next segment of two seconds with its parts of half a second. Returns the files
    /// to delete.
    fileprivate mutating func playParts() -> [String] {
        // It continues the packets of those before it.
        let first = 94 * (nextNumber - (map.flatMap { Int($0.dropFirst(5).dropLast(4)) } ?? 0))
        for packet in [22, 45, 68, 91, 93] { endPart(with: first + packet, wasWritten: true) }
        return endSegment(with: first + 93, wasWritten: true)
    }
}
