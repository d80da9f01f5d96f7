import Advertising
import Foundation
import HTTPServing
import Hummingbird
import Interlude
import MediaTime
import Testing

@testable import AdDisplay
@testable import InterludeWeb

@Suite("OpenAPI document", .timeLimit(.minutes(1)))
struct OpenAPITests {
    private let document: [String: Any]

    init() throws {
        let data = Data(PackageResources.openapi_json)
        document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private var served: Set<String> {
        let router = Router(context: ConnectionContext.self)
        PageServer.addRoutes(
            to: router, PlayedPlayer(.playing).served, EventHub(.playing),
            OpenResponses(), token: nil, PageServerConfiguration())
        return Set(router.routes.map { "\($0.method.rawValue) \($0.path.description)" })
    }

    @Test("has exactly the routes that are served")
    func routes() throws {
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let described = paths.flatMap { path, methods in
            methods.keys.map { "\($0.uppercased()) \(path)" }
        }
        #expect(Set(described) == served)
        #expect(described.count == served.count)
    }

    @Test("is served unchanged")
    func isServed() async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("GET /api/openapi.json")
            #expect(answer.status == 200)
            #expect(Array(answer.body.utf8) == PackageResources.openapi_json)
        }
    }

    @Test("names nothing that it does not describe")
    func references() throws {
        let text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        let names = text.matches(of: #/"#/components/(\w+)/(\w+)"/#).map { ($0.1, $0.2) }
        let components = try #require(document["components"] as? [String: [String: Any]])
        #expect(names.count > 50)
        for (kind, name) in names {
            #expect(components[String(kind)]?[String(name)] != nil, "\(kind)/\(name)")
        }
    }

    @Test(
        "describes every state as it is sent",
        arguments: [PlayerStatus.playing, .inBreak, PlayerStatus(state: .idle, source: "a.mp3")])
    func state(status: PlayerStatus) throws {
        var status = status
        status.waitingSpots = [Advertisement(id: 9, title: "Tea", audioFileURL: "tea.mp3")]
        status.comingBreaks = [ComingBreak(in: .seconds(9), spotCount: 2)]
        status.failedSource = PlayerStatus.FailedSource(
            source: "http://radio.example/other", reason: "the server answers 404",
            outputTime: .seconds(3))
        status.reconnection = .init(tryCount: 2, reason: "the server answers 503")
        status.device.reason = "there is no ALSA device 'hall'"
        var page = PageState(status, at: .now)
        let spot = Advertisement(
            id: 5, title: "Ferry", audioFileURL: "ferry.mp3", duration: .seconds(20),
            bannerFileURL: "ferry.png", bannerTargetURL: "http://ferry.example/")
        let events: [PageEvent] = [
            .record(EventRecord("session.playing", at: .zero)),
            .record(EventRecord("break.started", at: FrameTime(9_600), ["break": 4])),
            .record(EventRecord("slot.started", at: FrameTime(9_600), ["slot": 1, "spot": 5])),
            .bannerShown(spot),
            .record(
                EventRecord(
                    "latency", at: FrameTime(9_700),
                    ["break": 4, "cueToMute": 7.5, "gaps": [0.0], "adToStream": .null])),
            .level(
                HeardLevel(range: FrameRange(.zero, FrameTime(4_800)), loudness: -20, truePeak: -3)),
        ]
        let view = AdViewHandle(
            id: "spot-1", type: .screenBanner,
            creative: AdCreative(
                image: AdImage("ferry.png", from: .typed), size: AdSizeName.smartBanner.size,
                text: "Ferry", target: "http://ferry.example/"))
        let shown = ShownAd(view: view, state: .loaded, position: "spot", provider: "spots")
        for event in events + [.views([shown])] { page.take(event, at: .now) }
        let json = page.json(at: .now).description
        let sent = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let schemas = try Schemas(document)
        #expect(schemas.problems(in: sent, against: "State") == [])
        #expect(json.contains("/api/views/spot-1/image"))
        #expect(json.contains(#""timeline":[{"kind":"programme""#))
    }
}
