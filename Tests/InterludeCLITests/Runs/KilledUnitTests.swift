import Foundation
import Synchronization
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

    /// A server of schedules and of an ad, whose tracking can be refused.
    private final class AdServer: Sendable {
        private let isDown = Mutex(true)
        private let accepted = Mutex<[String]>([])
        private let arrivals = AsyncStream.makeStream(of: Int.self)

        /// The names of the accepted tracking events, in order.
        var names: [String] { accepted.withLock { $0 } }

        func comeBack() { isDown.withLock { $0 = false } }

        func answer(_ request: FaultServer.Request) -> [FaultServer.Step] {
            let base = "http://\(request.headers["host"] ?? "")"
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/now.json": return Self.json(Self.schedule(base, start: 2))
            case "/later.json": return Self.json(Self.schedule(base, start: 500))
            case "/config": return Self.json(Self.unit(base))
            default:
                if isDown.withLock({ $0 }) {
                    return [.head("503 Service Unavailable", "Content-Length: 0")]
                }
                let name = request.target.split(separator: "name=").last.map(String.init) ?? ""
                let count = accepted.withLock { names in
                    names.append(name)
                    return names.count
                }
                arrivals.continuation.yield(count)
                return .answer([], status: "204 No Content")
            }
        }

        /// Waits until `count` tracking events were accepted.
        func accepts(_ count: Int) async {
            for await reached in arrivals.stream where reached >= count { break }
        }

        private static func json(_ text: String) -> [FaultServer.Step] {
            .answer(Array(text.utf8), type: "application/json")
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
    }

    @Test("arrives once and in order after the next start")
    func killed() async throws {
        let source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
        let ads = AdServer()
        let server = FaultServer { request, _ in ads.answer(request) }
        defer { server.stop() }
        let arguments = ["play", source, "--sink", "null", "--events", "-", "--schedule"]
        let first = try RunningCommand(
            command,
            arguments + [server.address("/now.json"), "--viewer", "opt-in@500ms,interact@1s"])
        // The attention and the interaction lie between, so that the store has written what it got
        // with the first event.
        #expect(first.hasPrinted(#""event":"truex.optIn""#), "\(first.errors.text)")
        #expect(first.hasPrinted(#""event":"truex.adFreePod""#))
        first.signal(SIGKILL)
        _ = first.finish()
        #expect(ads.names.isEmpty)

        ads.comeBack()
        let second = try RunningCommand(command, arguments + [server.address("/later.json")])
        await ads.accepts(4)
        second.signal(SIGTERM)
        #expect(second.finish() == 0)
        #expect(
            ads.names.prefix(4) == [
                "player_load", "choice_card_select_unit", "unit_load", "unit_first_interaction",
            ])
        #expect(Set(ads.names).count == ads.names.count)
        #expect(!second.output.text.contains("tracking."))
        let names = ads.names
        let third = try RunningCommand(
            command, arguments + [server.address("/later.json"), "--duration", "1s"])
        #expect(third.finish() == 0)
        #expect(ads.names == names)
    }
}
