import Testing

extension Chromium {
    @Suite("the page of a player that requires a token")
    struct TokenTests {
        private static let token = "correct-horse-battery"

        @Test("admits a listener with the printed address, hides the token, and remembers them")
        func signingIn() async throws {
            try await Visit.run(at: "#token=\(Self.token)") { _, _ in
                ["--web-token", Self.token]
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                let places: [String] = try await browser.value(
                    of: "[location.href, document.cookie]")
                #expect(places == [visit.player.page + "desk", ""], "no script can read the token")
                try await browser.reload()
                try await browser.wait(
                    until: "document.documentElement.dataset.link === 'there'")
                // Without the cookie and the token, access is refused.
                try await browser.tell("/cookie", by: .delete)
                try await browser.reload()
                try await browser.wait(
                    until: """
                        document.querySelector('#why').textContent
                          === 'This player requires a token: open the address that it printed.'
                        """)
                let why: String = try await browser.value(
                    of: "document.querySelector('#gone').innerText")
                #expect(why.hasPrefix("This player requires a token."))
                // What would be refused is not offered.
                let offered: [Bool] = try await browser.value(
                    of: """
                        ['play', 'push', 'hear', 'token'].map(id =>
                          document.getElementById(id).checkVisibility())
                        """)
                #expect(offered == [false, false, false, true])
                try await visit.look("token-wanted")
                try await browser.type("correct-horse-batterx", into: "#token")
                try await browser.press(.enter)
                try await browser.wait(
                    until: """
                        document.querySelector('#token-error').textContent
                          === 'This is not the token of this player.'
                        """)
                try await browser.run("document.querySelector('#token').value = ''")
                try await browser.type(Self.token, into: "#token")
                try await browser.press(.enter)
                try await browser.wait(until: Visit.hasBegun)
                // The browser itself logs the refused requests.
                try await browser.open("about:blank")
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("401") })
            }
        }

        @Test(
            "refuses a listener with another token, and says what they need",
            arguments: ["", "desk"])
        func wrongToken(path: String) async throws {
            try await Visit.run(of: path, at: "#token=\(Self.token)") { _, _ in
                ["--web-token", Self.token]
            } _: { visit in
                let browser = visit.browser
                try await browser.tell("/cookie", by: .delete)
                try await browser.open("about:blank")
                try await browser.open(visit.player.page + path + "#token=correct-horse-batterx")
                try await browser.wait(
                    until: """
                        document.querySelector('#token-error').textContent
                          === 'This is not the token of this player.'
                        """)
                let isMarked: Bool = try await browser.value(
                    of: "document.querySelector('#token').ariaInvalid === 'true'")
                #expect(isMarked)
                try await visit.look("token-refused\(path.isEmpty ? "" : "-desk")")
                try await browser.open("about:blank")
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("401") })
            }
        }
    }
}
