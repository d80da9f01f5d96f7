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
        let (outcomes, starts) = try await onThread {
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
            let begun = ContinuousClock.now
            let starts = try players.map {
                try $0.wait(for: "session.playing", within: .seconds(60))
                return (ContinuousClock.now - begun).inSeconds
            }
            return (players.map { $0.finish(within: .seconds(Self.seconds + 120)) }, starts)
        }
        for ((form, outcome), start) in zip(zip(forms, outcomes), starts) {
            #expect(outcome.status == 0, "\(form): \(outcome.complaints)")
            #expect(outcome.events.droughts.isEmpty, "\(form): \(outcome.log)")
            for name in ["session.reconnecting", "stream.discontinuity", "session.warning"] {
                #expect(outcome.events.all(name).isEmpty, "\(form): \(outcome.log)")
            }
            let list = try String(contentsOfFile: folder.file("\(form).m3u8"), encoding: .utf8)
            let target = try #require(Self.durations("#EXT-X-TARGETDURATION:", in: list).first)
            let longest = try #require(Self.durations("#EXTINF:", in: list).max())
            let delays = outcome.events.compactMap(\.behindLive)
            #expect(!delays.isEmpty)
            for delay in delays {
                // Segments that come while the player starts are behind live as well.
                #expect(
                    abs(delay - 3 * target) <= longest + start,
                    "\(form): \(delay) s behind live, started within \(start) s")
            }
        }
    }

    /// The values of a tag, in seconds.
    private static func durations(_ tag: String, in list: String) -> [Double] {
        list.split(separator: "\n").filter { $0.hasPrefix(tag) }.compactMap {
            Double($0.dropFirst(tag.count).prefix { $0 != "," })
        }
    }
}
