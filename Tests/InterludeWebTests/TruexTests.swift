import AdPlayback
import Foundation
import Interlude
import MediaTime
import TestFiles
import TestServers
import Testing

@testable import InterludeWeb

@Suite("An interactive advertisement in the page", .timeLimit(.minutes(1)))
struct TruexTests {
    private static func status(_ view: TruexView) -> PlayerStatus {
        var status = PlayerStatus.playing
        status.truex = view
        status.isStreamRunning = false
        status.controls = ListenerControls()
        return status
    }

    private static func card(background: String? = nil, seconds: Double = 15) -> TruexView {
        var images = TruexAdConfiguration.CardImages()
        images.background = background
        return .choiceCard(
            TruexView.ChoiceCard(
                campaignName: "Harbour Lights", texts: TruexAdConfiguration.CardTexts(),
                images: images, voiceOver: ["http://ads.test/voice.mp3"],
                left: TruexTimer(seconds: seconds, rate: -1), buttons: .enabled,
                attention: TruexTimer(seconds: 30, rate: 0)))
    }

    private static func unit(_ seconds: Double, rate: Double = -1) -> TruexView {
        .engagement(
            TruexView.Engagement(
                campaignName: "Harbour Lights", creative: "http://ads.test/unit.html",
                attentionLeft: TruexTimer(seconds: seconds, rate: rate), interaction: .missing,
                exit: .cancel, step: TruexView.Step(number: 1, count: 3)))
    }

    private static let views: [TruexView] = [
        .nothing, .loading, card(), card(background: "http://ads.test/card.svg"), unit(30),
        .cancelPrompt, .popup("https://festival.test/"),
        .skipCard(
            TruexView.SkipCard(
                sponsor: TruexSponsor(campaignName: "Lights"),
                left: TruexTimer(seconds: 3, rate: -1))),
    ]

    @Test("has a name for each thing that is to be drawn")
    func kinds() {
        let kinds = Self.views.map { $0.json["kind"] }
        let names: [JSONValue] = [
            "nothing", "loading", "choiceCard", "choiceCard", "engagement", "cancelPrompt", "popup",
            "skipCard",
        ]
        #expect(kinds == names)
    }

