import Advertising
import Interlude
import PCMAudio
import Testing

@testable import InterludeWeb

@Suite("A page's request to the player", .timeLimit(.minutes(1)))
struct ControlRoutesTests {
    private static let withToken = PageServerConfiguration(
        token: AccessToken("correct-horse-battery"))
    private static let right = ["Authorization": "Bearer correct-horse-battery"]

    /// A spot that a listener's page pushes.
    private static func listeners(_ id: Int, _ title: String, at place: String) -> Advertisement {
        var spot = Advertisement(id: id, title: title, audioFileURL: place)
        spot.reach = .publicNetwork
        return spot
    }

    @Test(
        "is the verb of ctl of that name",
        arguments: [
            ("pause", "", .pause), ("pause", "{}", .pause), ("ignore", "", .ignore),
            ("ignore", "{}", .ignore), ("ignore", #"{"spot":"7"}"#, .ignoreSpot(id: 7)),
            ("stop", "", .stop), ("live", "", .live),
            ("mute", "", .mute), ("unmute", "{}", .unmute),
            ("delay", #"{"seconds":2.5}"#, .delay(.milliseconds(2500))),
            ("seek", #"{"position":-30}"#, .seek(.seconds(-30))),
            ("volume", #"{"gain":0.5}"#, .volume(Gain(linear: 0.5))),
            ("ad-volume", #"{"gain":0.5}"#, .adVolume(Gain(linear: 0.5))),
            ("play", #"{"source":"https://a.example/b"}"#, .play("https://a.example/b")),
            (
                "push",
                #"{"spots":[{"url":"http://a.example/tea.mp3"},{"id":"camp-4711","url":"http://b.example/"}]}"#,
                .push([
                    Advertisement(
                        id: 0, title: "tea.mp3", audioFileURL: "http://a.example/tea.mp3"),
                    Advertisement(
                        id: 0, title: "http://b.example/", audioFileURL: "http://b.example/",
                        adID: "camp-4711"),
                ])
            ),
        ] as [(String, String, ControlRequest)])
    func verbs(verb: String, body: String, request: ControlRequest) async throws {
        try await Stage.with(Self.withToken) { stage in
            let answer = try await stage.ask(
                "POST /api/\(verb)", headers: Self.right, body: body)
            #expect(answer.status == 200)
            #expect(answer.body == #"{"accepted":true}"#)
            #expect(stage.player.requests == [request])
        }
    }

    @Test("A3: answers a push with the numbers of its spots")
    func numbers() async throws {
        try await Stage.with(Self.withToken) { stage in
            stage.player.answer(.pushed([3, 4]))
            let answer = try await stage.ask(
                "POST /api/push", headers: Self.right,
                body: #"{"spots":[{"url":"http://a.example/a"},{"url":"http://a.example/b"}]}"#)
            #expect(answer.body == #"{"accepted":true,"spots":["3","4"]}"#)
        }
    }

    @Test(
        "leads a listener into the public network only",
        arguments: [
            (
                "push", #"{"spots":[{"url":"http://10.0.0.1/tea.mp3"}]}"#,
                .push([listeners(0, "tea.mp3", at: "http://10.0.0.1/tea.mp3")])
            ),
            (
                "push", #"{"spots":[{"url":"http://a.example/t","reach":"asNamed"}]}"#,
                .push([listeners(0, "t", at: "http://a.example/t")])
            ),
            (
                "push", #"{"spots":[{"url":"http://a.example/t"}],"at":90.5}"#,
                .pushInStream(
                    [listeners(0, "t", at: "http://a.example/t")],
                    at: .time(.milliseconds(90_500)))
            ),
            (
                "push", #"{"spots":[{"url":"http://a.example/t"}],"at":"end"}"#,
                .pushInStream([listeners(0, "t", at: "http://a.example/t")], at: .end)
            ),
            ("play", #"{"source":"http://10.0.0.1/b"}"#, .playPublic("http://10.0.0.1/b")),
        ] as [(String, String, ControlRequest)])
    func listener(verb: String, body: String, request: ControlRequest) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 200)
            #expect(stage.player.requests == [request])
        }
    }

    @Test("gives a listener the same answer for every source that cannot be played")
    func genericWords() async throws {
        let reasons = ["refused", "404", "timed out", "no audio", "a private address"]
        let body = #"{"source":"http://a.example/"}"#
        try await Stage.with { stage in
            var answers: Set<String> = []
            for reason in reasons {
                stage.player.answer(.refused(reason))
                let answer = try await stage.ask("POST /api/play", body: body)
                #expect(answer.status == 409)
                answers.insert(answer.body)
            }
            #expect(answers.count == 1)
        }
        try await Stage.with(Self.withToken) { stage in
            stage.player.answer(.refused("404"))
            let answer = try await stage.ask("POST /api/play", headers: Self.right, body: body)
            #expect(answer.object?["reason"] as? String == "404")
        }
    }

    @Test("tells the operator where a file ends after a seek past it, and no listener")
    func seekPastEnd() async throws {
        let words = "the file ends at 4 s; seek to an earlier time"
        try await Stage.with { stage in
            stage.player.answer(.refused(words))
            let answer = try await stage.ask("POST /api/seek", body: #"{"position":9}"#)
            #expect(answer.status == 409)
            #expect(answer.object?["reason"] as? String == ListenerWords.noSuchPlace)
        }
        try await Stage.with(Self.withToken) { stage in
            stage.player.answer(.refused(words))
            let answer = try await stage.ask(
                "POST /api/seek", headers: Self.right, body: #"{"position":9}"#)
            #expect(answer.status == 409)
            #expect(answer.object?["reason"] as? String == words)
        }
    }

    @Test(
        "is refused to a listener if it concerns the player itself: 403",
        arguments: [("ignore", ""), ("ignore", #"{"spot":"7"}"#), ("stop", "")])
    func operators(verb: String, body: String) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 403)
            #expect(answer.error?.contains("only the operator") == true)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("can be known beforehand, by the role")
    func role() async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("GET /api/role")
            #expect(answer.body == #"{"role":"listener"}"#)
        }
        try await Stage.with(Self.withToken) { stage in
            let answer = try await stage.ask("GET /api/role", headers: Self.right)
            #expect(answer.body == #"{"role":"operator"}"#)
        }
    }

    @Test(
        "is refused during an advertisement if it would leave it",
        arguments: [
            ("pause", ""), ("live", ""), ("delay", #"{"seconds":5}"#),
            ("seek", #"{"position":5}"#),
        ])
    func duringAdvertisement(verb: String, body: String) async throws {
        try await Stage.with(status: .inBreak) { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 409)
            #expect(answer.object?["accepted"] as? Bool == false)
            #expect((answer.object?["reason"] as? String)?.contains("advertisement") == true)
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test(
        "is allowed during an advertisement if it does no harm",
        arguments: [
            ("skip", "", .skip), ("skip", #"{"break":true}"#, .skipBreak),
            ("skip", #"{"break":false}"#, .skip), ("ignore", "", .ignore), ("stop", "", .stop),
            ("volume", #"{"gain":1}"#, .volume(.unity)),
        ] as [(String, String, ControlRequest)])
    func stillAllowed(verb: String, body: String, request: ControlRequest) async throws {
        try await Stage.with(Self.withToken, status: .inBreak) { stage in
            let answer = try await stage.ask(
                "POST /api/\(verb)", headers: Self.right, body: body)
            #expect(answer.status == 200)
            #expect(stage.player.requests == [request])
        }
    }

    @Test("is refused with the session's reason")
    func sessionRefuses() async throws {
        try await Stage.with { stage in
            stage.player.answer(.refused("the session is over"))
            let answer = try await stage.ask("POST /api/pause")
            #expect(answer.status == 409)
            #expect(answer.body == #"{"accepted":false,"reason":"the session is over"}"#)
        }
    }

    @Test(
        "is allowed exactly if the state says so",
        arguments: [PlayerStatus.playing, .inBreak, PlayerStatus(state: .connecting, source: "a")])
    func allowed(status: PlayerStatus) async throws {
        let bodies = [
            "pause": "", "resume": "", "live": "", "skip": "", "delay": #"{"seconds":1}"#,
            "seek": #"{"position":1}"#,
        ]
        try await Stage.with(status: status) { stage in
            let state = try await stage.ask("GET /api/state").object
            let allowed = try #require(state?["allowed"] as? [String: Bool])
            #expect(Set(allowed.keys) == Set(bodies.keys))
            for (verb, body) in bodies {
                let answer = try await stage.ask("POST /api/\(verb)", body: body)
                #expect((answer.status == 200) == allowed[verb], "\(verb)")
            }
        }
    }
}
