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
        ])
    func unique(pushes: [[Int]], expected: [Int]) {
        var numbers = SpotNumbers()
        #expect(pushes.flatMap { numbers.number(Self.spots($0)).map(\.id) } == expected)
    }

    @Test("are assigned by the session")
    func assigned() {
        #expect(Self.logged([[0], [0]]) == [1, 2])
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
