import AdDisplay
import Advertising
import Foundation
import Testing

@Suite("Programme feed", .timeLimit(.minutes(1)))
struct ProgrammeFeedTests {
    private static let stations = ProgrammeSection(
        title: "Stations",
        items: [
            ProgrammeItem(
                id: "one", title: "Radio One", subtitle: "News", source: "http://radio.test/one"),
            ProgrammeItem(id: "two", title: "Radio Two", source: "http://radio.test/two"),
        ])

    private static let episodes = ProgrammeSection(
        title: "Episodes",
        items: (1...20).map {
            ProgrammeItem(id: "episode \($0)", title: "Episode \($0)", source: "\($0).mp3")
        })

    private let served = ServedPlacements(Placement("STREAM", servingFreq: 4))
    private let ads = RotatingFeedAds([
        "STREAM": [.sample("tea"), .sample("sea", .pullDownCard(extendedHeight: 300))]
    ])
    private let recorder = FeedRecorder()

    private func feed(
        _ source: (any FeedAdSource)? = nil, audio: (any FeedAudio)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> ProgrammeFeed {
        ProgrammeFeed(
            [Self.stations, Self.episodes], served: served, source: source ?? ads, audio: audio,
            observer: recorder, clock: clock)
    }

    @Test("shows stations and episodes, and an ad from the beginning")
    func rows() async throws {
        let rows = await feed().rows
        #expect(rows.map(\.kind) == [.item, .ad] + Array(repeating: .item, count: 21))
        #expect(rows.map(\.section).prefix(4) == ["Stations", "Stations", "Stations", "Episodes"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(Array(rows.prefix(2))), as: UTF8.self)
        #expect(
            json == """
                [{"id":"one","kind":"item","section":"Stations","source":"http://radio.test/one",\
                "subtitle":"News","title":"Radio One"},\
                {"audio":true,"description":"","height":110,"id":"ad-1","kind":"ad",\
                "section":"Stations","state":"stopped","target":"http://shop.test/tea",\
                "title":"The ad tea"}]
                """)
    }

    @Test("a page that scrolls gets ads below what it shows, and they start in view")
    func scrolling() async throws {
        let feed = feed()
        await feed.setActive(.active)
        await feed.viewport(first: 0, last: 5, .idle)
        await recorder.wait { $0.logged.contains("feed.inserted") && $0.rows.count == 24 }
        #expect(recorder.rows.indices.filter { recorder.rows[$0].kind == .ad } == [1, 6])
        #expect(recorder.rows[1].state == .silent)
        #expect(recorder.logged == ["feed.inserted", "feed.started", "feed.inserted"])
        await feed.viewport(first: 4, last: 8, .moving)
        #expect(await feed.rows[1].state == .silent)
        await feed.viewport(first: 4, last: 8, .idle)
        #expect(await feed.rows.map(\.state)[1] == .stopped)
        #expect(await feed.rows.map(\.state)[6] == .silent)
    }

    @Test(
        "rows that do not exist are left out",
        arguments: [(-5, -1), (50, 60), (3, 1), (Int.min, Int.max), (Int.max, Int.max), (-4, 3)])
    func oddViewports(first: Int, last: Int) async {
        let feed = feed()
        await feed.setActive(.active)
        await feed.viewport(first: first, last: last, .idle)
        let isSeen = first <= 1 && last >= 1
        #expect(await feed.rows[1].state == (isSeen ? .silent : .stopped))
    }

    @Test("a started ad plays while it has the audio, and a click names its target")
    func startAndClick() async throws {
        let audio = ManualAudio()
        let feed = feed(audio: audio)
        await feed.setActive(.active)
        await feed.viewport(first: 0, last: 3, .idle)
        try await feed.start(rowID: "ad-1")
        await audio.send(.granted)
        await recorder.wait { $0.rows[1].state == .audible }
        #expect(audio.addresses == ["http://ads.test/tea.mp3"])
        await audio.send(.ended)
        await recorder.wait { $0.rows[1].state == .stopped }
        #expect(try await feed.click(rowID: "ad-1") == "http://shop.test/tea")
        try await feed.start(rowID: "ad-1")
        try await feed.stop(rowID: "ad-1")
        await audio.untilGivenBack()
    }

    @Test("without an audio focus an ad is shown, and not heard")
    func noAudio() async throws {
        let feed = feed()
        await feed.setActive(.active)
        try await feed.start(rowID: "ad-1")
        #expect(await feed.rows[1].state == .silent)
    }

    @Test("a refresh removes the ads, and an id from before is refused with an explanation")
    func refresh() async throws {
        let feed = feed()
        await feed.refresh()
        #expect(await feed.rows.allSatisfy { $0.kind == .item })
        await #expect(throws: ProgrammeFeedError.noSuchAd("ad-1")) {
            try await feed.click(rowID: "ad-1")
        }
        #expect("\(ProgrammeFeedError.noSuchAd("ad-1"))".contains("request the rows again"))
        await feed.refresh(with: [Self.stations])
        #expect(await feed.rows.map(\.id) == ["one", "two"])
    }

    @Test("ads come in the width that the page asks for", arguments: [640.0, 160])
    func width(width: Double) async throws {
        let feed = feed()
        try await feed.setPreferredWidth(width)
        await feed.setActive(.active)
        await feed.viewport(first: 0, last: 5, .idle)
        await recorder.wait { $0.rows.count == 24 }
        #expect(recorder.rows[6].height == width / 320 * 100 + 10)
        try await feed.click(rowID: "ad-2")
        #expect(recorder.rows[6].height == width / 320 * 300 + 10)
    }

    @Test("an invalid width is refused", arguments: [0, -3, Double.nan, .infinity])
    func badWidth(width: Double) async {
        let feed = feed()
        await #expect(throws: ProgrammeFeedError.self) { try await feed.setPreferredWidth(width) }
    }

    @Test("an ad server that does not answer is given up after five seconds, and asked again")
    func timeout() async {
        let clock = ManualClock()
        let server = DeafAds()
        let feed = feed(server, clock: clock)
        await feed.setActive(.active)
        await feed.viewport(first: 0, last: 5, .idle)
        await clock.untilAsleep()
        clock.advance(by: .milliseconds(4999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        await recorder.wait { $0.events.last?.kind == .failed(.timeout) }
        await server.untilGivenUp()
        await feed.viewport(first: 0, last: 6, .idle)
        #expect(recorder.events.last?.kind == .requested)
    }
}

/// Never answers.
private struct DeafAds: FeedAdSource {
    private let givenUp: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (givenUp, bell) = AsyncStream.makeStream()
    }

    /// Waits until no request is left.
    func untilGivenUp() async {
        for await _ in givenUp { return }
    }

    func readyAd(for request: FeedAdRequest) -> FeedAd? { nil }

    func ad(for request: FeedAdRequest) async throws(FeedAdFailure) -> FeedAd {
        let (silence, _) = AsyncStream<Never>.makeStream()
        for await _ in silence {}
        bell.yield()
        throw .notReady
    }
}
