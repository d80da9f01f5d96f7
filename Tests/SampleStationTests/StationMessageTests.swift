import HTTPAccess
import SampleStation
import Testing

@Suite("What the station says", .timeLimit(.minutes(1))) struct StationMessageTests {
    static func withClient(
        _ body: @escaping @Sendable (StationClient) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            try await body(StationClient(base: addresses.url))
        }
    }

    static func start(_ client: StationClient) async throws -> String {
        let answer = try await client.post(
            "/api/sessions", SessionRequest(apiKey: "sample-key", customerToken: "sample-token"))
        return "/api/sessions/" + (try answer.json(SessionAnswer.self).sessionId)
    }

    @Test(
        "to an operator names the mistake",
        arguments: [
            ("push?count=0", 400, "count is 0, but has to be 1 or more"),
            ("push?count=two", 400, "count=two is not a number"),
            ("push?stream=9", 404, "there is no stream 9"),
            ("push?type=x", 400, "type is one of PreStream, InStream, AdGroup, Default, Fallback"),
            ("group", 400, "say ?group=NUMBER"),
            ("group?group=9", 400, "there is no group 9; there are [1, 2]"),
            ("group?group=1&stream=9", 404, "there is no stream 9"),
            ("mute?stream=9", 404, "there is no stream 9"),
            ("unmute?stream=0", 404, "there is no stream 0"),
            ("retire", 400, "say ?spot=ID"), ("retire?spot=999", 400, "there is no spot 999"),
            ("retire?spot=101&replacement=999", 400, "there is no spot 999"),
            ("retire?spot=abc", 400, "there is no spot abc"),
            (
                "fail?error=x", 400,
                "error is one of authentication, connection, security, stream, generic"
            ),
        ])
    func operatorMistakes(path: String, status: Int, words: String) async throws {
        try await Self.withClient { client in
            let answer = try await client.post("/control/\(path)")
            #expect(answer.status == status)
            let error = try answer.json(SessionError.self)
            #expect(error.message == words)
            #expect(error.error == (status == 404 ? .stream : .generic))
            // A refused request changes nothing.
            let session = try await Self.start(client)
            let play = try await client.post("\(session)/play", PlayRequest(streamId: 1))
            #expect(
                try play.json(StartListeningAnswer.self).inStreamSpotList.map(\.id)
                    == [101, 102, 103, 104])
        }
    }

    @Test(
        "to a player without a session is to start one",
        arguments: [
            "GET streams", "GET streams/1", "GET events", "POST stop", "DELETE ", "POST play",
            "POST finish-reports", "POST click-reports",
        ])
    func noSession(request: String) async throws {
        let parts = request.split(separator: " ", omittingEmptySubsequences: false)
        let bodies: [String: any Encodable & Sendable] = [
            "play": PlayRequest(streamId: 1),
            "finish-reports": FinishReport(
                advertisementId: 101, streamerId: 1, mountPoint: "", finishStatus: .finished),
            "click-reports": ClickReport(userId: 1, adId: 101, mountPoint: "", application: ""),
        ]
        let body = bodies[String(parts[1])]
        let method: WebRequest.Method =
            switch parts[0] {
            case "GET": .get
            case "DELETE": .delete
            default: .post
            }
        let tail = parts[1].isEmpty ? "" : "/\(parts[1])"
        try await SampleStation.withStation(Samples.configuration()) { [body] addresses in
            let client = StationClient(base: addresses.url)
            let answer = try await client.send(method, "/api/sessions/none" + tail, body)
            #expect(answer.status == 401)
            #expect(
                answer.text == """
                    {"error":"authentication",\
                    "message":"there is no such session; start one first"}
                    """)
        }
    }

    @Test("about a stream has sorted fields, and addresses below the one that the player opened")
    func streamText() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            let text = try await client.get("\(session)/streams/2").text
            let parts = text.split(separator: #""startTime":"#)
            let rest = try #require(parts.last).drop { $0 != "," }
            #expect(
                parts[0] == """
                    {"description":"Sound across the water","dislikes":0,\
                    "genre":"Talk and music","id":2,"language":"en","likes":0,"listeners":0,\
                    "mountPoint":"/live.aac",\
                    "muteMusicUrl":"\(client.base)/media/mute-music.ogg","muted":false,
                    """)
            #expect(
                rest == """
                    ,"streamer":{"dislikes":0,"id":1,"likes":0,"name":"Lighthouse Radio"},\
                    "title":"Lighthouse Radio AAC","url":"\(client.base)/live.aac"}
                    """)
            #expect(try await client.get("\(session)/streams/one").status == 404)
        }
    }

    @Test("to an operator counts the sessions that an event reached")
    func counts() async throws {
        try await Self.withClient { client in
            let told = { (path: String) in try await client.post("/control/" + path).text }
            #expect(try await told("mute") == #"{"sessions":0}"#)
            let first = try await Self.start(client)
            let second = try await Self.start(client)
            #expect(try await told("mute") == #"{"sessions":0}"#)
            #expect(try await told("unmute") == #"{"sessions":2}"#)
            #expect(try await told("push") == #"{"sessions":0}"#)
            for session in [first, second] {
                _ = try await client.post("\(session)/play", PlayRequest(streamId: 1))
            }
            #expect(try await told("push") == #"{"sessions":2}"#)
            _ = try await client.post("\(second)/play", PlayRequest(streamId: 3))
            #expect(try await told("push") == #"{"sessions":1}"#)
            #expect(try await told("group?group=1&stream=3") == #"{"sessions":1}"#)
            #expect(try await client.post("\(first)/stop").status == 204)
            #expect(try await told("push") == #"{"sessions":0}"#)
        }
    }

    @Test("about a retired spot is that it is not played again, and no list has it any more")
    func retired() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            #expect(try await client.post("/control/retire?spot=102").status == 204)
            let finish = FinishReport(
                advertisementId: 102, streamerId: 1, mountPoint: "/live.mp3",
                finishStatus: .aborted)
            let reply = try await client.post("\(session)/finish-reports", finish)
            #expect(reply.text == #"{"canBePlayedAgain":false}"#)
            let answer = try await client.post("\(session)/play", PlayRequest(streamId: 1))
                .json(StartListeningAnswer.self)
            #expect(answer.inStreamSpotList.map(\.id) == [101, 103, 104])
            #expect(answer.defaultSpotList.isEmpty)
            #expect(answer.fallbackSpotList.map(\.id) == [105])
            #expect(answer.spotGroups.map { $0.spots.map(\.id) } == [[101, 104], [103, 105]])
        }
    }

    @Test("after a lost connection are the last 256 events, with their numbers")
    func keptEvents() async throws {
        try await Self.withClient { client in
            let session = try await Self.start(client)
            for _ in 0..<129 {
                _ = try await client.post("/control/mute")
                _ = try await client.post("/control/unmute")
            }
            var events = EventReader(try await client.open("\(session)/events"))
            #expect(try await events.next()?.id == "3")
            for number in 4...258 { #expect(try await events.next()?.id == "\(number)") }
        }
    }

    @Test(
        "about a path outside the folders of files is that there is none",
        arguments: ["/spots/.", "/spots/.hidden", "/spots/..", "/other/ferry.mp3", "/spots"])
    func files(path: String) async throws {
        try await Self.withClient { client in
            let answer = try await client.get(path)
            #expect(answer.status == 404)
        }
    }

    @Test("at the head of a stream describes the station, and its bit rate in kbit/s")
    func streamHead() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(20))
        try await SampleStation.withStation(configuration) { addresses in
            let head = try await StationClient(base: addresses.url).open("/live.mp3")
            let names = ["icy-name", "icy-description", "icy-genre", "icy-pub", "icy-br"]
            #expect(
                names.map { head[header: $0] }
                    == ["Lighthouse Radio", "Sound across the water", "Talk and music", "0", "128"])
            #expect(head[header: "cache-control"] == "no-cache, no-store")
            #expect(head.contentType == "audio/mpeg")
        }
    }
}
