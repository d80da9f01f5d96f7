import TestFiles
import TestServers
import Testing

extension Chromium {
    @Suite("the ads of the page")
    struct AdViewTests {
        private static let between = HouseAds.Entry(
            image: "festival.svg", target: "http://127.0.0.1/festival", text: "Harbour Lights",
            sizes: ["BOX_BANNER"], adUnitId: "between")

        /// Scrolls until this share of the banner is visible at the bottom of the window.
        private static func scroll(to share: Double) -> String {
            """
            const { top, height } = document.querySelector('#inline-views .view')
              .getBoundingClientRect();
            scrollBy(0, top + height * \(share) - innerHeight);
            """
        }

        private static let state = """
            fetch('/api/views').then(answer => answer.json())
              .then(({ views }) => done(views.find(({ position }) => position === 'between').state));
            """

        @Test("an ad between the rows counts as seen once half of it is in sight")
        func impression() async throws {
            try await Visit.run(on: .phoneOnItsSide) { _, folder in
                try HouseAds.arguments([Self.between], in: folder)
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelector('#inline-views img')?.naturalWidth > 0")
                try await browser.run(Self.scroll(to: 0.4))
                try await browser.wait(
                    until: "document.querySelector('#inline-views .view').dataset.ratio > 0")
                #expect(try await browser.finish(Self.state) == "loaded")
                try await browser.run(Self.scroll(to: 0.6))
                try await visit.player.wait(for: "display.impressed")
                try await browser.wait(
                    until:
                        "document.querySelector('#log').textContent.includes('display.impressed')")
                #expect(try await browser.finish(Self.state) == "impressed")
                try await visit.look("inline-banner", at: "#inline-views")
            }
        }

        @Test("a click on an ad is reported, and opens its target beside the page")
        func click() async throws {
            try await Visit.run { station, folder in
                var ad = Self.between
                ad.target = station.addresses.mp3
                return try HouseAds.arguments([ad], in: folder)
            } _: { visit in
                try await visit.browser.wait(
                    until: "document.querySelector('#inline-views img')?.naturalWidth > 0")
                try await visit.followLink("#inline-views a")
                try await visit.player.wait(for: "display.clicked")
                try await visit.browser.wait(
                    until: "document.querySelector('#log').textContent.includes('display.clicked')")
                try await visit.look("clicked", at: "#inline-views")
            }
        }

        @Test(
            "the playing ad's banner is shown once: at the bottom while its place is out of sight"
        )
        func screenBanner() async throws {
            let programme = Array(try SampleMedia.file("programme/programme.mp3"))
            let long = Array(repeatElement(programme, count: 4).joined())
            let server = FaultServer { _, _ in .answer(long) }
            defer { server.stop() }
            try await Visit.run(on: .phone) { visit in
                let browser = visit.browser
                var spot = try visit.station.spot("Skerry Line Ferries")
                // Long enough for the following steps in a slow browser.
                spot.url = server.address("/long.mp3")
                spot.duration = nil
                try await visit.player.push([spot])
                try await browser.wait(until: "document.querySelector('#screen-views .view')")
                // The banner counts as seen in its card.
                try await browser.run(Self.scrollToCard)
                try await visit.player.wait(for: "display.impressed")
                try await browser.wait(until: "!(\(Self.isAtBottom))")
                try await browser.run("scrollTo(0, document.body.scrollHeight)")
                try await browser.wait(until: Self.isAtBottom)
                try await browser.wait(
                    until: "document.querySelector('#screen-views img').naturalWidth > 0")
                // The text of the picture is next to it.
                let words: String = try await browser.value(
                    of: "document.querySelector('#screen-views strong').textContent")
                #expect(words == "Skerry Line Ferries")
                // On the widest screen its place is always in sight.
                try await visit.look(
                    "screen-banner", at: "#log",
                    once: "\(Self.isAtBottom) || \(Self.isCardInSight)")
                try await browser.show(on: .phone)
                try await browser.run(Self.scrollToCard)
                try await browser.wait(until: "!(\(Self.isAtBottom))")
                try await browser.run("scrollTo(0, document.body.scrollHeight)")
                try await browser.wait(until: Self.isAtBottom)
                try await visit.player.post("api/skip", [String: String]())
                try await browser.wait(until: "!document.querySelector('#screen-views .view')")
                #expect(try await browser.value(of: Self.isAtBottom) == false)
            }
        }

        private static let scrollToCard =
            "document.querySelector('#banner').scrollIntoView({ block: 'center' })"

        private static let isCardInSight = """
            (card => card.bottom > 0 && card.top < innerHeight)(
              document.querySelector('#banner').getBoundingClientRect())
            """

        private static let isAtBottom =
            "document.querySelector('#screen-views .view')?.checkVisibility() === true"

        /// An ad with a spot of half a minute, which is long enough for a slow browser.
        private static func opening(
            _ station: Station, _ folder: TemporaryFolder
        ) throws -> HouseAds.Entry {
            var spot = try station.spot("Town Library")
            spot.url = "long.wav"
            spot.duration = nil
            _ = try SilentFile.write(seconds: 30, to: spot.url, in: folder)
            return HouseAds.Entry(
                image: "ferry.png", text: "The sea is the short way", sizes: ["INTERSTITIAL"],
                adUnitId: "opening", spot: spot)
        }

        @Test("an ad covers the page while its spot plays, and goes with it")
        func interstitial() async throws {
            try await Visit.run { station, folder in
                try HouseAds.arguments([Self.opening(station, folder)], in: folder)
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: "document.querySelector('#interstitial').open")
                try await browser.wait(
                    until: "document.querySelector('#interstitial img').naturalWidth > 0")
                try await visit.player.wait(for: "slot.started")
                let share: Double = try await browser.value(of: Self.coveredShare)
                #expect(share == 1)
                try await browser.wait(
                    until: """
                        /^The programme is back in \\d+ s\\.$/
                          .test(document.querySelector('#interstitial-count').textContent)
                        """)
                try await visit.look("interstitial")
                try await visit.player.wait(for: "display.closed", within: .seconds(90))
                try await browser.wait(until: "!document.querySelector('#interstitial').open")
                // The interstitial is shown once.
                try await browser.reload()
                try await browser.wait(
                    until: "document.documentElement.dataset.link === 'there'")
                let isOpen: Bool = try await browser.value(
                    of: "document.querySelector('#interstitial').open")
                #expect(!isOpen)
            }
        }

        /// The share of the window that the interstitial covers.
        private static let coveredShare = """
            (({ width, height }) => width * height / (innerWidth * innerHeight))
              (document.querySelector('#interstitial').getBoundingClientRect())
            """

        @Test("an ad that covers the page is closed with Escape, which ends its spot")
        func escape() async throws {
            try await Visit.run { station, folder in
                try HouseAds.arguments([Self.opening(station, folder)], in: folder)
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: "document.querySelector('#interstitial').open")
                try await visit.player.wait(for: "slot.started")
                try await browser.press(.escape)
                try await browser.wait(until: "!document.querySelector('#interstitial').open")
                try await visit.player.wait(for: "display.closed")
                try await visit.player.wait(for: "slot.skipped")
            }
        }
    }
}
