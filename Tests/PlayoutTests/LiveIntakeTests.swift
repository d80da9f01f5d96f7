import AdCues
import AudioDecoding
import MediaTime
import PCMAudio
import StreamFetching
import Testing

@testable import Playout

@Suite("The intake of a live stream")
struct LiveIntakeTests {
    /// What an intake reported.
    private final class Report {
        var titles: [String] = []
        var cues: [String] = []
        var continuations: [ReaderEvent.Continuation] = []
    }

    /// Passes connections, each with its bytes and the titles before its packets, to an intake. A
    /// title comes as a metadata block, too.
    private static func take(
        _ connections: [(bytes: [UInt8], titles: [Int: [String]])], cues: [Int: Cue] = [:],
        into store: TimeShiftStore
    ) throws -> (report: Report, end: FrameTime, repeated: Bool, packetCount: Int) {
        let report = Report()
        var intake = LiveIntake(
            into: store,
            note: { note in
                switch note {
                case .title(let title, let start):
                    report.titles.append("\(title.text) \(start.frames)")
                case .cue(let cue):
                    report.cues.append("\(cue.kind.word) \(cue.position.frames)")
                case .tag: break
                }
            }, report: { report.continuations.append($0) })
        for (bytes, titles) in connections {
            intake.beginConnection()
            var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
            var number = 0
            while let packet = try demuxer.next() {
                let names = titles[number] ?? []
                let blocks = names.map { name in
                    PositionedMarker(
                        .block(ICYMetadata(fields: [.init(key: "StreamTitle", value: name)])),
                        position: 0)
                }
                let cue = cues[number].map { PositionedMarker(.cue($0), position: 0) }
                intake.take(
                    packet, titles: names.map { PositionedTitle(text: $0, position: 0) },
                    markers: blocks + (cue.map { [$0] } ?? []), after: .zero)
                number += 1
            }
            intake.endConnection()
        }
        return (report, intake.clock.now, intake.broughtOnlyRepetition, intake.packetCount)
    }

    /// Frames of 384 bytes and 1152 samples that need no data of earlier ones.
    private static func mp3() throws -> [UInt8] {
        try LiveReaderTests.mp3(seconds: 6, ["-reservoir", "0"])
    }

    private static func frames(_ range: Range<Int>, of bytes: [UInt8]) -> [UInt8] {
        Array(bytes[(range.lowerBound * 384)..<(range.upperBound * 384)])
    }

    @Test("keeps each packet once, and reports the frames that came again")
    func seamless() throws {
        let bytes = try Self.mp3()
        let store = TimeShiftStore()
        let (report, end, repeated, count) = try Self.take(
            [
                (Self.frames(0..<100, of: bytes), [:]), (Self.frames(60..<150, of: bytes), [:]),
            ], into: store)
        #expect(end == FrameTime(150 * 1152))
        #expect(store.availableRange.end == end)
        #expect(report.continuations == [.seamless(repeated: 40 * 1152)])
        #expect(!repeated)
        #expect(count == 90)
    }

    @Test("keeps a stream that does not continue as a break in the sound")
    func broken() throws {
        let bytes = try Self.mp3()
        let store = TimeShiftStore()
        let (report, end, repeated, _) = try Self.take(
            [
                (Self.frames(0..<50, of: bytes), [:]), (Self.frames(100..<150, of: bytes), [:]),
            ], into: store)
        #expect(end == FrameTime(100 * 1152))
        #expect(report.continuations == [.broken(at: FrameTime(50 * 1152))])
        #expect(!repeated)
        store.finish()
        let cursor = store.cursor(for: .zero)
        var successions: [AudioDecoder.Succession] = []
        while let packet = cursor.next() { successions.append(packet.succession) }
        #expect(successions.count == 100)
        #expect(successions.indices.filter { successions[$0] == .broken } == [50])
    }

