import Testing

extension Chromium {
    @Suite("the page without its player")
    struct AbsenceTests {
        @Test("says that the player is gone, and comes back by itself")
        func goneAndBack() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Live'")
                visit.player.kill()
                try await browser.wait(until: "!document.querySelector('#gone').hidden")
                let said: String = try await browser.value(
                    of: "document.querySelector('#announcer').textContent")
                #expect(said == "The player is gone. The page comes back by itself.")
                try await visit.look("gone")
                try await browser.click("#play")
                try await browser.wait(
                    until: "document.querySelector('#why').textContent === 'The player is gone.'")
                try await visit.player.start()
                try await browser.wait(until: "document.querySelector('#gone').hidden")
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Live'")
                // That nobody answered is what the browser itself complains of.
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("net::ERR_") })
            }
        }
    }
}
