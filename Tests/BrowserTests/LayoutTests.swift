import Foundation
import Interlude
import Testing

extension Chromium {
    @Suite("the layout of the page")
    struct LayoutTests {
        @Test(
            "moves by at most 0.02 when a break begins or ends, and keeps the controls in view",
            arguments: ["", "desk"], Browser.Screen.layoutWidths)
        func breaks(path: String, screen: Browser.Screen) async throws {
            try await Visit.run(on: screen, of: path) { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                // The first frames with a state are a load, not a break.
                try await browser.wait(
                    until: "document.querySelector('#station').textContent === 'Lighthouse Radio'")
                try await browser.run(Self.watchShifts)
                try await visit.player.push([
                    visit.station.spot("Skerry Line Ferries"), visit.station.spot("Town Library"),
                ])
                try await browser.wait(
                    until: "document.querySelector('#banner').naturalWidth > 0")
                let lowest: Double = try await browser.value(of: Self.lowestControl)
                #expect(lowest <= 1)
                try await browser.wait(until: "document.querySelector('#banner').hidden")
                try await browser.wait(until: "document.querySelector('#advert').hidden")
                try await visit.player.wait(for: "break.ended")
                let shift: Double = try await browser.finish(Self.sumOfShifts)
                #expect(shift <= 0.02, "\(shift)")
            }
        }

        /// Chromium's score of each frame in which something moved that nobody had touched.
        private static let watchShifts = """
            window.shifts = [];
            new PerformanceObserver(list => shifts.push(...list.getEntries()))
              .observe({ type: 'layout-shift' });
            """

        private static let sumOfShifts = """
            requestAnimationFrame(() => requestAnimationFrame(() =>
              done(shifts.reduce((sum, { value }) => sum + value, 0))));
            """

        /// The bottom edge of the lowest of the important controls, as a share of the window.
        private static let lowestControl = """
            Math.max(...['play', 'skip', 'skip-break', 'mute', 'volume'].map(id =>
              document.getElementById(id).getBoundingClientRect().bottom)) / innerHeight
            """

        @Test(
            "has the tools of the desk beside each other, and none of them far below the window",
            arguments: [(Browser.Screen.desktop, 1.5), (.wide, 1.1)])
        func tools(screen: Browser.Screen, windows: Double) async throws {
            try await Visit.run(on: screen) { visit in
                try await visit.browser.wait(until: Visit.hasBegun)
                let bottom: Double = try await visit.browser.value(
                    of: """
                        Math.max(...['queue-title', 'latency-title', 'log-title'].map(id =>
                          document.getElementById(id).closest('section').getBoundingClientRect()
                            .bottom)) / innerHeight
                        """)
                #expect(bottom <= windows)
            }
        }