    @Test(
        "drops a connection that ends while it repeats, or with the last known packet",
        arguments: [90, 100])
    func onlyRepeated(last: Int) throws {
        let bytes = try Self.mp3()
        let store = TimeShiftStore()
        let (report, end, repeated, count) = try Self.take(
            [
                (Self.frames(0..<100, of: bytes), [:]), (Self.frames(60..<last, of: bytes), [:]),
            ], into: store)
        #expect(end == FrameTime(100 * 1152))
        #expect(report.continuations.isEmpty)
        #expect(repeated)
        #expect(count == last - 60)
        let (_, _, first, _) = try Self.take(
            [(Self.frames(0..<100, of: bytes), [:])], into: TimeShiftStore())
        #expect(!first)
    }

    @Test("keeps the few packets of a connection that ends before it is clear where they belong")
    func undecided() throws {
        let bytes = try Self.mp3()
        let (report, end, _, _) = try Self.take(
            [
                (Self.frames(0..<50, of: bytes), [:]), (Self.frames(100..<103, of: bytes), [:]),
            ], into: TimeShiftStore())
        #expect(end == FrameTime(53 * 1152))
        #expect(report.continuations == [.broken(at: FrameTime(50 * 1152))])
    }

    @Test("leaves out a packet that the end of a connection cuts off")
    func cutOff() throws {
        let bytes = try Self.mp3()
        let (report, end, _, _) = try Self.take(
            [
                (Array(Self.frames(0..<50, of: bytes).dropLast(100)), [:]),
                (Self.frames(30..<60, of: bytes), [:]),
            ], into: TimeShiftStore())
        #expect(end == FrameTime(60 * 1152))
        #expect(report.continuations == [.seamless(repeated: 19 * 1152)])
    }

    @Test("notes titles at their frames, and one that is repeated only once")
    func titles() throws {
        let bytes = try Self.mp3()
        let (report, _, _, _) = try Self.take(
            [
                (Self.frames(0..<50, of: bytes), [0: ["a", "b"], 20: ["c"]]),
                (Self.frames(40..<80, of: bytes), [0: ["c"], 20: ["d"]]),
                (Self.frames(70..<100, of: bytes), [3: ["e", "f"]]),
            ], into: TimeShiftStore())
        #expect(report.titles == ["a 0", "b 0", "c 23040", "d 69120", "f 92160"])
    }

    @Test("notes a break of the metadata once, also where a connection is lost inside it")
    func metadataCues() throws {
        let bytes = try Self.mp3()
        let ad = "Advertisement_Start_Length=00:00:29.960"
        let (report, _, _, _) = try Self.take(
            [
                (Self.frames(0..<50, of: bytes), [0: ["song"], 20: [ad]]),
                (Self.frames(40..<80, of: bytes), [0: [ad], 15: [ad]]),
                (Self.frames(70..<100, of: bytes), [0: [ad], 20: ["next song"]]),
            ], into: TimeShiftStore())
        #expect(report.cues == ["out 23040", "in 103680"])
    }

    /// The reports on packets of `bytes` over several connections, with markers before some.
    private static func take(
        _ connections: [(bytes: [UInt8], markers: [Int: PositionedMarker.Content])]
    ) throws -> [String] {
        var told: [String] = []
        var intake = LiveIntake(
            into: TimeShiftStore(),
            note: { note in
                switch note {
                case .title: break
                case .cue(let cue):
                    told.append("\(cue.kind.word) \(cue.position.frames) \(cue.source)")
                case .tag(let frames, let place):
                    told.append("\(frames.map(\.id)) \(place.frames)")
                }
            }, report: { _ in })
        for (bytes, markers) in connections {
            intake.beginConnection()
            var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
            var number = 0
            while let packet = try demuxer.next() {
                let found = markers[number].map { PositionedMarker($0, position: 0) }
                intake.take(packet, titles: [], markers: [found].compactMap(\.self), after: .zero)
                number += 1
            }
            intake.endConnection()
        }
        return told
    }

    private static func block(_ title: String) -> PositionedMarker.Content {
        .block(ICYMetadata(fields: [.init(key: "StreamTitle", value: title)]))
    }

    private static func comments(_ title: String) -> PositionedMarker.Content {
        .comments(VorbisComments(fields: [.init(key: "TITLE", value: title)]))
    }

