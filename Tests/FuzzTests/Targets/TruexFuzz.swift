import AdPlayback
import Advertising
import MediaTime

@testable import Interlude

/// Answers of a true[X] ad server, each shown by a renderer.
enum TruexFuzz: FuzzTarget {
    static let name = "truex"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "\"error\":", "\"No bid found\"", "\"ads\":[{", "\"tag_type\":\"skip_card\"",
            "\"fillable\":",
            "\"card_configurations\":[{", "\"vast_session_id\":", "\"service_url\":",
            "\"service_params\":", "\"window_url\":", "\"duration\":", "\"idvx\":",
            "\"user_opt_out_capping_enabled\":", "\"ad_free_creative_url\":", "\"id\":",
        ]

    static func run(_ bytes: [UInt8]) {
        // try?: a malformed answer is refused.
        guard let answer = try? TruexAnswer(parsing: bytes) else { return }
        _ = TruexService(in: bytes)?.address(for: .credit)
        for messages in [[TruexMessage.optIn, .interact], [.optOut], []] {
            play(answer, messages)
        }
    }

    /// Shows the unit for ten minutes to a viewer who does all of that at the start.
    private static func play(_ answer: TruexAnswer, _ messages: [TruexMessage]) {
        var machine = TruexRendererMachine(TruexSetup(slotType: .midroll, streamID: "s"))
        var events: [TruexRendererMachine.Event] = [
            .initialize(TruexHistory()), .fetched(answer), .start(TruexHistory()),
        ]
        events += messages.map { .message($0) } + Array(repeating: .wake, count: 20)
        var now = FrameTime.zero
        for event in events {
            _ = machine.receive(event, at: now)
            now = now + 30 * FrameTime.rate
        }
        _ = machine.receive(.message(.done), at: now)
        _ = machine.receive(.stop, at: now)
    }
}
