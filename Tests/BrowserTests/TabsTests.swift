import Testing

extension Chromium {
    @Suite("the tabs of one browser", .timeLimit(.minutes(5)))
    struct TabsTests {
        @Test("share one connection, which survives when the tab that has it is closed")
        func eight() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                for _ in 2...8 {
                    try await browser.openWindow(.tab)
                    try await browser.open(visit.player.page + "desk")
                    try await browser.wait(until: Self.isThere, within: .seconds(50))
                }
                let tabs = try await browser.windows
                #expect(tabs.count == 8)
                for tab in tabs {
                    try await browser.enter(tab)
                    try await browser.wait(until: Visit.hasBegun)
                }
                try await Self.expectAnswer(visit)
                let leader = try #require(tabs.first)
                try await browser.enter(leader)
                try await browser.closeWindow()
                try await visit.player.pause()
                var logs: Set<String> = []
                for tab in tabs.dropFirst() {
                    try await browser.enter(tab)
                    try await browser.wait(until: Self.hasPaused, within: .seconds(50))
                    logs.insert(try await browser.value(of: Self.logUntilPause))
                }
                #expect(logs.count == 1, "each has every line, once")
                try await Self.expectAnswer(visit)
            }
        }

        @Test("do not depend on one that is frozen while it has the connection")
        func frozen() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                let page = try await browser.openWindow(.tab)
                try await browser.open(visit.player.page + "api/role")
                // Holds the lock without answering, as a frozen tab does.
                let isHeld: Bool = try await browser.finish(
                    """
                    navigator.locks.request('interlude-leader', { steal: true }, () => {
                      done(true);
                      return new Promise(() => {});
                    }).catch(() => {});
                    """)
                #expect(isHeld)
                try await visit.player.pause()
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("favicon") })
                try await browser.enter(page)
                try await browser.wait(until: Self.hasPaused, within: .seconds(50))
            }
        }

        @Test("have a connection each if the browser has no locks")
        func withoutLocks() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                for tab in 1...2 {
                    if tab > 1 { try await browser.openWindow(.tab) }
                    try await browser.tellChromium(
                        "Page.addScriptToEvaluateOnNewDocument",
                        ["source": "delete Navigator.prototype.locks"])
                    try await browser.open(visit.player.page + "desk")
                    try await browser.wait(until: "!navigator.locks && \(Visit.hasBegun)")
                }
                try await visit.player.pause()
                for tab in try await browser.windows {
                    try await browser.enter(tab)
                    try await browser.wait(until: Self.hasPaused, within: .seconds(50))
                }
            }
        }

        /// Requires that the browser has a connection left for a request.
        private static func expectAnswer(_ visit: Visit) async throws {
            let status: Int = try await visit.browser.finish(
                "fetch('/api/state', { cache: 'no-store' }).then(({ status }) => done(status));")
            #expect(status == 200)
        }

        private static let isThere = "document.documentElement.dataset.link === 'there'"

        /// The line is only on the page if it came as an event.
        private static let hasPaused =
            "document.querySelector('#log').textContent.includes('session.paused')"

        private static let logUntilPause = """
            (lines => lines.slice(0, lines.findIndex(line => line.includes('session.paused')) + 1)
              .join('\\n'))
              ([...document.querySelectorAll('#log li')].map(line => line.textContent))
            """
    }
}

extension WebPlayer {
    fileprivate func pause() async throws {
        try await post("api/pause", [String: String]())
        try await wait(for: "session.paused")
    }
}
