import Foundation
import TestFiles
import Testing

extension Chromium {
    @Suite("the programme in the page")
    struct FeedTests {
        private struct Programme: Encodable {
            struct Section: Encodable {
                let title: String
                let items: [Item]
            }
            struct Item: Encodable {
                let id: String
                let title: String
                let subtitle: String
                let source: String
            }
            struct Placement: Encodable {
                let name: String
                let minPos: Int
                let servingFreq: Int
            }
            struct Ad: Encodable {
                let id: String
                let spot: Station.Spot
            }

            let sections: [Section]
            let placements: [Placement]
            let ads: [String: [Ad]]
        }

        private static let episodes = [
            ("The Harbour Morning", "Tom Varley, weekdays at six"),
            ("News from the harbour", "Ines Calder, every hour"),
            ("Weather for the islands", "Hamish Orr"), ("Low Tide Lullaby", "The Tin Sailors"),
            ("The long wave", "Stories from the ferry"), ("Evening bells", "From the chapel"),
            ("Night watch", "Until the morning comes"), ("The lamp room", "A keeper remembers"),
            ("Salt and diesel", "Work on the quay"), ("Gannets", "A walk on the cliffs"),
            ("Slack water", "Music for no hurry"), ("The pilot boat", "A documentary"),
        ]

        /// Writes a programme of a station and its episodes, and returns the player's arguments.
        private static func arguments(
            _ station: Station, _ folder: TemporaryFolder
        ) throws -> [String] {
            let source = station.addresses.mp3
            let live = Programme.Item(
                id: "live", title: "Lighthouse Radio", subtitle: "Sound across the water",
                source: station.addresses.aac)
            let items = episodes.enumerated().map { index, episode in
                Programme.Item(
                    id: "episode-\(index)", title: episode.0, subtitle: episode.1, source: source)
            }
            let ads = try ["Two Wheels Workshop", "Mill Street Bakery"].map {
                Programme.Ad(id: $0, spot: try station.spot($0))
            }
            let programme = Programme(
                sections: [
                    .init(title: "Stations", items: [live]),
                    .init(title: "Episodes", items: items),
                ],
                placements: [.init(name: "feed", minPos: 3, servingFreq: 4)], ads: ["feed": ads])
            return [
                "--feed", try folder.write(try JSONEncoder().encode(programme), to: "feed.json"),
            ]
        }

        private static let adCount = "document.querySelectorAll('#feed .ad-row').length"

        @Test("ads come among its rows as one reads on, and never above what is in sight")
        func scrolling() async throws {
            try await Visit.run(on: .phone, Self.arguments) { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelectorAll('#feed > li').length > 12")
                try await browser.wait(until: "\(Self.adCount) === 1")
                let first: String = try await browser.value(
                    of: "document.querySelector('#feed > li h3').textContent")
                #expect(first == "Lighthouse Radio")
                try await browser.run(
                    "document.querySelectorAll('#feed > li')[7].scrollIntoView(false)")
                try await browser.wait(until: "\(Self.adCount) > 1")
                try await visit.look("feed", at: "#feed .ad-row")
                // What advertises is not to be chosen, but to be heard or followed.
                let buttons: [String] = try await browser.value(
                    of: """
                        [...document.querySelectorAll('#feed .ad-row button')].map(b => b.textContent)
                        """)
                #expect(buttons.allSatisfy { $0 == "Hear it" || $0 == "Heard now" })
            }
        }

        @Test("an ad among it is heard if one wants to")
        func hearing() async throws {
            try await Visit.run(Self.arguments) { visit in
                let browser = visit.browser
                try await browser.wait(until: "\(Self.adCount) > 0")
                try await browser.click("#feed .ad-row .hear")
                try await visit.player.wait(for: "slot.started")
                try await browser.wait(
                    until: "document.querySelector('#feed .hear').textContent === 'Heard now'")
                try await visit.look("feed-ad-heard", at: "#feed .ad-row")
            }
        }

        @Test("choosing another programme plays it")
        func choosing() async throws {
            try await Visit.run(Self.arguments) { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelector('#feed li:not(.ad-row) button')")
                try await browser.click("#feed li:not(.ad-row) button")
                try await visit.player.wait(for: "session.playing", count: 2)
            }
        }
    }
}