    @Test("is described as it is sent, whatever is to be drawn", arguments: views)
    func description(view: TruexView) throws {
        let page = PageState(Self.status(view), at: .now)
        guard case .object(let members) = page.json(at: .now) else {
            Issue.record("the state is an object")
            return
        }
        #expect(Set(members.map(\.key)).count == members.count, "each name stands there once")
        let json = page.json(at: .now).description
        let sent = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
        let schemas = try Schemas(try #require(document as? [String: Any]))
        #expect(schemas.problems(in: sent, against: "State") == [])
        // A page does not get what the player itself fetches and plays.
        #expect(!json.contains("voice.mp3"))
        #expect(!json.contains(#""background":"http"#))
    }

    @Test(
        "takes a listener's actions by the names that keys and scripts use",
        arguments: [
            (#"{"do":"optIn"}"#, .optIn), (#"{"do":"optOut"}"#, .optOut),
            (#"{"do":"interact"}"#, .interact), (#"{"do":"done"}"#, .done),
            (#"{"do":"cancel"}"#, .cancel), (#"{"do":"back"}"#, .back),
            (#"{"do":"leave"}"#, .leave), (#"{"do":"hidden"}"#, .hidden),
            (#"{"do":"shown"}"#, .shown), (#"{"do":"popupClosed"}"#, .popupClosed),
            (#"{"do":"step","n":2,"of":3}"#, .step(number: 2, count: 3)),
            (#"{"do":"popup","url":"https://festival.test/"}"#, .popup("https://festival.test/")),
        ] as [(String, TruexMessage)])
    func messages(body: String, message: TruexMessage) async throws {
        try await Stage.with(status: Self.status(Self.unit(30))) { stage in
            let answer = try await stage.ask("POST /api/truex", body: body)
            #expect(answer.status == 200)
            #expect(stage.player.messages == [message])
        }
    }

    @Test(
        "refuses an action without meaning or target",
        arguments: [
            #"{}"#, #"{"do":"dance"}"#, #"{"do":"step"}"#, #"{"do":"step","n":"1","of":3}"#,
            #"{"do":"popup"}"#, #"{"do":"popup","url":"javascript:alert(1)"}"#,
            #"{"do":"popup","url":"/etc/passwd"}"#, #"{"do":"optIn","now":true}"#, "optIn",
        ])
    func malformed(body: String) async throws {
        try await Stage.with(status: Self.status(Self.unit(30))) { stage in
            let answer = try await stage.ask("POST /api/truex", body: body)
            #expect(answer.status == 400)
            #expect(answer.error?.contains("/api/truex takes") == true)
            #expect(stage.player.messages == [])
        }
    }

    @Test("refuses every action if none is shown")
    func nothingShown() async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("POST /api/truex", body: #"{"do":"optIn"}"#)
            #expect(answer.status == 409)
            #expect(stage.player.messages == [])
        }
    }

    @Test("is controlled by visible pages, and frozen if there are none")
    func pages() async throws {
        try await Stage.with(status: Self.status(Self.unit(30))) { stage in
            var audiences = stage.player.audiences.makeAsyncIterator()
            #expect(await audiences.next() == .nobody)
            // A page that is not connected does not count.
            try await stage.say("shown", at: "a")
            try await stage.say("optIn", at: "a")
            #expect(stage.player.messages == [])
            do {
                let page = try await stage.open("a")
                try await stage.say("shown", at: "a")
                #expect(await audiences.next() == .watching)
                try await stage.say("optIn", at: "a")
                try await stage.say("hidden", at: "a")
                #expect(await audiences.next() == .hidden)
                try await stage.say("back", at: "a")
                withExtendedLifetime(page) {}
            }
            #expect(await audiences.next() == .nobody)
            #expect(stage.player.messages == [.optIn])
        }
    }

    @Test("counts every page of a connection, and keeps those that another connection has")
    func sharedConnection() async throws {
        try await Stage.with(status: Self.status(Self.unit(30))) { stage in
            var audiences = stage.player.audiences.makeAsyncIterator()
            #expect(await audiences.next() == .nobody)
            do {
                let next: RawExchange
                do {
                    let first = try await stage.open("a&page=b")
                    try await stage.say("hidden", at: "a")
                    #expect(await audiences.next() == .hidden)
                    try await stage.say("shown", at: "b")
                    #expect(await audiences.next() == .watching)
                    next = try await stage.open("b&page=c")
                    withExtendedLifetime(first) {}
                }
                // One of the three was only on the closed connection.
                try await stage.say("hidden", at: "b")
                #expect(await audiences.next() == .hidden)
                try await stage.say("shown", at: "c")
                #expect(await audiences.next() == .watching)
                withExtendedLifetime(next) {}
            }
            #expect(await audiences.next() == .nobody)
        }
    }

    @Test("counts the first 100 pages of a connection, and no more")
    func manyPages() async throws {
        try await Stage.with(status: Self.status(Self.unit(30))) { stage in
            let names = (1...101).map { "p\($0)" }
            let page = try await stage.open(names.joined(separator: "&page="))
            try await stage.say("optIn", at: "p101")
            #expect(stage.player.messages == [])
            try await stage.say("optIn", at: "p100")
            #expect(stage.player.messages == [.optIn])
            withExtendedLifetime(page) {}
        }
    }

    @Test("cannot be left by pausing or seeking")
    func controls() async throws {
        try await Stage.with(status: Self.status(Self.card())) { stage in
            for (verb, body) in [("pause", ""), ("live", ""), ("seek", #"{"position":1}"#)] {
                let answer = try await stage.ask("POST /api/\(verb)", body: body)
                #expect(answer.status == 409)
                #expect(answer.object?["reason"] as? String == Self.mustWait)
            }
            #expect(stage.player.requests == [])
        }
    }

    private static let mustWait = "not during an advertisement; try again after it"

    @Test("has its card's picture served by the player, and no other picture")
    func picture() async throws {
        let server = FaultServer { _, _ in .answer(Array("<svg/>".utf8), type: "image/svg+xml") }
        defer { server.stop() }
        let place = server.address("/card one.svg?a=1&b=2")
        let status = Self.status(Self.card(background: place))
        try await Stage.with(status: status) { stage in
            let card = stage.hub.page.json(at: .now)["truexView"]?["card"]
            guard case .string(let address)? = card?["background"] else {
                Issue.record("the card has no picture")
                return
            }
            let picture = try await stage.ask("GET \(address)")
            #expect(picture.status == 200)
            #expect(picture.headers["content-type"] == "image/svg+xml")
            let other = try await stage.ask("GET /api/truex/image?at=\(server.address("/other"))")
            #expect(other.status == 404)
            #expect(try await stage.ask("GET /api/truex/image").status == 404)
            #expect(server.requests.count == 1)
        }
    }

    @Test("is counted down by pages themselves, which are updated when they would be wrong")
    func countingOn() {
        let now = MonotonicTime.now
        let page = PageState(Self.status(Self.unit(30)), at: now)
        let later = MonotonicTime(nanoseconds: now.nanoseconds + 2_000_000_000)
        let reckoned = page.status(at: later)
        #expect(reckoned.truex.timer?.seconds == 28)
        let isRight = { (view: TruexView) in
            var told = reckoned
            told.truex = view
            var newer = page
            newer.take(.status(told), at: later)
            return newer.looksLike(page, at: later)
        }
        #expect(isRight(Self.unit(28.01)))
        for view in [Self.unit(27), Self.unit(28, rate: 0), Self.card(), .nothing] {
            #expect(!isRight(view))
        }
    }
}

extension Stage {
    /// A page that stays connected until this is released.
    fileprivate func open(_ page: String) async throws -> RawExchange {
        let port = port
        return try await onThread {
            let exchange = try RawExchange(port: port)
            exchange.send(
                "GET /api/events?page=\(page) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            _ = exchange.receive { $0.contains("event: state") }
            return exchange
        }
    }

    /// Sends a message as a page does.
    fileprivate func say(_ verb: String, at page: String) async throws {
        let body = #"{"do":"\#(verb)","page":"\#(page)"}"#
        let answer = try await ask("POST /api/truex", body: body)
        #expect(answer.status == 200)
    }
}
