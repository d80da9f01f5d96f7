import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("The state of a page", .timeLimit(.minutes(1)))
struct SameStatusTests {
    @Test(
        "begins with the status that `interlude ctl status` prints",
        arguments: [PlayerStatus.playing, .inBreak, PlayerStatus(state: .idle, source: "a.mp3")])
    func members(status: PlayerStatus) {
        let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
        let page = PageState(status, at: start)
        for seconds in [0, 1.5] {
            let now = start.advanced(by: seconds)
            let expected = page.status(at: now).json.description.dropLast()
            #expect(page.json(at: now).description.hasPrefix(expected + ","))
        }
    }

    @Test("has each member once, and names the same version")
    func once() throws {
        let json = PageState(.inBreak, at: .now).json(at: .now)
        guard case .object(let members) = json else {
            Issue.record("the state is an object")
            return
        }
        #expect(Set(members.map(\.key)).count == members.count)
        #expect(json["schema"] == .integer(Int64(PlayerStatus.schema)))
    }
}