    @Test("notes the end of a break that ended while the connection was lost")
    func breakEndedMeanwhile() throws {
        let bytes = try Self.mp3()
        let ad = "Advertisement_Start_Length=00:00:29.960"
        let connections = [Self.block, Self.comments].map { marker in
            [
                (Self.frames(0..<50, of: bytes), [0: marker("song"), 20: marker(ad)]),
                (Self.frames(40..<80, of: bytes), [0: marker(ad), 3: marker("next song")]),
            ]
        }
        #expect(try Self.take(connections[0]) == ["out 23040 icy", "in 57600 icy"])
        #expect(try Self.take(connections[1]) == ["out 23040 vorbis", "in 57600 vorbis"])
    }

    @Test("notes a tag where it applies, not before the stream, and none of repeated packets")
    func tags() throws {
        let bytes = try Self.mp3()
        let tag = [TagFrame(id: "TXXX")]
        let told = try Self.take([
            (
                Self.frames(0..<50, of: bytes),
                [0: .tag(tag, offset: FrameTime(-100)), 10: .tag(tag, offset: FrameTime(30))]
            ),
            (Self.frames(40..<80, of: bytes), [2: .tag(tag, offset: .zero)]),
        ])
        #expect(told == ["[\"TXXX\"] 0", "[\"TXXX\"] 11550"])
    }

    @Test("finds the place of each connection, however many have repeated something")
    func manyRepetitions() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 20, ["-b:a", "320k", "-reservoir", "0"])
        let whole = bytes.count / 960
        // Together they repeat more than may be held at a time.
        let connections = (0..<48).map { index in
            (bytes: Array(bytes.prefix((whole - 47 + index) * 960)), titles: [Int: [String]]())
        }
        let (report, end, _, _) = try Self.take(connections, into: TimeShiftStore())
        #expect(end == FrameTime(Int64(whole * 1152)))
        #expect(report.continuations.count == 47)
        #expect(
            report.continuations.allSatisfy {
                if case .seamless = $0 { true } else { false }
            })
    }

    @Test("places a cue by the first frame of the packet that follows it")
    func cues() throws {
        let bytes = try Self.mp3()
        let cue = Cue(id: "1", .out(duration: nil), at: FrameTime(100), source: .hls)
        let (report, _, _, _) = try Self.take(
            [(Self.frames(0..<50, of: bytes), [:])], cues: [10: cue], into: TimeShiftStore())
        #expect(report.cues == ["out 11620"])
    }

    @Test("leaves out a cue before a packet that came before")
    func repeatedCues() throws {
        let bytes = try Self.mp3()
        let cue = Cue(.out(duration: nil), at: .zero, source: .hls)
        let (report, _, _, _) = try Self.take(
            [
                (Self.frames(0..<50, of: bytes), [:]), (Self.frames(30..<60, of: bytes), [:]),
            ], cues: [10: cue], into: TimeShiftStore())
        #expect(report.cues == ["out 11520"])
    }

    @Test("keeps a stream of another rate as it comes, without a search")
    func otherStream() throws {
        let other = try EncodedSound.chirp(
            ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            to: "b.mp3", rate: 44_100, seconds: 2)
        let alone = try Self.take([(other, [:])], into: TimeShiftStore()).end
        let (report, end, _, _) = try Self.take(
            [(Self.frames(0..<50, of: try Self.mp3()), [:]), (other, [0: ["x"]])],
            into: TimeShiftStore())
        #expect(report.continuations == [.broken(at: FrameTime(50 * 1152))])
        #expect(report.titles == ["x 57600"])
        #expect(end - FrameTime(50 * 1152) == alone - .zero)
    }
}

@Suite("Reports of a shortage")
struct ShortageEventsTests {
    @Test("come once for each whole second, and once for its end")
    func once() {
        var events = ShortageEvents()
        #expect(events.take(nil) == nil)
        #expect(events.take(.milliseconds(5900)) == .some(.some(.seconds(5))))
        #expect(events.take(.milliseconds(5100)) == nil)
        #expect(events.take(.milliseconds(6000)) == .some(.some(.seconds(6))))
        #expect(events.take(nil) == .some(.none))
        #expect(events.take(nil) == nil)
    }
}

extension Cue.Kind {
    fileprivate var word: String {
        switch self {
        case .out: "out"
        case .continue: "continue"
        case .in: "in"
        case .cancel: "cancel"
        }
    }
}
