import Advertising
import Interlude
import MediaTime
import Testing

@Suite("The schedule of a stream that is left for another", .timeLimit(.minutes(2)))
struct LeftScheduleTests {
    /// A break in the middle of a stream whose length is known.
    private static let middle = """
        <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
        <vmap:AdBreak timeOffset="50%" breakType="linear" breakId="b"><vmap:AdSource id="1">
        <vmap:VASTAdData><VAST version="4.0"><Ad id="a"><InLine><AdSystem>T</AdSystem>
        <AdTitle>T</AdTitle><Creatives><Creative><Linear><Duration>00:00:02</Duration></Linear>
        </Creative></Creatives></InLine></Ad></VAST></vmap:VASTAdData></vmap:AdSource>
        </vmap:AdBreak></vmap:VMAP>
        """

    private func play(_ source: String, then other: String?) async throws -> Outcome {
        var scenario = try PodSessionScenario(source, pods: [])
        scenario.schedule = try AdSchedule(parsing: Self.middle.utf8, address: "schedule.xml")
        scenario.configuration.duration = .seconds(12)
        if let other { scenario = scenario.at(96_000, .play(source: other)) }
        return try await scenario.run()
    }

    @Test("has no break in the other")
    func left() async throws {
        let stayed = try await play("file:480000", then: nil)
        #expect(stayed.frames(of: "break.started") == [240_000])
        let left = try await play("live", then: "file:480000")
        #expect(left.frames(of: "break.started") == [])
    }
}
