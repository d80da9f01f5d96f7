import Testing

extension Chromium {
    @Suite("the listener's page")
    struct ListenerPageTests {
        @Test("shows what plays and what has played, and leads to the desk and back")
        func history() async throws {
            try await Visit.run(of: "") { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                let operators: [Bool] = try await browser.value(
                    of: """
                        ['push', 'queue', 'log', 'latency', 'place', 'timeline']
                          .map(id => document.getElementById(id) !== null)
                        """)
                #expect(operators.allSatisfy { !$0 })
                try await visit.look("listener")
                try await visit.player.push([visit.station.spot("Town Library")])
                try await browser.wait(until: "!document.querySelector('#advert').hidden")
                #expect(try await browser.value(of: "document.querySelector('#heard').hidden"))
                try await visit.look("listener-break")
                try await browser.wait(until: "document.querySelector('#advert').hidden")
                let row: String = try await browser.value(
                    of: """
                        [...document.querySelectorAll('#titles li')].map(row =>
                          [...row.children].map(part => part.textContent).join(' ')).join()
                        """)
                #expect(row.contains(/\d\d:\d\d Ad Town Library/), "\(row)")
                try await visit.look("listener-history")
                try await browser.click(".other")
                try await browser.wait(until: "document.querySelector('#push') !== null")
                try await browser.wait(until: Visit.hasBegun)
                try await browser.click(".other")
                try await browser.wait(until: "document.querySelector('#push') === null")
            }
        }

        @Test("pauses, plays and mutes by keys alone")
        func keys() async throws {
            try await Visit.run(of: "") { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                var ids: [String] = []
                for _ in 0..<6 {
                    try await browser.press(.tab)
                    ids.append(
                        try await browser.value(
                            of: "document.activeElement.id || document.activeElement.className"))
                }
                #expect(ids == ["other", "hear", "play", "live", "mute", "volume"])
                try await browser.run("document.querySelector('#play').focus()")
                try await browser.press(.space)
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Paused'")
                try await browser.press(.space)
                try await browser.wait(until: Visit.hasBegun)
                try await browser.run("document.querySelector('#mute').focus()")
                try await browser.press(.enter)
                try await browser.wait(
                    until: "document.querySelector('#volume-text').textContent === '0 %'")
            }
        }

        @Test("remembers the stations that have played, and plays them again")
        func stations() async throws {
            try await Visit.run(of: "") { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                #expect(try await browser.value(of: "document.querySelector('#known').hidden"))
                try await visit.player.post(
                    "api/play", ["source": visit.station.addresses.aac])
                try await browser.wait(
                    until: "document.querySelectorAll('#stations li').length === 2")
                try await browser.reload()
                try await browser.wait(until: Self.playing("/live.aac"))
                try await visit.look("listener-stations", at: "#known")
                try await browser.click("#stations li:not([aria-current]) button")
                try await visit.player.wait(for: "session.playing", count: 3)
                try await browser.wait(
                    until: "document.querySelector('#stations li').ariaCurrent === 'true'")
            }
        }

        /// Whether the second of two stations is marked as playing, and has no button. Its address
        /// ends with `name`.
        private static func playing(_ name: String) -> String {
            """
            ((one, other) => other?.ariaCurrent === 'true' && one.ariaCurrent === null
                && other.querySelector('.playing').checkVisibility()
                && !other.querySelector('button').checkVisibility()
                && one.querySelector('button').checkVisibility()
                && other.querySelector('p').textContent.endsWith('\(name)'))
              (...document.querySelectorAll('#stations li'))
            """
        }

        @Test("keeps working if the browser's memory holds something else")
        func hostileMemory() async throws {
            try await Visit.run(of: "") { visit in
                let browser = visit.browser
                for value in ["{", "[1, null, {\"source\": \"javascript:1\"}]", "7"] {
                    let kept = "`\(value)`"
                    try await browser.run(
                        """
                        for (const name of ['stations', 'volume'])
                          localStorage.setItem(`interlude-${name}`, \(kept));
                        """)
                    try await browser.reload()
                    try await browser.wait(until: Visit.hasBegun)
                }
            }
        }
    }
}
