import TestServers
import Testing

@testable import InterludeCLI

@Suite("A schedule that is redirected", .timeLimit(.minutes(1)))
struct ScheduleRedirectTests {
    @Test(
        "into a private network is followed with --allow-private, and only then",
        arguments: [([], false), (["--allow-private"], true)])
    func redirected(options: [String], isFollowed: Bool) async throws {
        let document = #"{"ads": {"breaks": []}}"#
        let inner = FaultServer { _, _ in .answer(Array(document.utf8), type: "application/json") }
        let outer = FaultServer { _, _ in .redirect(to: inner.address("/schedule.json")) }
        defer {
            outer.stop()
            inner.stop()
        }
        let play = try PlayCommand.parse(
            ["a.mp3", "--schedule", outer.address("/schedule.json")] + options)
        do {
            let schedule = try await play.loadSchedule()
            #expect(isFollowed && schedule != nil)
        } catch {
            #expect(!isFollowed && error.description.contains("--allow-private"), "\(error)")
        }
        #expect(inner.requests.isEmpty != isFollowed)
    }
}
