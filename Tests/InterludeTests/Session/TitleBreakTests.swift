import Interlude
import MediaTime
import Testing

/// Breaks that the titles of one station mark.
@Suite("A14: a title of the station's own pattern")
struct TitleBreakTests {
    private func session(_ patterns: String...) throws -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.markers?.adTitles = try patterns.map { try AdTitlePattern($0) }
        var session = SessionHarness(configuration)
        session.begin(1)
        return session
    }

    private func cues(of session: SessionHarness) -> [String] {
        session.records.filter { $0.event == "cue.seen" || $0.event == "cue.merged" }.map {
            "\($0["kind"] ?? .null) \($0["streamFrame"] ?? .null) \($0["duration"] ?? .null)"
        }
    }

    @Test("begins a break at its frame, and the next title ends it")
    func breaks() throws {
        var session = try session("Werbung*", "AD {s}")
        for (frame, title) in [(0, "Song"), (96_000, "Werbung um 12"), (192_000, "Song 2")] {
            session.take(
                .source(generation: 1, .title(title, at: FrameTime(Int64(frame)))))
        }
        for frame in stride(from: 4800, through: 240_000, by: 4800) { session.hear(frame) }
        #expect(cues(of: session) == [#""out" 96000 30"#, #""in" 192000 null"#])
    }

    @Test("marks nothing for another station, which has no such pattern")
    func others() throws {
        var session = try session("AD {s}")
        session.take(.source(generation: 1, .title("Werbung um 12", at: FrameTime(96_000))))
        for frame in stride(from: 4800, through: 240_000, by: 4800) { session.hear(frame) }
        #expect(cues(of: session) == [])
    }

    @Test("is refused with the reason if it would match every title")
    func refused() {
        #expect(throws: AdTitlePatternError.self) { try AdTitlePattern("*") }
    }
}
