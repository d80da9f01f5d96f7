import Testing

extension Chromium {
    @Suite("the page without its player")
    struct AbsenceTests {
        @Test("says that the player does not respond, and reconnects automatically")
        func goneAndBack() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                visit.player.kill()
                try await browser.wait(until: "!document.querySelector('#gone').hidden")
                let said: String = try await browser.value(
                    of: "document.querySelector('#announcer').textContent")
                #expect(
                    said == "The player is not responding. The page reconnects automatically.")
                let place: String = try await browser.value(
                    of: "document.querySelector('#place-text').textContent")
                #expect(place == "–", "the page does not say that it is live")
                try await visit.look("gone")
                try await browser.click("#play")
                try await browser.wait(
                    until: "document.querySelector('#why').textContent === '\(Self.absence)'")
                // All other controls are disabled too.
                let enabled: [String] = try await browser.value(of: Self.enabledButtons)
                #expect(enabled == [])
                try await browser.run("document.querySelector('#announcer').textContent = ''")
                try await browser.click("#hear")
                try await browser.wait(
                    until:
                        "document.querySelector('#announcer').textContent === '\(Self.absence)'"
                )
                // The timeline is drawn to the new size.
                try await browser.show(on: .phone)
                try await browser.wait(until: Self.isDrawnToScale)
                try await browser.show(on: .desktop)
                try await visit.player.start()
                try await browser.wait(until: "document.querySelector('#gone').hidden")
                try await browser.wait(until: Visit.hasBegun)
                #expect(try await browser.value(of: Self.enabledButtons) != [String]())
                try await visit.look("back")
                // The browser itself logs the failed requests.
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("net::ERR_") })
            }
        }

        private static let absence = "The player is not responding."

        /// The buttons that are not marked as disabled.
        private static let enabledButtons = """
            [...document.querySelectorAll('button')]
              .filter(button => button.checkVisibility() && button.ariaDisabled !== 'true')
              .map(button => button.textContent.trim())
            """

        private static let isDrawnToScale = """
            (drawing => drawing.viewBox.baseVal.width === drawing.clientWidth)
              (document.querySelector('#timeline'))
            """
    }
}
