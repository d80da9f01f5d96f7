import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("The ids of pushed spots")
struct SpotNumbersTests {
    private static func spots(_ ids: [Int]) -> [Advertisement] {
        ids.map { Advertisement(id: $0, title: "", audioFileURL: "made") }
    }

    /// The ids of the spots that a session loads that gets `pushes`, in order.
    private static func logged(
        _ pushes: [[Int]], script: [SessionConfiguration.ScriptedCommand] = []
    ) -> [Advertisement.ID] {
        var configuration = SessionConfiguration(source: "live")
        configuration.script = script
        var session = SessionHarness(configuration)
        session.hear(1000)
        for push in pushes { session.command(.push(spots(push))) }
        return session.effects.compactMap {
            if case .advertisements(.load(_, let spot, _)) = $0 { spot.id } else { nil }
        }
    }

    @Test(
        "are unique in a session, also of spots that come without one",
        arguments: [
            ([[0], [0], [0]], [1, 2, 3]), ([[0, 0], [0]], [1, 2, 3]),
            ([[2], [0], [0]], [2, 1, 3]),
            ([[0], [7], [0]], [1, 7, 2]), ([[0, 1]], [2, 1]), ([[-3], [0]], [-3, 1]),
            ([[0], [1], [1]], [1, 2, 3]), ([[0], [2], [0], [2]], [1, 2, 3, 2]),
        ])
    func unique(pushes: [[Int]], expected: [Int]) {
        var numbers = SpotNumbers()
        #expect(pushes.flatMap { numbers.number(Self.spots($0)).map(\.id) } == expected)
    }

    @Test("are assigned by the session")
    func assigned() {
        #expect(Self.logged([[0], [0]]) == [1, 2])
    }

    @Test("leave the advertiser's own id beside them, in the log and in a recording")
    func advertisersOwn() throws {
        var session = SessionHarness()
        session.hear(1000)
        let pushed = [
            Advertisement(id: 0, title: "", audioFileURL: "made", adID: "camp-4711"),
            Advertisement(id: 8, title: "", audioFileURL: "made", adID: 8),
            Advertisement(id: 0, title: "", audioFileURL: "made"),
        ]
        session.command(.push(pushed))
        let loading = session.records.filter { $0.event == "slot.loading" }.map(\.json)
        #expect(loading.map { $0["spot"] } == [1, 8, 2])
        #expect(loading.map { $0["adId"] } == ["camp-4711", "8", nil])
        var replayed: [EventRecord] = []
        let recording = try session.events.reduce(
            SessionRecording.line(SessionRecording.Header(session.configuration))
        ) { try $0 + SessionRecording.line($1) }
        try SessionRecording.replay(recording, named: "ids") { replayed.append($0) }
        #expect(replayed == session.records)
    }

    @Test("keep the number of an ad server whose number was assigned to another")
    func replaced() {
        var numbers = SpotNumbers()
        _ = numbers.number(Self.spots([0]))
        let numbered = numbers.number(Self.spots([1]))
        #expect(numbered.map(\.id) == [2])
        #expect(numbered.map(\.adID) == [1])
    }

    @Test("are not those of the spots that the session's script pushes")
    func scripted() {
        let script = SessionConfiguration.ScriptedCommand(
            at: FrameTime(1_000_000), .push(Self.spots([1, 2])))
        #expect(Self.logged([[0]], script: [script]) == [3])
    }

    @Test("take bounded memory, however many others there are")
    func bounded() {
        var numbers = SpotNumbers()
        numbers.reserve(Self.spots(Array(1...2 * SpotNumbers.takenLimit)))
        let assigned = numbers.number(Self.spots([0])).map(\.id)
        #expect(assigned == [SpotNumbers.takenLimit / 2 + 1])
    }
}
