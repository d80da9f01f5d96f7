import AdCues
import MediaTime
import Testing

@testable import Interlude

/// Timed ID3 tags, reported when they are heard.
@Suite("The timed tags of a stream")
struct StreamTagTests {
    private static func frames(_ value: String) -> [TagFrame] {
        var frame = TagFrame(id: "TXXX")
        frame.description = "id"
        frame.value = value
        return [frame]
    }

    private static func send(
        _ value: String, at frame: Int64, to session: inout SessionHarness, generation: Int = 1
    ) {
        session.take(
            .source(generation: generation, .tag(Self.frames(value), at: FrameTime(frame))))
    }

    /// The tags that the log of `session` has, with their output and stream frames.
    private static func tags(of session: SessionHarness) -> [String] {
        session.records.filter { $0.event == "stream.metadata" }.map { record in
            guard case .array(let frames)? = record["tag"], let value = frames.first?["value"],
                let place = record["streamFrame"]
            else { return "incomplete" }
            return "\(record.frame) \(value) \(place)"
        }
    }

    @Test(
        "A11: are logged at the frames where they are heard, however often the sink reports",
        arguments: [1_000, 4_800, 7_000, 100_000])
    func heard(step: Int) {
        var session = SessionHarness()
        // Segments may name them in another order.
        Self.send("C", at: 15_001, to: &session)
        Self.send("A", at: 0, to: &session)
        Self.send("B", at: 10_000, to: &session)
        for frame in stride(from: step, through: 100_000, by: step) { session.hear(frame) }
        #expect(
            Self.tags(of: session) == [#"0 "A" 0"#, #"10000 "B" 10000"#, #"15001 "C" 15001"#])
        let told = session.effects.compactMap {
            if case .metadataHeard(let metadata) = $0 { metadata } else { nil }
        }
        #expect(told.map(\.outputTime.frames) == [0, 10_000, 15_001])
        #expect(told.map(\.frames) == ["A", "B", "C"].map(Self.frames))
    }

    @Test("have all that is known of their frames in the log")
    func fields() {
        var session = SessionHarness()
        var frame = TagFrame(id: "PRIV")
        frame.owner = "a.b"
        frame.value = "00ff"
        frame.byteCount = 2
        session.take(.source(generation: 1, .tag([frame], at: .zero)))
        session.hear(1_000)
        let records = session.records.filter { $0.event == "stream.metadata" }
        #expect(
            records.map(\.json.description) == [
                #"{"event":"stream.metadata","t":0,"frame":0,"source":"id3","streamFrame":0,"#
                    + #""tag":[{"id":"PRIV","owner":"a.b","value":"00ff","bytes":2}]}"#
            ])
    }

    @Test("are logged once, if segments repeat them, and not before the stream is heard")
    func once() {
        var session = SessionHarness(opening: "live")
        session.open(1)
        Self.send("A", at: 0, to: &session)
        #expect(Self.tags(of: session).isEmpty)
        session.take(.source(generation: 1, .ready))
        Self.send("A", at: 0, to: &session)
        session.hear(5_000)
        Self.send("A", at: 0, to: &session)
        session.hear(9_000)
        #expect(Self.tags(of: session) == [#"0 "A" 0"#])
    }

    @Test("are logged at the listener's place if they come after their time, once")
    func late() {
        var session = SessionHarness()
        session.hear(48_000)
        Self.send("A", at: 10_000, to: &session)
        Self.send("A", at: 10_000, to: &session)
        session.hear(50_000)
        Self.send("A", at: 10_000, to: &session)
        session.hear(60_000)
        #expect(Self.tags(of: session) == [#"48000 "A" 48000"#])
    }

    @Test("are logged again where they are heard again, after a seek")
    func back() {
        var session = SessionHarness()
        Self.send("A", at: 10_000, to: &session)
        Self.send("B", at: 96_000, to: &session)
        session.take(.source(generation: 1, .kept(.seconds(60))))
        session.hear(192_000, edge: 240_000)
        session.command(.setDelay(.seconds(4)))
        session.take(.source(generation: 2, .ready))
        session.hear(250_000, edge: 298_000)
        #expect(session.frames(of: "stream.shifted") == [192_000])
        #expect(
            Self.tags(of: session) == [
                #"10000 "A" 10000"#, #"96000 "B" 96000"#, #"240000 "B" 96000"#,
            ])
    }

    @Test("are not logged where a seek has passed them")
    func forward() {
        var session = SessionHarness()
        Self.send("A", at: 10_000, to: &session)
        Self.send("B", at: 100_000, to: &session)
        Self.send("C", at: 440_000, to: &session)
        session.take(.source(generation: 1, .kept(.seconds(60))))
        session.hear(48_000, edge: 480_000)
        session.command(.setDelay(.seconds(1)))
        session.take(.source(generation: 2, .ready))
        session.hear(60_000, edge: 492_000)
        let shifted = session.records.filter { $0.event == "stream.shifted" }
        #expect(shifted.map { $0["streamFrame"] } == [.integer(432_000)])
        #expect(Self.tags(of: session) == [#"10000 "A" 10000"#, #"56000 "C" 440000"#])
    }

    @Test("are reported at a bounded rate, which is said once")
    func flood() {
        var session = SessionHarness()
        for number in 0..<100 { Self.send("\(number)", at: Int64(number) * 10, to: &session) }
        session.hear(48_000)
        #expect(Self.tags(of: session).count == 20)
        #expect(session.frames(of: "session.warning") == [200])
        for number in 0..<30 { Self.send("\(number)", at: 50_000, to: &session) }
        session.hear(96_000)
        #expect(Self.tags(of: session).count == 40)
        #expect(session.frames(of: "session.warning") == [200])
    }

    @Test("are kept in a bounded number and size")
    func bounded() {
        var tags = StreamTags()
        for number in 0..<5_000 { tags.add(Self.frames(""), at: FrameTime(Int64(number))) }
        #expect(tags.entries.count == StreamTags.countLimit)
        #expect(tags.entries.first?.place == FrameTime(5_000 - 4_096))
        let long = String(repeating: "x", count: 2_042)
        var heavy = StreamTags()
        for number in 0..<1_000 { heavy.add(Self.frames(long), at: FrameTime(Int64(number))) }
        #expect(heavy.entries.count == 512)
        #expect(heavy.nextPlace(from: .zero) == FrameTime(488))
        #expect(heavy.nextPlace(from: FrameTime(999)) == FrameTime(999))
        #expect(heavy.nextPlace(from: FrameTime(1_000)) == nil)
    }
}
