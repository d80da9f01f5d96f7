import Advertising
import Interlude
import PCMAudio
import Testing

@testable import InterludeWeb

@Suite("What a page asks of the player", .timeLimit(.minutes(1)))
struct ControlRoutesTests {
    @Test(
        "is the verb of ctl of that name",
        arguments: [
            ("pause", "", .pause), ("pause", "{}", .pause), ("ignore", "", .ignore),
            ("stop", "", .stop), ("live", "", .live),
            ("delay", #"{"seconds":2.5}"#, .delay(.milliseconds(2500))),
            ("seek", #"{"position":-30}"#, .seek(.seconds(-30))),
            ("volume", #"{"gain":0.5}"#, .volume(Gain(linear: 0.5))),
            ("play", #"{"source":"https://a.example/b"}"#, .play("https://a.example/b")),
            (
                "push",
                #"{"spots":[{"url":"http://a.example/tea.mp3"},{"id":7,"url":"http://b.example/"}]}"#,
                .push([
                    Advertisement(
                        id: 1, title: "tea.mp3", audioFileURL: "http://a.example/tea.mp3"),
                    Advertisement(
                        id: 7, title: "http://b.example/", audioFileURL: "http://b.example/"),
                ])
            ),
        ] as [(String, String, ControlRequest)])
    func verbs(verb: String, body: String, request: ControlRequest) async throws {
        try await Stage.with { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 200)
            #expect(answer.body == #"{"accepted":true}"#)
            #expect(stage.player.requests == [request])
        }
    }

    @Test(
        "is refused during an advertisement, as contracts 1.2 and 1.4 say",
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
        "is done during an advertisement all the same where that harms nothing",
        arguments: [
            ("skip", "", .skip), ("ignore", "", .ignore), ("stop", "", .stop),
            ("volume", #"{"gain":1}"#, .volume(.unity)),
        ] as [(String, String, ControlRequest)])
    func stillAllowed(verb: String, body: String, request: ControlRequest) async throws {
        try await Stage.with(status: .inBreak) { stage in
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
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
        "is what the state says is allowed, and nothing else",
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
