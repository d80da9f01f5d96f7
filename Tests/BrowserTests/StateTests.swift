import Advertising
import Interlude
import InterludeWeb
import MediaTime
import Testing

extension Chromium {
    @Suite("the states of a player on the page", .timeLimit(.minutes(5)))
    struct StateTests {
        /// A state that both pages show.
        enum Shown: String, CaseIterable, Sendable {
            case idle, connecting, playing, inBreak, lost, noDevice

            fileprivate func happen(to player: ShownPlayer) {
                switch self {
                case .idle: player.change { $0.state = .idle }
                case .connecting: player.change { $0.state = .connecting }
                case .playing: break
                case .inBreak:
                    player.change { status in
                        status.controls.skip = true
                        status.adBreak = BreakStatus(
                            Advertisement(
                                id: 7, title: "Two Wheels Workshop", audioFileURL: ""),
                            spotNumber: 1, spotCount: 3, spotRemaining: .seconds(20),
                            remaining: .seconds(50))
                    }
                case .lost: player.change { $0.state = .reconnecting }
                case .noDevice: player.change { $0.device.isPresent = false }
                }
            }

            fileprivate var words: String {
                switch self {
                case .idle: "Nothing playing"
                case .connecting: "Connecting"
                case .playing: "Live"
                case .inBreak: "Advertisement"
                case .lost: "Reconnecting"
                case .noDevice: "No sound device"
                }
            }
        }

        private static var playing: PlayerStatus {
            var status = PlayerStatus(
                state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
                behindLive: .zero)
            status.station = "Lighthouse Radio"
            return status
        }

        @Test(
            "have no violation, and the controls of a break are in view on every screen",
            arguments: ["", "desk"], Shown.allCases)
        func looks(path: String, shown: Shown) async throws {
            try await ShownPlayer.visit(path, Self.playing) { player, browser in
                try await browser.wait(
                    until: "document.querySelector('#title').textContent === 'The Tide Desk'")
                shown.happen(to: player)
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === '\(shown.words)'")
                let name = "state-\(shown)\(path.isEmpty ? "" : "-desk")"
                try await browser.look(name, on: Browser.Screen.all)
                guard shown == .inBreak else { return }
                for screen in Browser.Screen.all {
                    try await browser.show(on: screen)
                    let lowest: Double = try await browser.value(
                        of: """
                            Math.max(...['play', 'skip', 'skip-break', 'mute', 'volume'].map(id =>
                              document.getElementById(id).getBoundingClientRect().bottom))
                              / innerHeight
                            """)
                    #expect(lowest <= 1, "\(screen)")
                }
            }
        }
    }
}
