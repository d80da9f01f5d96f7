import TestServers
import Testing

@Suite("Broken spots", .enabled(if: Peers.areInstalled))
struct BrokenSpotTests {
    @Test(
        "I1: a broken spot is reported in one line, and the next one plays",
        arguments: ["empty.mp3", "page.mp3", "video-only.mp4"])
    func brokenSpot(_ name: String) async throws {
        let outcome = try await onThread {
            let stage = try Stage(on: nil)
            let broken = Peers.sample("broken/\(name)")
            let player = try stage.play([
                "--duration", "7s", "--push", "1s=\(broken),\(stage.spots)",
            ])
            return player.finish(within: .seconds(60))
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.events.all("slot.failed").count == 1)
        #expect(outcome.events.all("slot.completed").count == 2, "\(outcome.log)")
        #expect(outcome.complaints.count == 1, "\(outcome.complaints)")
        #expect(outcome.complaints.first?.contains(name) == true, "\(outcome.complaints)")
    }
}
