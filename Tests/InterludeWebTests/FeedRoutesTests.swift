import AdDisplay
import Advertising
import Foundation
import Interlude
import TestFiles
import Testing

@testable import InterludeWeb

@Suite("Feed of the page", .timeLimit(.minutes(1)))
struct FeedRoutesTests {
    private let folder: TemporaryFolder
    private let items: [ProgrammeItem]
    private let served = ServedPlacements(Placement("feed", minPos: 2, servingFreq: 4))
    private let ads: RotatingFeedAds
    private let feed: ProgrammeFeed

    init() throws {
        folder = try TemporaryFolder()
        let banner = try folder.write(Array("<svg/>".utf8), to: "banner.svg")
        items = (1...10).map { number in
            ProgrammeItem(
                id: "\(number)", title: "Station \(number)", source: "/music/\(number).mp3")
        }
        let spot = Advertisement(
            id: 7, title: "Ferry", audioFileURL: "http://a.example/ferry.mp3",
            bannerFileURL: banner, bannerTargetURL: "http://ferry.example/")
        let ad = FeedAd(id: "7", format: .audioCard, advertisement: spot)
        ads = RotatingFeedAds(["feed": [ad]])
        feed = ProgrammeFeed(
            [ProgrammeSection(title: "Stations", items: items)], served: served, source: ads)
    }

    private func rows(_ answer: Answer) throws -> [[String: Any]] {
        try #require(answer.object?["rows"] as? [[String: Any]])
    }

    @Test("has the programme with an ad in it, whose picture this player serves")
    func picture() async throws {
        try await Stage.with(feed: feed) { stage in
            try await stage.post()
            let rows = try rows(try await stage.ask("GET /api/feed"))
            #expect(rows.count == 11)
            let ad = try #require(rows.first { $0["kind"] as? String == "ad" })
            let image = try #require(ad["image"] as? String)
            let picture = try await stage.ask("GET \(image)")
            #expect(picture.status == 200)
            #expect(picture.headers["content-type"] == "image/svg+xml")
            let id = try #require(ad["id"] as? String)
            #expect(try await stage.ask("POST /api/feed/rows/\(id)/click").status == 200)
        }
    }

    @Test("takes what a page reports of its view, and comes as an event")
    func viewport() async throws {
        try await Stage.with(feed: feed) { stage in
            let told = [
                ("active", #"{"active":true}"#), ("preferredWidth", #"{"width":320}"#),
                ("viewport", #"{"first":0,"last":4,"idle":true}"#), ("refresh", ""),
            ]
            for (path, body) in told {
                let answer = try await stage.ask("POST /api/feed/\(path)", body: body)
                #expect(answer.status == 200, "\(path)")
            }
            let wide = try await stage.ask(
                "POST /api/feed/preferredWidth", body: #"{"width":0}"#)
            #expect(wide.status == 400)
            let text = try await stage.listen { $0.contains("event: feed\ndata: {") }
            #expect(text.contains("Station 10"))
        }
    }

    @Test("stops a playing ad on request, and knows no missing ad")
    func stop() async throws {
        let watch = FeedWatch()
        let audio = GivenAudio()
        let feed = ProgrammeFeed(
            [ProgrammeSection(title: "Stations", items: items)], served: served, source: ads,
            audio: audio, observer: watch)
        try await Stage.with(feed: feed) { stage in
            _ = try await stage.ask("POST /api/feed/active", body: #"{"active":true}"#)
            #expect(try await stage.ask("POST /api/feed/rows/ad-1/start").status == 200)
            await watch.wait { $0.contains { $0.state == .audible } }
            #expect(try await stage.ask("POST /api/feed/rows/ad-1/stop").status == 200)
            #expect(await feed.rows.allSatisfy { $0.state != .audible })
            await audio.untilGivenBack()
            #expect(try await stage.ask("POST /api/feed/rows/ad-9/stop").status == 404)
            #expect(
                try await stage.ask("POST /api/feed/rows/ad-1/stop", body: #"{"now":1}"#).status
                    == 400)
        }
    }

    @Test("lets a page play the operator's sources, files as well, and no other file")
    func play() async throws {
        try await Stage.with(feed: feed) { stage in
            try await stage.post()
            let offered = try await stage.ask(
                "POST /api/play", body: #"{"source":"/music/3.mp3"}"#)
            #expect(offered.status == 200)
            let other = try await stage.ask("POST /api/play", body: #"{"source":"/music/x.mp3"}"#)
            #expect(other.status == 400)
            #expect(stage.player.requests == [.play("/music/3.mp3")])
        }
    }

    @Test("is empty if the player has none")
    func none() async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("GET /api/feed")
            #expect(answer.body == #"{"rows":[]}"#)
            let views = try await stage.ask("GET /api/views")
            #expect(views.body == #"{"views":[]}"#)
        }
    }
}
