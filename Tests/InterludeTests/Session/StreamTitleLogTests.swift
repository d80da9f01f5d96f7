import MediaTime
import Testing

@testable import Interlude

@Suite("The titles of a stream in the event log")
struct StreamTitleLogTests {
    /// The titles that the log of `session` has, with their output and stream frames.
    private static func titles(of session: SessionHarness) -> [String] {
        session.records.filter { $0.event == "stream.title" }.map { record in
            let title = record["title"]?.description ?? ""
            return "\(record.frame) \(title) \(record["streamFrame"]?.description ?? "")"
        }
    }

    private static func send(
        _ title: String, at frame: Int64, to session: inout SessionHarness, generation: Int = 1
    ) {
        session.take(.source(generation: generation, .title(title, at: FrameTime(frame))))
    }

    /// A live stream that was heard into its second title, and can go back to the first.
    private static func inSecondTitle() -> SessionHarness {
        var session = SessionHarness()
        send("A", at: 0, to: &session)
        send("B", at: 96_000, to: &session)
        session.take(.source(generation: 1, .kept(.seconds(60))))
        session.hear(192_000, edge: 240_000)
        return session
    }

    @Test(
        "A12: are logged at the frames where they are heard, however often the sink reports",
        arguments: [1_000, 4_800, 7_000, 100_000])
    func heard(step: Int) {
        var session = SessionHarness()
        Self.send("A", at: 0, to: &session)
        Self.send("B", at: 10_000, to: &session)
        Self.send("C", at: 15_001, to: &session)
        for frame in stride(from: step, through: 100_000, by: step) { session.hear(frame) }
        #expect(
            Self.titles(of: session) == [#"0 "A" 0"#, #"10000 "B" 10000"#, #"15001 "C" 15001"#])
    }

    @Test("are logged once, and not before the stream is heard")
    func once() {
        var session = SessionHarness(opening: "live")
        session.open(1)
        Self.send("A", at: 0, to: &session)
        #expect(Self.titles(of: session).isEmpty)
        session.take(.source(generation: 1, .ready))
        session.hear(5_000)
        Self.send("A", at: 4_000, to: &session)
        session.hear(9_000)
        #expect(Self.titles(of: session) == [#"0 "A" 0"#])
    }

    @Test("are logged again after a seek to another one, where that is heard")
    func seek() {
        var session = Self.inSecondTitle()
        session.command(.setDelay(.seconds(4)))
        session.take(.source(generation: 2, .ready))
        session.hear(200_000, edge: 248_000)
        let shifted = session.frames(of: "stream.shifted")
        #expect(shifted == [192_000])
        #expect(
            Self.titles(of: session) == [#"0 "A" 0"#, #"96000 "B" 96000"#, #"192000 "A" 0"#])
    }

    @Test("wait after a seek until its place is heard, so that the log does not run back")
    func seekInTwoSteps() {
        var session = Self.inSecondTitle()
        session.answersRequests = false
        session.command(.setDelay(.seconds(4)))
        session.take(.source(generation: 2, .ready))
        session.hear(196_000, edge: 244_000)
        #expect(Self.titles(of: session) == [#"0 "A" 0"#, #"96000 "B" 96000"#])
        session.take(.switchable(FrameTime(200_000)))
        session.hear(198_000, edge: 246_000)
        #expect(Self.titles(of: session).count == 2)
        session.hear(210_000, edge: 258_000)
        #expect(session.frames(of: "stream.shifted") == [200_000])
        #expect(Self.titles(of: session).last == #"200000 "A" 0"#)
    }

    @Test("have bounded texts, and are kept in a bounded number")
    func bounded() {
        var session = SessionHarness()
        Self.send(String(repeating: "x", count: 5_000), at: 0, to: &session)
        for number in 1...1_000 { Self.send("\(number)", at: Int64(number) * 10, to: &session) }
        #expect(session.machine.transport.current?.source.titles.count == 256)
        var other = SessionHarness()
        Self.send(String(repeating: "x", count: 5_000), at: 0, to: &other)
        other.hear(1_000)
        #expect(Self.titles(of: other).allSatisfy { $0.count < 600 })
    }
}
