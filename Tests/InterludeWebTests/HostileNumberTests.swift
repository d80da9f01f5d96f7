import Testing

@testable import InterludeWeb

@Suite("A number that a page sends", .timeLimit(.minutes(1)))
struct HostileNumberTests {
    /// Values that are not a time, position or volume.
    private static let numbers = ["1e300", "-1e300", "9.3e18", "1e18", "1e15"]

    private static let bodies = [
        ("push", #"{"spots":[{"url":"http://a/b","duration":NUMBER}]}"#, "spots.0.duration"),
        ("delay", #"{"seconds":NUMBER}"#, "seconds"),
        ("seek", #"{"position":NUMBER}"#, "position"),
        ("volume", #"{"gain":NUMBER}"#, "gain"),
    ]

    @Test("is refused by its name, and does not reach the player", arguments: bodies, numbers)
    func refused(route: (String, String, String), number: String) async throws {
        let (verb, form, name) = route
        try await Stage.with { stage in
            let body = form.replacing("NUMBER", with: number)
            let answer = try await stage.ask("POST /api/\(verb)", body: body)
            #expect(answer.status == 400)
            #expect(answer.body.contains("'\(name)' "), "\(answer.body)")
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("is refused if JSON has no such number", arguments: bodies, ["1e999", "NaN"])
    func noNumber(route: (String, String, String), number: String) async throws {
        try await Stage.with { stage in
            let body = route.1.replacing("NUMBER", with: number)
            let answer = try await stage.ask("POST /api/\(route.0)", body: body)
            #expect(answer.status == 400)
            #expect(stage.player.requests.isEmpty)
        }
    }
}
