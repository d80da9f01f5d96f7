import Advertising
import Interlude
import InterludeWeb
import TestServers
import Testing

extension Chromium {
    @Suite("the page in a break")
    struct BreakTests {
        /// Plays the spots of these titles, and waits until the page shows the first, which is the
        /// one at `address` if there is such.
        private static func begin(
            _ titles: String..., playing address: String? = nil, for visit: Visit
        ) async throws {
            var spots = try titles.map(visit.station.spot)
            if let address {
                spots[0].url = address
                spots[0].duration = nil
            }
            // A target on this machine.
            for index in spots.indices where spots[index].target != nil {
                spots[index].target = visit.station.addresses.mp3
            }
            try await visit.player.push(spots)
            try await visit.browser.wait(until: "!document.querySelector('#advert').hidden")
            try await visit.browser.wait(
                until: "document.querySelector('#advert-title').textContent === '\(titles[0])'")
        }

        @Test("shows the advertisement, its square banner and how long it takes")
        func advertisement() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await Self.begin("Skerry Line Ferries", "Town Library", for: visit)
                let words: [String] = try await browser.value(
                    of: "[...document.querySelectorAll('#advert > p')].map(p => p.textContent)")
                #expect(words.first?.contains(/^Ad 1 of 2 · 0:\d\d$/) == true, "\(words)")
                #expect(words.count == 2)
                #expect(words.last == "Eleven islands, one ticket")
                let names: [String] = try await browser.value(
                    of: "[document.querySelector('#title').textContent, document.title]")
                #expect(
                    names == [
                        "Skerry Line Ferries", "Skerry Line Ferries · Ad 1 of 2 · Interlude",
                    ])
                let shape: [Double] = try await browser.value(of: Self.shape)
                #expect(abs(shape[0] - 0.9) < 0.001 && shape[1] == 1)
                try await browser.wait(until: "document.querySelector('#banner').naturalWidth > 0")
                try await browser.wait(until: Self.counts("Ad 1 of 2"))
                // The next spot has no banner and no target.
                try await browser.wait(until: Self.counts("Ad 2 of 2"))
                try await browser.wait(
                    until: "document.querySelector('#banner').hidden")
                try await browser.wait(until: "document.querySelector('#more').hidden")
                try await browser.wait(until: "document.querySelector('#advert').hidden")
                try await browser.wait(
                    until: "document.title === `${\(Self.headline)} · Interlude`")
                let headline: String = try await browser.value(of: Self.headline)
                #expect(headline != "Town Library")
                try await browser.wait(
                    until:
                        "document.querySelector('#announcer').textContent === 'The programme is back.'"
                )
                try await browser.wait(until: "document.querySelector('#latency .dot')")
                try await visit.look("after-break", at: "#latency")
            }
        }

        @Test("is seen whole with and without a banner", arguments: [true, false])
        func look(hasBanner: Bool) async throws {
            let server = try FaultServer.longSpot()
            defer { server.stop() }
            try await Visit.run { visit in
                let title = hasBanner ? "Skerry Line Ferries" : "Town Library"
                try await Self.begin(
                    title, "Mill Street Bakery", playing: server.address("/long.mp3"), for: visit)
                if hasBanner {
                    try await visit.browser.wait(
                        until: "document.querySelector('#banner').naturalWidth > 0")
                }
                try await visit.look(
                    hasBanner ? "break" : "break-without-banner", once: Self.isInBreak)
            }
        }

        private static let isInBreak = "!document.querySelector('#advert').hidden"

        private static let headline = "document.querySelector('#title').textContent"

        @Test("shows a lower bound while the length of the break is unknown")
        func unknownLength() async throws {
            let (server, long) = (FaultServer { _, _ in [.stall] }, try FaultServer.longSpot())
            defer { server.stop(); long.stop() }
            try await Visit.run { visit in
                let browser = visit.browser
                var first = try visit.station.spot("Skerry Line Ferries")
                first.url = long.address("/long.mp3")
                first.duration = nil
                var next = try visit.station.spot("Town Library")
                next.url = server.address("/never.mp3")
                try await visit.player.push([first, next])
                try await browser.wait(
                    until: """
                        /^Ad 1 of 2 · \\d:\\d\\d$/
                          .test(document.querySelector('#advert-text').textContent)
                          && /^Back in at least (\\d+ min )?\\d+ s$/
                            .test(document.querySelector('#count').textContent)
                        """)
                let said: String = try await browser.value(
                    of: "document.querySelector('#announcer').textContent")
                #expect(
                    said.contains(/2 ads\. The programme is back in at least (\d+ min )?\d+ s\.$/))
                // Nothing is drawn after a part of unknown length.
                let isLast: Bool = try await browser.value(of: Self.isOpen)
                #expect(isLast)
                try await visit.look("break-of-unknown-length", once: Self.isInBreak)
            }
        }

        /// Whether the last part of the timeline has no known end.
        private static let isOpen = """
            [...document.querySelectorAll('#timeline rect')].at(-1)?.classList.contains('open')
            """

        /// The banner's width relative to its view, and its height relative to its width.
        private static let shape = """
            (() => {
              const { width } = document.querySelector('#advert').getBoundingClientRect();
              const banner = document.querySelector('#banner').getBoundingClientRect();
              return [banner.width / width, banner.height / banner.width];
            })()
            """

        private static func counts(_ ad: String) -> String {
            """
            /^\(ad) · 0:\\d\\d$/.test(document.querySelector('#advert-text').textContent)
              && /^Programme back in (\\d+ min )?\\d+ s$/
                .test(document.querySelector('#count').textContent)
            """
        }

        @Test("disables blocked controls, says why, and sends the player nothing")
        func refusals() async throws {
            let server = try FaultServer.longSpot()
            defer { server.stop() }
            try await Visit.run { visit in
                let browser = visit.browser
                try await Self.begin(
                    "Mill Street Bakery", playing: server.address("/long.mp3"), for: visit)
                let refused: [Bool] = try await browser.value(
                    of: """
                        ['play', 'live'].map(id => document.getElementById(id))
                          .map(button => button.getAttribute('aria-disabled') === 'true'
                            && button.getAttribute('aria-describedby') === 'why')
                        """)
                #expect(refused == [true, true])
                let slider: Bool = try await browser.value(
                    of: "document.querySelector('#place').disabled")
                #expect(slider)
                let why: String = try await browser.value(
                    of: "document.querySelector('#why').textContent")
                #expect(
                    why
                        == "You can pause and seek again after the ad."
                )
                _ = try await browser.requests()
                try await browser.click("#play")
                try await browser.wait(
                    until: """
                        document.querySelector('#announcer').textContent
                          === 'You cannot pause during an ad.'
                        """)
                // The page may check its connection and show the banner meanwhile.
                let asked = try await browser.requests().filter {
                    $0.contains("/api/") && !$0.contains("/api/events")
                        && !$0.contains("/api/state") && !$0.contains("/api/views/")
                }
                #expect(asked.isEmpty)
                try await visit.look("refused", at: "#why")
            }
        }

        @Test("speaks of a break and of no ad while the slate is heard", arguments: ["", "desk"])
        func slate(path: String) async throws {
            var status = PlayerStatus(
                state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
                behindLive: .zero)
            status.controls.skip = true
            status.adBreak = BreakStatus(
                Advertisement(id: 7, title: "", audioFileURL: ""), spotNumber: 2, spotCount: 2,
                spotRemaining: .seconds(20))
            try await ShownPlayer.visit(path, status) { player, browser in
                try await browser.wait(
                    until: Self.offers("Skip ad", isAllOffered: true, until: "the ad"))
                player.change { $0.adBreak?.isSlate = true }
                try await browser.wait(
                    until: Self.offers("Skip", isAllOffered: false, until: "the break"))
                try await browser.click("#play")
                try await browser.wait(until: Self.says("You cannot pause during a break."))
                player.change { $0.controls.skip = false }
                try await browser.wait(
                    until: "document.querySelector('#skip').ariaDisabled === 'true'")
                try await browser.click("#skip")
                try await browser.wait(until: Self.says("This break cannot be skipped."))
                // An ad follows that was pushed meanwhile.
                player.change { status in
                    status.controls.skip = true
                    status.adBreak?.spotCount = 3
                }
                try await browser.wait(
                    until: "!document.querySelector('#skip-break').hidden")
            }
        }

        private static func offers(
            _ skip: String, isAllOffered: Bool, until over: String
        ) -> String {
            """
            document.querySelector('#skip').textContent === '\(skip)'
              && document.querySelector('#skip-break').hidden === \(!isAllOffered)
              && document.querySelector('#why').textContent
                === 'You can pause and seek again after \(over).'
            """
        }

        private static func says(_ words: String) -> String {
            "document.querySelector('#announcer').textContent === '\(words)'"
        }

        @Test("counts down to the second")
        func countdown() async throws {
            try await Visit.run { visit in
                try await Self.begin("Mill Street Bakery", for: visit)
                let errors = CountdownErrors(
                    try await visit.browser.finish(Self.measuredCountdown))
                #expect(errors.seconds.count == 4)
                #expect(errors.areSmall, "\(errors)")
            }
        }

        /// Requests the state at each change of the countdown; half of the round trip is latency,
        /// which may be as wrong as it is long.
        private static let measuredCountdown = """
            const count = document.querySelector('#count');
            const errors = [];
            const watcher = new MutationObserver(async () => {
              const shown = Number(/back in (\\d+) s/.exec(count.textContent)?.[1]);
              const asked = performance.now();
              const state = await (await fetch('/api/state')).json();
              const way = (performance.now() - asked) / 2000;
              if (state.break && errors.length < 4) {
                const error = state.break.remaining + way - shown;
                errors.push(Math.sign(error) * Math.max(0, Math.abs(error) - way));
              }
              if (errors.length === 4) { watcher.disconnect(); done(errors); }
            });
            watcher.observe(count, { childList: true, characterData: true, subtree: true });
            """

        @Test("reports a click, and opens its target beside the page")
        func clickThrough() async throws {
            let server = try FaultServer.longSpot()
            defer { server.stop() }
            try await Visit.run { visit in
                try await Self.begin(
                    "Skerry Line Ferries", playing: server.address("/long.mp3"), for: visit)
                let asked = try await visit.followLink("#more")
                #expect(asked.contains(visit.player.page + "api/banner/click"))
            }
        }
    }
}
