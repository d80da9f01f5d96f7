import Foundation
import TestFiles
import TestServers
import Testing

/// What the listener of a player does that is killed, with a true[X] ad server that takes no tracking
/// meanwhile.
@Suite("Tracking of true[X] of a killed player", .timeLimit(.minutes(2)))
struct KilledUnitTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    private static func document(at path: String, _ base: String) -> [FaultServer.Step]? {
        let text: String
        switch path {
        case "/now.json": text = schedule(base, start: 2)
        case "/later.json": text = schedule(base, start: 500)
        case "/config": text = unit(base)
        default: return nil
        }
        return .answer(Array(text.utf8), type: "application/json")
    }

    private static func schedule(_ base: String, start: Int) -> String {
        """
        {"ads": {"breaks": [{"breakId": "m1", "type": "linear", "position": "midroll",
         "timeOffset": \(start), "duration": 8, "events": {}, "ads": [
         {"apiFramework": "truex", "mimeType": "application/javascript", "duration": 4,
          "creative": "\(base)/unit.js", "events": {}, "adParameters": {"user_id": "u1",
          "placement_hash": "abc", "vast_config_url": "\(base)/config"}},
         {"apiFramework": null, "mimeType": "uplynk/m3u8", "creative": "c1", "duration": 4}]}]}}
        """
    }

    private static func unit(_ base: String) -> String {
        """
        {"tag_type":"choice_card","fillable":true,"ads":[{"id":7,"name":"Coffee",
        "session_id":"e1","window_url":"http://example.com/unit",
        "service_url":"\(base)/track","service_params":"session_id=e1"}],
        "card_configurations":[{"aa":"10","sec":"2","product":"sponsored_ad_break"}]}
        """
    }

    /// The names of the accepted tracking events, in order.
    private static func names(_ ads: RecoveringAdServer) -> [String] {
        ads.accepted.map { $0.split(separator: "name=").last.map(String.init) ?? "" }
    }

    @Test("arrives once and in order after the next start")
    func killed() async throws {
        let source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
        let ads = RecoveringAdServer(Self.document)
        defer { ads.stop() }
        let arguments = ["play", source, "--sink", "null", "--events", "-", "--schedule"]
        let first = try RunningCommand(
            command,
            arguments + [ads.address("/now.json"), "--viewer", "opt-in@500ms,interact@1s"])
        // The attention and the interaction lie between, so that the store has written what it got
        // with the first event.
        #expect(first.hasPrinted(#""event":"truex.optIn""#), "\(first.errors.text)")
        #expect(first.hasPrinted(#""event":"truex.adFreePod""#))
        first.signal(SIGKILL)
        _ = first.finish()
        #expect(ads.accepted.isEmpty)

        ads.comeBack()
        let second = try RunningCommand(command, arguments + [ads.address("/later.json")])
        await ads.accepts(4)
        second.signal(SIGTERM)
        #expect(second.finish() == 0)
        let names = Self.names(ads)
        #expect(
            names.prefix(4) == [
                "player_load", "choice_card_select_unit", "unit_load", "unit_first_interaction",
            ])
        #expect(Set(names).count == names.count)
        #expect(!second.output.text.contains("tracking."))
        let third = try RunningCommand(
            command, arguments + [ads.address("/later.json"), "--duration", "1s"])
        #expect(third.finish() == 0)
        #expect(Self.names(ads) == names)
    }
}
