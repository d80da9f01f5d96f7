import Foundation
import HTTPAccess
import Synchronization
import TestFiles
import TestServers
import Testing

@Suite("The page of a player", .timeLimit(.minutes(2)))
struct PageTests {
    private let client = WebClient(configuration: WebClientConfiguration())

    private func ask(
        _ address: String, _ method: WebRequest.Method, _ body: String = ""
    ) async throws -> WebReply {
        var request = WebRequest(
            try #require(WebAddress(address)), from: .typed,
            headers: [.contentType("application/json")])
        request.method = method
        if !body.isEmpty { request.body = Array(body.utf8) }
        return try await client.exchange(request, maximumByteCount: 200_000, within: .seconds(10))
    }

    @Test("shows a break, refuses a pause in it, and closes its streams when the player ends")
    func scenario() async throws {
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"),
            ["--web", "\(port)", "--push", "1s=\(Peers.sample("spots/ferry.mp3"))"])
        let base = "http://127.0.0.1:\(port)"
        _ = try await onThread { try player.wait(for: "slot.started") }
        // The log has an event a moment before the status has what it says.
        let playing = #""spot":1,"spots":1,"title":"ferry.mp3""#
        try await waitUntilTold(playing, at: base)
        #expect(text(try await ask("\(base)/api/state", .get)).contains(playing))
        #expect(try await ask("\(base)/api/pause", .post).status == 409)
        #expect(try await ask("\(base)/api/skip", .post).status == 200)
        _ = try await onThread { try player.wait(for: "break.ended") }

