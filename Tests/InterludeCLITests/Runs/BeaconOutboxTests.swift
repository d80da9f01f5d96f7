import Foundation
import Synchronization
import TestFiles
import TestServers
import Testing

/// Beacons of a player that is killed, with a server that is down meanwhile.
@Suite("Beacons of a killed player", .timeLimit(.minutes(2)))
struct BeaconOutboxTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    /// An ad server whose beacons can be refused.
    private final class AdServer: Sendable {
        private let isDown = Mutex(true)
        private let accepted = Mutex<[String]>([])
        private let arrivals = AsyncStream.makeStream(of: Int.self)

        /// The accepted beacons, in order.
        var beacons: [String] { accepted.withLock { $0 } }

        func comeBack() { isDown.withLock { $0 = false } }

        func answer(_ request: FaultServer.Request, media: Data) -> [FaultServer.Step] {
            let path = request.target.prefix { $0 != "?" }
            let host = request.headers["host"] ?? ""
            switch path {
            case "/tag": return .answer(Array(Self.document("http://\(host)").utf8))
            case "/tea.wav": return .answer(Array(media))
            default:
                if isDown.withLock({ $0 }) {
                    return [.head("503 Service Unavailable", "Content-Length: 0")]
                }
                let count = accepted.withLock { beacons in
                    beacons.append(String(path))
                    return beacons.count
                }
                arrivals.continuation.yield(count)
                return .answer([], type: "image/gif")
            }
        }

        /// Waits until `count` beacons were accepted.
        func accepts(_ count: Int) async {
            for await reached in arrivals.stream where reached >= count { break }
        }

        private static func document(_ base: String) -> String {
            let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"].map {
                "<Tracking event=\"\($0)\">\(base)/\($0)</Tracking>"
            }
            return """
                <VAST version="4.2"><Ad id="tea"><InLine><Impression>\(base)/impression</Impression>
                <Creatives><Creative><Linear><Duration>00:00:02</Duration>
                <TrackingEvents>\(events.joined())</TrackingEvents>
                <MediaFiles><MediaFile type="audio/wav">\(base)/tea.wav</MediaFile></MediaFiles>
                </Linear></Creative></Creatives></InLine></Ad></VAST>
                """
        }
    }

    @Test("H9: arrive once and in order after the next start")
    func killed() async throws {
        let source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
        let media = try Data(contentsOf: URL(filePath: command.spot()))
        let ads = AdServer()
        let server = FaultServer { request, _ in ads.answer(request, media: media) }
        defer { server.stop() }
        let arguments = [
            "play", source, "--sink", "null", "--ad-tag", server.address("/tag"), "--events", "-",
            "--break-length", "2s", "--break-every",
        ]
        let first = try RunningCommand(command, arguments + ["3s"])
        #expect(first.hasPrinted(#""event":"tracking.queued","#), "\(first.errors.text)")
        #expect(first.hasPrinted(#""event":"slot.midpoint""#))
        #expect(first.hasPrinted(#""kind":"midpoint""#))
        // What the store writes on the same event is on its way to the disk.
        #expect(first.hasPrinted(#""event":"slot.thirdQuartile""#))
        first.signal(SIGKILL)
        _ = first.finish()
        let left = first.output.text.split(separator: "\n").filter {
            $0.contains("tracking.queued")
        }
        .compactMap { line in
            ["start", "firstQuartile", "midpoint"].first { line.contains("/\($0)\"") }
        }
        #expect(left == ["start", "firstQuartile", "midpoint"])

        ads.comeBack()
        let second = try RunningCommand(command, arguments + ["600s"])
        await ads.accepts(3)
        #expect(second.hasPrinted(#""earlier":true"#))
        second.signal(SIGTERM)
        #expect(second.finish() == 0)
        #expect(Array(ads.beacons.prefix(3)) == ["/start", "/firstQuartile", "/midpoint"])
        #expect(Set(ads.beacons).count == ads.beacons.count)
        let third = try RunningCommand(command, arguments + ["600s", "--duration", "1s"])
        #expect(third.finish() == 0)
        #expect(!third.output.text.contains("tracking.queued"))
    }
}
