import Advertising
import Interlude
import TestServers
import Testing

extension Chromium {
    @Suite("the picture of the programme on the page", .timeLimit(.minutes(3)))
    struct ArtworkTests {
        private static func playing(_ station: FaultServer) -> PlayerStatus {
            var status = PlayerStatus(
                state: .playing, source: station.address("/live"), title: "The Tide Desk",
                behindLive: .zero)
            status.station = "Lighthouse Radio"
            return status
        }

        private static func station() throws -> FaultServer {
            let picture = Array(try SampleMedia.file("banners/ferry.png"))
            return FaultServer { request, _ in
                request.target == "/cover.png"
                    ? .answer(picture, type: "image/png")
                    : .answer(Array("<html>No cover</html>".utf8), type: "text/html")
            }
        }

        private static func name(_ path: String, of station: FaultServer, in player: ShownPlayer) {
            player.change {
                $0.artwork = PlayerStatus.Artwork(
                    address: station.address(path), namer: .operator)
            }
        }

        private static let isShown = """
            (picture => !picture.hidden && picture.naturalWidth > 0)
              (document.querySelector('#artwork-picture'))
            """

        @Test(
            "replaces a drawing of the same size, and moves nothing", arguments: ["", "desk"])
        func shown(path: String) async throws {
            let station = try Self.station()
            defer { station.stop() }
            try await ShownPlayer.visit(path, Self.playing(station)) { player, browser in
                let name = path.isEmpty ? "artwork" : "artwork-desk"
                try await browser.wait(
                    until: "document.querySelector('#title').textContent === 'The Tide Desk'")
                try await browser.look("\(name)-none", on: Browser.Screen.all)
                try await browser.show(on: .desktop)
                let before = try await Self.boxes(browser)
                Self.name("/cover.png", of: station, in: player)
                try await browser.wait(until: Self.isShown)
                #expect(try await Self.boxes(browser) == before)
                try await browser.look(name, on: Browser.Screen.all)
            }
        }

        @Test("gives way to the drawing if it is no picture, and for an ad")
        func missing() async throws {
            let station = try Self.station()
            defer { station.stop() }
            try await ShownPlayer.visit("", Self.playing(station)) { player, browser in
                Self.name("/cover.png", of: station, in: player)
                try await browser.wait(until: Self.isShown)
                player.change {
                    $0.adBreak = BreakStatus(
                        Advertisement(id: 7, title: "Two Wheels", audioFileURL: ""),
                        spotNumber: 1, spotCount: 1, spotRemaining: .seconds(20),
                        remaining: .seconds(20))
                }
                try await browser.wait(until: "!(\(Self.isShown))")
                player.change { $0.adBreak = nil }
                try await browser.wait(until: Self.isShown)
                Self.name("/page.html", of: station, in: player)
                try await browser.wait(until: "!(\(Self.isShown))")
                // The browser logs the answer 502, a moment later.
                while try await browser.complaints().isEmpty {}
            }
        }

        /// The places of the stage's elements.
        private static func boxes(_ browser: Browser) async throws -> [[Double]] {
            try await browser.value(
                of: """
                    [...document.querySelectorAll('.artwork, .stage > *, .transport, .slot')]
                      .map(node => node.getBoundingClientRect())
                      .map(({ x, y, width, height }) => [x, y, width, height])
                    """)
        }
    }
}
