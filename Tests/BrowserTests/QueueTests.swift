import TestServers
import Testing

extension Chromium {
    @Suite("the waiting spots on the desk")
    struct QueueTests {
        private static let token = "correct-horse-battery"

        private static let rows = """
            [...document.querySelectorAll('#queue li')].map(row =>
              [...row.querySelectorAll('span')].map(part => part.textContent).join(' · '))
            """

        /// Spots without lengths and with the names of their files, of which the one at `first` plays.
        private static func push(after first: String, _ visit: Visit) async throws {
            let addresses = try ["Town Library", "Mill Street Bakery"].map {
                try visit.station.spot($0).url
            }
            let spots = ([first] + addresses).map {
                Station.Spot(
                    id: 0, url: $0, title: "", description: "", duration: nil, banner: nil)
            }
            try await visit.player.post("api/push", ["spots": spots], token: token)
        }

        @Test("have their lengths once they are loaded, and are removed one by one")
        func removal() async throws {
            let server = try FaultServer.longSpot()
            defer { server.stop() }
            try await Visit.run(at: "#token=\(Self.token)") { _, _ in
                ["--web-token", Self.token]
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                try await Self.push(after: server.address("/long.mp3"), visit)
                try await browser.wait(
                    until: "(\(Self.rows)).join() === 'library · 8 s,bakery · 17 s'")
                try await visit.look("queue", at: "#queue")
                try await browser.click("#queue li:first-child .remove")
                try await browser.wait(until: "(\(Self.rows)).join() === 'bakery · 17 s'")
                let focus: String = try await browser.value(of: "document.activeElement.id")
                #expect(focus == "queue-title", "the focus is not lost with the row")
                try await visit.player.wait(for: "slot.notUsed")
            }
        }

        @Test("cannot be removed by a listener, who has no buttons for it")
        func listener() async throws {
            let server = try FaultServer.longSpot()
            defer { server.stop() }
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                var first = try visit.station.spot("Skerry Line Ferries")
                first.url = server.address("/long.mp3")
                first.duration = nil
                try await visit.player.push([first, visit.station.spot("Town Library")])
                try await browser.wait(until: "(\(Self.rows)).length === 1")
                let buttons: [Bool] = try await browser.value(
                    of: """
                        ['#ignore', '#queue .remove', '#listeners'].map(name =>
                          document.querySelector(name).checkVisibility())
                        """)
                #expect(buttons == [false, false, true])
            }
        }

        @Test("that cannot be played are named at the field, until the next one is added")
        func failure() async throws {
            try await Visit.run { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                try await browser.type(
                    visit.station.spot("Town Library").url + "x", into: "#push-spot")
                try await browser.press(.enter)
                try await browser.wait(
                    until: """
                        document.querySelector('#push-error').textContent
                          .endsWith(' was not played: the spot cannot be played.')
                        """)
                try await visit.look("push-failed", at: "#push")
                try await browser.type(visit.station.spot("Town Library").url, into: "#push-spot")
                try await browser.press(.enter)
                try await browser.wait(
                    until: "document.querySelector('#push-error').textContent === ''")
            }
        }
    }
}
