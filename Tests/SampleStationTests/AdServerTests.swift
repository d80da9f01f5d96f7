import Foundation
import HTTPAccess
import SampleStation
import Testing

@Suite("Ad service", .timeLimit(.minutes(1))) struct AdServerTests {
    private static func withClient(
        _ body: @escaping @Sendable (StationClient) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            try await body(StationClient(base: addresses.url))
        }
    }

    private static func start(_ client: StationClient) async throws -> String {
        let answer = try await client.post(
            "/api/sessions", SessionRequest(apiKey: "sample-key", customerToken: "sample-token"))
        #expect(answer.status == 201)
        return "/api/sessions/" + (try answer.json(SessionAnswer.self).sessionId)
    }

    @Test(
        "refuses a session with the type of its error",
        arguments: [
            ("wrong", "sample-token", 401, SessionError.Kind.authentication),
            ("sample-key", "wrong", 403, .security),
        ])
    func refused(key: String, token: String, status: Int, kind: SessionError.Kind) async throws {
        try await Self.withClient { client in
            let answer = try await client.post(
                "/api/sessions", SessionRequest(apiKey: key, customerToken: token))
            #expect(answer.status == status)
            #expect(try answer.json(SessionError.self).error == kind)
        }
    }

    @Test("fails once on an operator's request", arguments: SessionError.Kind.allCases)
    func failures(kind: SessionError.Kind) async throws {
        try await Self.withClient { client in
            #expect(try await client.post("/control/fail?error=\(kind.rawValue)").status == 204)
            let answer = try await client.post(
                "/api/sessions", SessionRequest(apiKey: "sample-key", customerToken: "sample-token")
            )
            #expect(try answer.json(SessionError.self).error == kind)
            _ = try await Self.start(client)
        }
    }

    @Test("gives the spots with the answer to play, and the pre-stream spot only when it is due")
    func play() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            let answer = try await client.post("\(session)/play", PlayRequest(streamId: 1))
                .json(StartListeningAnswer.self)
            #expect(answer.url == client.base + "/live.mp3")
            #expect(answer.needsToPlayPreStreamAd && answer.preStreamAdCount == 1)
            #expect(answer.preStreamAdList.map(\.id) == [105])
            #expect(answer.inStreamSpotList.map(\.id) == [101, 102, 103, 104])
            #expect(answer.inStreamSpotList[0].audioFileURL == client.base + "/spots/ferry.mp3")
            #expect(answer.spotGroups.map(\.id) == [1, 2])
            let second = try await client.post("\(session)/play", PlayRequest(streamId: 2))
                .json(StartListeningAnswer.self)
            #expect(!second.needsToPlayPreStreamAd && second.preStreamAdCount == 0)
            let unknown = try await client.post("\(session)/play", PlayRequest(streamId: 9))
            #expect(try unknown.json(SessionError.self).error == .stream)
        }
    }

    @Test("pushes ads to the listeners of the stream, and to no other session")
    func push() async throws {
        try await Self.withClient { client in
            let listening = try await Self.start(client)
            let idle = try await Self.start(client)
            _ = try await client.post("\(listening)/play", PlayRequest(streamId: 1))
            var events = EventReader(try await client.open("\(listening)/events"))
            let told = try await client.post("/control/push?count=2&stream=1")
            #expect(String(decoding: told.body, as: UTF8.self) == #"{"sessions":1}"#)
            let push = try await events.next()
            #expect(push?.name == "playInStreamAdInstruction")
            #expect(push?.data == #"{"count":2,"streamId":1,"type":"InStream"}"#)
            _ = try await client.post("/control/group?group=2")
            let group = try await events.next()
            #expect(group?.name == "playAdGroupInstruction")
            #expect(group?.data == #"{"adGroupId":2,"streamId":1,"type":"AdGroup"}"#)

            var idleEvents = EventReader(try await client.open("\(idle)/events"))
            _ = try await client.post("/control/mute?stream=3")
            #expect(try await idleEvents.next()?.name == "streamerMuted")
            #expect(try await events.next()?.name == "streamerMuted")
            for wrong in ["push?count=0", "push?stream=9", "group?group=9", "group", "push?type=x"]
            {
                #expect(try await client.post("/control/\(wrong)").status >= 400)
            }
        }
    }

    @Test("keeps events for a session that returns, and ends them with the session")
    func reconnect() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            for path in ["mute", "unmute", "mute"] { _ = try await client.post("/control/\(path)") }
            var events = EventReader(
                try await client.open(
                    "\(session)/events", headers: [WebHeader("Last-Event-ID", "1")]))
            #expect(try await events.next()?.name == "streamerUnmuted")
            #expect(try await events.next()?.id == "3")
            #expect(try await client.send(.delete, session).status == 204)
            #expect(try await events.next() == nil)
            #expect(try await client.get("\(session)/streams").status == 401)
        }
    }

    @Test("changes the catalogue, and reports that")
    func catalogue() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            var events = EventReader(try await client.open("\(session)/events"))
            let before = try await client.get("\(session)/streams").json([LiveStream].self)
            #expect(before.map(\.mountPoint) == ["/live.mp3", "/live.aac", "/live.opus"])
            #expect(before[0].muteMusicUrl == client.base + "/media/mute-music.ogg")

            let added = try await client.post(
                "/control/streams", StreamChange(title: "Night", codec: .opus))
            #expect(added.status == 201)
            #expect(try added.json(LiveStream.self).id == 4)
            #expect(try await events.next()?.name == "streamAdded")
            let changed = try await client.send(
                .patch, "/control/streams/4", StreamChange(title: "Late night"))
            #expect(try changed.json(LiveStream.self).title == "Late night")
            #expect(try changed.json(LiveStream.self).mountPoint == "/live.opus")
            #expect(try await events.next()?.name == "streamUpdated")
            _ = try await client.send(.delete, "/control/streams/4")
            #expect(try await events.next()?.name == "streamRemoved")
            #expect(try await client.get("\(session)/streams/4").status == 404)
            #expect(try await client.send(.delete, "/control/streams/4").status == 404)
        }
    }

    @Test("logs every report once, and can retire or replace a spot")
    func reports() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            let finish = FinishReport(
                advertisementId: 101, streamerId: 1, mountPoint: "/live.mp3",
                finishStatus: .finished)
            let reply = try await client.post("\(session)/finish-reports", finish)
                .json(FinishReply.self)
            #expect(reply.canBePlayedAgain && reply.advertisement == nil)
            _ = try await client.post("/control/retire?spot=101&replacement=103")
            let retired = try await client.post("\(session)/finish-reports", finish)
                .json(FinishReply.self)
            #expect(!retired.canBePlayedAgain && retired.advertisement?.id == 103)
            let click = ClickReport(
                userId: 1, adId: 101, mountPoint: "/live.mp3", application: "test")
            #expect(try await client.post("\(session)/click-reports", click).status == 204)
            var unclickable = click
            unclickable.adId = 105
            #expect(try await client.post("\(session)/click-reports", unclickable).status == 400)
            #expect(try await client.post("\(session)/finish-reports", click).status == 400)
            let log = try await client.get("/api/log").json(ReportLog.self)
            #expect(log.finishReports == [finish, finish])
            #expect(log.clickReports == [click])
            let answer = try await client.post("\(session)/play", PlayRequest(streamId: 1))
                .json(StartListeningAnswer.self)
            #expect(answer.inStreamSpotList.map(\.id) == [103, 102, 103, 104])
        }
    }
}