        @Test("keeps the newest line of the log in view, unless a reader has scrolled up")
        func log() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await Self.fillLog(on: visit)
                try await browser.run("log.scrollTop = 0")
                let count: Int = try await browser.value(of: Self.lineCount)
                try await Self.push(on: visit, times: 1)
                try await browser.wait(until: "\(Self.lineCount) > \(count)")
                let top: Double = try await browser.finish(
                    "requestAnimationFrame(() => requestAnimationFrame(() => done(log.scrollTop)));"
                )
                #expect(top == 0)
            }
        }

        @Test("keeps the newest line of the log in view in a window of another width")
        func narrowerLog() async throws {
            try await Visit.run { visit in
                try await Self.fillLog(on: visit)
                for screen in [Browser.Screen.narrow, .wide, .tablet] {
                    try await visit.browser.show(on: screen)
                    try await visit.browser.wait(until: Self.isAtEnd)
                }
            }
        }

        @Test("keeps the newest line of the log in view if the log becomes narrower as it arrives")
        func narrowerLine() async throws {
            try await Visit.run { visit in
                try await Self.fillLog(on: visit)
                try await visit.browser.run(
                    """
                    new MutationObserver((_, observer) => {
                      observer.disconnect();
                      log.style.width = '9rem';
                      window.isNarrow = true;
                    }).observe(document.getElementById('log'), { childList: true });
                    """)
                try await Self.push(on: visit, times: 1)
                try await visit.browser.wait(until: "window.isNarrow && \(Self.isAtEnd)")
            }
        }

        @Test("leaves the log to a reader who scrolls up just as a line arrives")
        func scrolledBetweenFrames() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await Self.fillLog(on: visit)
                try await browser.run(
                    """
                    new MutationObserver((_, observer) => {
                      observer.disconnect();
                      log.scrollTop = 0;
                      requestAnimationFrame(() => { window.topAfterFrame = log.scrollTop; });
                    }).observe(document.getElementById('log'), { childList: true });
                    """)
                try await Self.push(on: visit, times: 1)
                try await browser.wait(until: "window.topAfterFrame !== undefined")
                let top: Double = try await browser.value(of: "topAfterFrame")
                #expect(top == 0)
            }
        }

        /// Fills the log until it has scrolled, and names it `log` in the page.
        private static func fillLog(on visit: Visit) async throws {
            try await visit.browser.wait(until: Visit.hasBegun)
            try await visit.browser.run("window.log = document.querySelector('.log')")
            try await push(on: visit, times: 4)
            try await visit.browser.wait(until: isAtEnd)
        }

        /// Each push adds lines to the log.
        private static func push(on visit: Visit, times: Int) async throws {
            for _ in 0..<times {
                try await visit.player.push([visit.station.spot("Town Library")])
            }
        }

        private static let lineCount = "document.querySelectorAll('#log li').length"
        private static let isAtEnd =
            "log.scrollTop > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 2"

        @Test("draws the sliders of volume and position differently")
        func sliders() async throws {
            try await Visit.run { visit in
                let looks: [String] = try await visit.browser.value(
                    of: """
                        ['volume', 'place'].map(id =>
                          getComputedStyle(document.getElementById(id)).appearance)
                        """)
                #expect(looks == ["auto", "none"])
            }
        }

        @Test("has the line of the position at the very ends of its track")
        func ends() async throws {
            var live = PlayerStatus(
                state: .playing, source: "http://radio.example/live", behindLive: .zero)
            live.controls.delay = true
            var file = PlayerStatus(
                state: .playing, source: "show.mp3", position: .zero, length: .seconds(60))
            file.controls.seek = true
            for (status, end) in [(live, "right"), (file, "left")] {
                try await ShownPlayer.visit("desk", status) { _, browser in
                    try await browser.wait(until: "!document.querySelector('#place').disabled")
                    let gap = try await Self.gap(at: end, in: browser)
                    #expect(abs(gap) <= 1, "\(end)")
                }
            }
        }

        /// How many pixels the line of the position is away from an end of its track.
        private static func gap(at end: String, in browser: Browser) async throws -> Double {
            try await browser.run(
                "document.querySelector('#place').scrollIntoView({ block: 'center' })")
            let picture = try await browser.picture().base64EncodedString()
            return try await browser.finish(
                """
                const bytes = Uint8Array.from(atob('\(picture)'), text => text.charCodeAt(0));
                createImageBitmap(new Blob([bytes])).then(image => {
                  const drawing = new OffscreenCanvas(image.width, 1).getContext('2d');
                  const place = document.querySelector('#place').getBoundingClientRect();
                  const track = document.querySelector('.slider').getBoundingClientRect();
                  // Above the track, only the line is dark.
                  drawing.drawImage(image, 0, 8 - Math.round(place.top + place.height / 2));
                  const reds = drawing.getImageData(0, 0, image.width, 1).data
                    .filter((_, index) => index % 4 === 0);
                  const [from, to] = [track.left - 20, track.right + 20].map(Math.round);
                  const dark = [...reds.keys()].filter(x => x >= from && x < to && reds[x] < 80);
                  done('\(end)' === 'left' ? dark[0] - track.left : track.right - dark.at(-1) - 1);
                });
                """)
        }

        @Test("keeps titles to two lines, and breaks no word", arguments: Browser.Screen.phones)
        func titles(screen: Browser.Screen) async throws {
            try await Visit.run(on: screen) { visit in
                let browser = visit.browser
                var spot = try visit.station.spot("Town Library")
                spot = Station.Spot(
                    id: 77, url: spot.url, title: Self.longTitle, description: Self.longTitle,
                    duration: nil, banner: nil, target: nil)
                try await visit.player.push([spot])
                try await browser.wait(
                    until: "document.querySelector('#title').textContent.startsWith('Verrückte')")
                let lines: Double = try await browser.value(
                    of: """
                        (title => title.getBoundingClientRect().height
                          / parseFloat(getComputedStyle(title).lineHeight))
                          (document.querySelector('#title'))
                        """)
                #expect(lines < 2.2)
                let breaking: [String] = try await browser.value(
                    of: """
                        (({ overflowWrap, wordBreak, hyphens }) => [overflowWrap, wordBreak, hyphens])
                          (getComputedStyle(document.querySelector('#title')))
                        """)
                #expect(breaking == ["normal", "normal", "manual"])
                try await visit.look("long-title")
            }
        }

        private static let longTitle =
            "Verrückte Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetze und noch "
            + "sehr viele andere lange Titel, die niemand in vier Zeilen lesen möchte"
    }
}

extension Browser.Screen {
    fileprivate static let phones = [Self.narrow, .phone]
}
