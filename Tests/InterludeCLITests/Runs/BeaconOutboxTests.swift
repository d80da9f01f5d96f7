import Foundation
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

    @Test("H9: arrive once and in order after the next start")
    func killed() async throws {
        let source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
        let media = try Data(contentsOf: URL(filePath: command.spot()))
        let ads = RecoveringAdServer { path, base in
            switch path {
            case "/tag": .answer(Array(Self.document(base).utf8))
            case "/tea.wav": .answer(Array(media))
            default: nil
            }
        }
        defer { ads.stop() }
        let arguments = [
            "play", source, "--sink", "null", "--ad-tag", ads.address("/tag"), "--events", "-",
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
        #expect(Array(ads.accepted.prefix(3)) == ["/start", "/firstQuartile", "/midpoint"])
        #expect(Set(ads.accepted).count == ads.accepted.count)
        let third = try RunningCommand(command, arguments + ["600s", "--duration", "1s"])
        #expect(third.finish() == 0)
        #expect(!third.output.text.contains("tracking.queued"))
    }
}
