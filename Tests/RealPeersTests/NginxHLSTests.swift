import Foundation
import TestFiles
import TestServers
import Testing

/// Live HLS as a packager and a web server deliver it, in real time.
@Suite(
    "Live HLS over nginx", .timeLimit(.minutes(10)),
    .enabled(if: PrivateNginx.isInstalled && Peers.areInstalled))
struct NginxHLSTests {
    /// Five minutes in the long version.
    private static let seconds = Peers.areLong ? 300 : 20

    /// Keeps one core busy.
    private static func load() throws -> ServerProcess {
        let process = ServerProcess(arguments: ["sh", "-c", "while :; do :; done"])
        try process.start()
        return process
    }

    @Test(
        "plays in each form without a gap, as far behind live as the playlist asks, on a busy machine"
    )
    func plays() async throws {
        let folder = try TemporaryFolder()
        let nginx = try PrivateNginx(serving: folder)
        let forms = LivePackager.Form.allCases
        let outcomes = try await onThread {
            let packagers = try forms.map {
                try LivePackager($0, of: Peers.sample("programme/programme.mp3"), into: folder)
            }
            defer { withExtendedLifetime(packagers) {} }
            let loads = try (0..<2).map { _ in try Self.load() }
            defer { for load in loads { load.stop() } }
            let players = try forms.map {
                try Player(
                    nginx.address(of: "\($0.rawValue).m3u8"),
                    ["--duration", "\(Self.seconds)s"])
            }
            return players.map { $0.finish(within: .seconds(Self.seconds + 120)) }
        }
        for (form, outcome) in zip(forms, outcomes) {
            #expect(outcome.status == 0, "\(form): \(outcome.complaints)")
            #expect(outcome.events.droughts.isEmpty, "\(form): \(outcome.log)")
            for name in ["session.reconnecting", "stream.discontinuity", "session.warning"] {
                #expect(outcome.events.all(name).isEmpty, "\(form): \(outcome.log)")
            }
            let target = try Self.targetDuration(of: form, in: folder)
            let delays = outcome.events.compactMap(\.behindLive)
            #expect(!delays.isEmpty)
            for delay in delays {
                #expect(abs(delay - 3 * target) <= target, "\(form): \(delay) s behind live")
            }
        }
    }

    /// In seconds.
    private static func targetDuration(
        of form: LivePackager.Form, in folder: TemporaryFolder
    ) throws -> Double {
        let list = try String(contentsOfFile: folder.file("\(form).m3u8"), encoding: .utf8)
        let name = "#EXT-X-TARGETDURATION:"
        let line = list.split(separator: "\n").first { $0.hasPrefix(name) }
        return try #require(line.flatMap { Double($0.dropFirst(name.count)) })
    }
}
