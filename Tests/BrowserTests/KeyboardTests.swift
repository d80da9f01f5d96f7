import Testing

extension Chromium {
    @Suite("the page without a mouse")
    struct KeyboardTests {
        @Test("leads through all controls in reading order, and shows which has the focus")
        func order() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                var ids: [String] = []
                for _ in 0..<10 {
                    try await browser.press(.tab)
                    let (id, isOutlined) = try await Self.focus(of: browser)
                    ids.append(id)
                    #expect(isOutlined, "\(id)")
                }
                #expect(
                    ids == [
                        "other", "hear", "play", "live", "mute", "volume", "place", "push-spot",
                        "button", "load-source",
                    ])
            }
        }

        private static func focus(of browser: Browser) async throws -> (String, Bool) {
            let found: [String] = try await browser.value(
                of: """
                    (({ id, className, localName }, style) =>
                      [id || className || localName, style.outlineStyle])
                      (document.activeElement, getComputedStyle(document.activeElement))
                    """)
            return (found[0], found[1] == "solid")
        }

        @Test("offers by keys what a mouse does")
        func pressing() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                try await browser.run("document.querySelector('#play').focus()")
                try await browser.press(.space)
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Paused'")
                try await browser.press(.enter)
                try await browser.wait(
                    until: "document.querySelector('#state').textContent !== 'Paused'")
                try await browser.run("document.querySelector('#volume').focus()")
                try await browser.press(.left)
                try await browser.wait(
                    until: "document.querySelector('#volume-text').textContent === '99 %'")
                let volume: Double = try await browser.finish(
                    "fetch('/api/state').then(answer => answer.json()).then(({ volume }) => done(volume))"
                )
                #expect(abs(volume - 0.99) < 0.001)
            }
        }
    }
}
