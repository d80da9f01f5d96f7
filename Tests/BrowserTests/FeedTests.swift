import Foundation
import TestFiles
import TestServers
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
                var format = "audioCard"
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
            try arguments(
                station, folder,
                ["Two Wheels Workshop", "Mill Street Bakery"].map {
                    Programme.Ad(id: $0, spot: try station.spot($0))
                })
        }

        private static func arguments(
            _ station: Station, _ folder: TemporaryFolder, _ ads: [Programme.Ad],
            live: String? = nil
        ) throws -> [String] {
            let source = station.addresses.mp3
            let live = Programme.Item(
                id: "live", title: "Lighthouse Radio", subtitle: "Sound across the water",
                source: live ?? station.addresses.aac)
            let items = episodes.enumerated().map { index, episode in
                Programme.Item(
                    id: "episode-\(index)", title: episode.0, subtitle: episode.1, source: source)
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

        @Test("ads appear among its rows as one scrolls, and never above the visible rows")
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
                // An ad can be listened to or followed, but not chosen.
                let buttons: [String] = try await browser.value(
                    of: """
                        [...document.querySelectorAll('#feed .ad-row button')].map(b => b.textContent)
                        """)
                #expect(buttons.allSatisfy { $0 == "Listen" })
            }
        }

        @Test("an ad in it plays on request, and stops on request")
        func hearing() async throws {
            let programme = Array(try SampleMedia.file("programme/programme.mp3"))
            let server = FaultServer { _, _ in .answer(programme) }
            defer { server.stop() }
            try await Visit.run { station, folder in
                // Long enough for several steps in a slow browser.
                var spot = try station.spot("Two Wheels Workshop")
                spot.url = server.address("/long.mp3")
                spot.duration = nil
                return try Self.arguments(station, folder, [.init(id: "long", spot: spot)])
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: "\(Self.adCount) > 0")
                try await browser.click("#feed .ad-row .hear")
                try await visit.player.wait(for: "slot.started")
                try await browser.wait(
                    until: "document.querySelector('#feed .hear').textContent === 'Stop'")
                let name: String = try await browser.value(
                    of: "document.querySelector('#feed .hear').ariaLabel")
                #expect(name == "Stop Two Wheels Workshop")
                try await browser.click("#feed .ad-row .hear")
                try await visit.player.wait(for: "slot.skipped")
                try await browser.wait(
                    until: "document.querySelector('#feed .hear').textContent === 'Listen'")
                // Looking takes longer than the ad on a slow machine, so it comes last.
                try await browser.click("#feed .ad-row .hear")
                try await browser.wait(
                    until: "document.querySelector('#feed .hear').textContent === 'Stop'")
                try Pictures.keep(await browser.picture(), as: "feed-ad-heard-desk-light")
                #expect(try await browser.violations().isEmpty)
            }
        }

        @Test("a card that is pulled down grows below its picture, and the rows after it make room")
        func pullDown() async throws {
            try await Visit.run { station, folder in
                var spot = try station.spot("Two Wheels Workshop")
                spot.target = station.addresses.mp3
                return try Self.arguments(
                    station, folder, [.init(id: "pull", format: "pullDownCard", spot: spot)])
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: "\(Self.adCount) > 0")
                let before: [Double] = try await browser.value(of: Self.cardEdges)
                try await visit.followLink("#feed .ad-row .more")
                try await browser.wait(until: "(\(Self.cardEdges))[1] > \(before[1])")
                let after: [Double] = try await browser.value(of: Self.cardEdges)
                let told: Double = try await browser.finish(
                    """
                    fetch('/api/feed').then(answer => answer.json()).then(({ rows }) =>
                      done(rows.find(({ kind }) => kind === 'ad').height));
                    """)
                #expect(abs(after[1] - after[0] - told) < 1, "as high as the ad wants to be")
                #expect(abs(after[0] - before[0]) < 1, "what is above stays where it is")
                #expect(after[2] >= after[1], "what is below does not cover it")
                try await visit.look("feed-pulled-down", at: "#feed .ad-row")
            }
        }

        /// The top and bottom of the card, and the top of the next row, relative to the feed: the
        /// height of the page above the feed depends on the titles of the stream.
        private static let cardEdges = """
            (() => {
              const feed = document.querySelector('#feed');
              const card = feed.querySelector('.ad-row');
              const [origin, edges, next] = [feed, card, card.nextElementSibling]
                .map(node => node.getBoundingClientRect());
              return [edges.top, edges.bottom, next.top].map(edge => edge - origin.top);
            })()
            """

        /// Whether the first row is marked as playing, without a button to play it.
        private static let isMarked = """
            (row => row.ariaCurrent === 'true' && row.querySelector('.playing').checkVisibility()
                && !row.querySelector('button').checkVisibility())
              (document.querySelector('#feed li:not(.ad-row)'))
            """

        @Test("choosing another programme plays it, and marks it", arguments: ["", "desk"])
        func choosing(path: String) async throws {
            try await Visit.run(of: path, Self.arguments) { visit in
                let browser = visit.browser
                try await browser.wait(
                    until: "document.querySelector('#feed li:not(.ad-row) button')")
                try await browser.click("#feed li:not(.ad-row) button")
                try await visit.player.wait(for: "session.playing", count: 2)
                try await browser.wait(until: Self.isMarked)
                try await visit.look(
                    "feed-playing\(path.isEmpty ? "" : "-desk")", at: "#feed")
            }
        }

        @Test("a row whose stream is gone says so, and what was played goes on")
        func deadRow() async throws {
            let server = FaultServer { _, _ in [.head("404 Not Found"), .halfClose] }
            defer { server.stop() }
            let dead = server.address("/gone.mp3")
            try await Visit.run { station, folder in
                try Self.arguments(station, folder, [], live: dead)
            } _: { visit in
                let browser = visit.browser
                try await browser.wait(until: Visit.hasBegun)
                try await browser.click("#feed li:not(.ad-row) button")
                try await browser.wait(
                    until: """
                        document.querySelector('#feed li:not(.ad-row) .error').textContent
                          .includes('this source cannot be played')
                        """)
                try await browser.wait(until: Visit.hasBegun)
                let isMarked: Bool = try await browser.value(of: Self.isMarked)
                #expect(!isMarked)
                try await visit.look("feed-dead-row", at: "#feed")
                // The browser itself logs the response.
                let complaints = try await browser.complaints()
                #expect(complaints.allSatisfy { $0.contains("409") })
            }
        }
    }
}