        let events = try await client.open(
            WebRequest(try #require(WebAddress("\(base)/api/events")), from: .typed, headers: []))
        let sound = try await client.open(
            WebRequest(try #require(WebAddress("\(base)/listen")), from: .typed, headers: []))
        player.interrupt()
        // Both end normally; an abort would throw.
        try await events.forEachChunk { _ in }
        try await sound.forEachChunk { _ in }
        let outcome = try await onThread { player.finish(within: .seconds(20)) }
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    private func text(_ reply: WebReply) -> String {
        String(decoding: reply.document.bytes, as: UTF8.self)
    }

    /// Reads the events for pages until they contain `words`.
    private func waitUntilTold(_ words: String, at base: String) async throws {
        struct Told: Error {}
        let events = try await client.open(
            WebRequest(try #require(WebAddress("\(base)/api/events")), from: .typed, headers: []))
        let told = Mutex("")
        await #expect(throws: Told.self) {
            try await events.forEachChunk { chunk in
                let isTold = told.withLock { told in
                    told += String(decoding: chunk, as: UTF8.self)
                    return told.contains(words)
                }
                if isTold { throw Told() }
            }
        }
    }

    @Test("shows house ads, counts how they were seen, and ends the spot of one that is closed")
    func houseAds() async throws {
        let folder = try TemporaryFolder()
        for name in ["ferry.png", "festival.svg"] {
            try folder.write(
                try Data(contentsOf: URL(filePath: Peers.sample("banners/\(name)"))), to: name)
        }
        try folder.write(
            try Data(contentsOf: URL(filePath: Peers.sample("spots/library.flac"))),
            to: "library.flac")
        let list = """
            [{"image": "festival.svg", "sizes": ["BOX_BANNER"]},
             {"image": "ferry.png", "sizes": ["INTERSTITIAL"], "spot": {"url": "library.flac"}}]
            """
        try folder.write(list.utf8, to: "house-ads.json")
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"),
            ["--web", "\(port)", "--house-ads", folder.path])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let base = "http://127.0.0.1:\(port)"
        // Loading the page's files opens no ad. A page that connects does.
        #expect(try await ask(base + "/", .get).status == 200)
        #expect(!text(try await ask("\(base)/api/views", .get)).contains("opening-1"))
        let page = try await client.open(
            WebRequest(
                try #require(WebAddress("\(base)/api/events?page=one")), from: .typed, headers: []))
        defer { withExtendedLifetime(page) {} }
        _ = try await onThread { try player.wait(for: "slot.started") }
        let views = text(try await ask("\(base)/api/views", .get))
        #expect(views.contains(#""id":"between-1","type":"inlineBanner","state":"loaded""#))
        #expect(views.contains(#""id":"opening-1","type":"interstitial","state":"impressed""#))
        let picture = try await ask("\(base)/api/views/between-1/image", .get)
        #expect(picture.document.contentType == "image/svg+xml")

        let seen = "\(base)/api/views/between-1/visibility"
        #expect(try await ask(seen, .post, #"{"ratio":0.49}"#).status == 200)
        #expect(text(try await ask("\(base)/api/views", .get)).contains(#""state":"loaded""#))
        #expect(try await ask(seen, .post, #"{"ratio":0.5}"#).status == 200)
        _ = try await onThread { try player.wait(for: "display.impressed", count: 2) }

        #expect(try await ask("\(base)/api/views/opening-1/close", .post).status == 200)
        _ = try await onThread { try player.wait(for: "slot.skipped") }
        _ = try await onThread { try player.wait(for: "break.ended") }
        #expect(try await ask("\(base)/api/views/opening-1/close", .post).status == 404)
        player.interrupt()
        let outcome = try await onThread { player.finish(within: .seconds(20)) }
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    @Test("plays an ad of the feed, stops it, and keeps it silent while another spot plays")
    func feedSpots() async throws {
        let folder = try TemporaryFolder()
        let ferry = Peers.sample("spots/ferry.mp3")
        let programme = """
            {"sections": [{"title": "Stations", "items": [
                {"id": "1", "title": "One"}, {"id": "2", "title": "Two"},
                {"id": "3", "title": "Three"}, {"id": "4", "title": "Four"}]}],
             "placements": [{"name": "feed", "minPos": 1, "servingFreq": 9}],
             "ads": {"feed": [{"id": "a", "spot": {"url": "\(ferry)", "title": "Ferry"}}]}}
            """
        let port = freePort()
        let player = try Player(
            Peers.sample("programme/programme.mp3"),
            ["--web", "\(port)", "--feed", try folder.write(programme.utf8, to: "feed.json")])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let base = "http://127.0.0.1:\(port)"
        let row = "\(base)/api/feed/rows/ad-1"
        #expect(try await ask("\(base)/api/feed/active", .post, #"{"active":true}"#).status == 200)
        #expect(try await ask("\(row)/start", .post).status == 200)
        _ = try await onThread { try player.wait(for: "slot.started") }
        try await waitUntilTold(#""state":"audible""#, at: base)
        #expect(text(try await ask("\(base)/api/state", .get)).contains(#""title":"Ferry""#))
        #expect(try await ask("\(row)/stop", .post).status == 200)
        _ = try await onThread { try player.wait(for: "break.ended") }
        #expect(text(try await ask("\(base)/api/feed", .get)).contains(#""state":"stopped""#))

        try await onThread { _ = try player.control("push", ferry).successful() }
        _ = try await onThread { try player.wait(for: "slot.started", count: 2) }
        #expect(try await ask("\(row)/start", .post).status == 200)
        #expect(try await ask("\(base)/api/skip", .post).status == 200)
        _ = try await onThread { try player.wait(for: "break.ended", count: 2) }
        player.interrupt()
        let outcome = try await onThread { player.finish(within: .seconds(20)) }
        #expect(outcome.events.all("slot.started").count == 2)
        #expect(outcome.events.all("feed.started").count == 2)
    }

    @Test("reports a port that is taken before anything plays")
    func portTaken() throws {
        let server = FaultServer { _, _ in [] }
        try CommandRun.expect(
            [
                "play", Peers.sample("programme/programme.mp3"), "--sink", "null", "--web",
                "\(server.port)",
            ], status: 69)
        server.stop()
    }
}
