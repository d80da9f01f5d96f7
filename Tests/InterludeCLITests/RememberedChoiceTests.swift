import Foundation
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("The choice that a player remembers")
struct RememberedChoiceTests {
    typealias Source = RememberedChoice.Source
    typealias Setup = RememberedChoice.Setup

    private static let setup = Setup(
        source: "http://a/live", home: "http://a/live", volume: Gain(linear: 0.5))
    private static let other = Source(address: "http://b/live", namer: .operator)

    private static var chosen: RememberedChoice {
        var choice = RememberedChoice(setup)
        choice.volume = .silence
        choice.audible = Gain(linear: 0.25)
        choice.source = other
        return choice
    }

    @Test(
        "is the last station, with the reach of the one who named it",
        arguments: [
            ([.play(source: "http://b/live")], other),
            (
                [.playPublic(source: "http://b/live")],
                Source(
                    address: "http://b/live", namer: .listener)
            ),
            (
                [.play(source: "/radio/evening.PLS")],
                Source(
                    address: "/radio/evening.PLS", namer: .operator)
            ),
            ([.play(source: "http://b/live"), .pause, .stop], other),
            // Each of these is followed by the home.
            ([.play(source: "http://b/live"), .play(source: "http://a/live")], nil),
            ([.play(source: "http://b/live"), .play(source: "/sounds/closing.mp3")], nil),
            ([.play(source: "evening.pls")], nil),
            ([.playPublic(source: "/radio/evening.pls")], nil),
            ([.play(source: "http://b/" + String(repeating: "x", count: 9000))], nil),
            ([], nil),
        ] as [([SessionCommand], Source?)])
    func sources(commands: [SessionCommand], source: Source?) {
        var choice = RememberedChoice(Self.setup)
        for command in commands { _ = choice.take(command) }
        #expect(choice.source == source)
        #expect(choice.volume == nil)
    }

    @Test("is the last volume, and silence too")
    func volumes() {
        var choice = RememberedChoice(Self.setup)
        let volumes = [Gain(linear: 0.7), .silence, .silence]
        let changes = volumes.map { choice.take(.setVolume($0)) }
        #expect(changes == [true, true, false])
        #expect(choice.volume == .silence)
        #expect(choice.audible == Gain(linear: 0.7))
        _ = choice.take(.setVolume(.unity))
        #expect(choice.audible == nil)
    }

    @Test("has the configured volume for an unmute, if no other was chosen before")
    func configuredVolume() {
        var choice = RememberedChoice(Self.setup)
        _ = choice.take(.setVolume(.silence))
        #expect(choice.audible == Gain(linear: 0.5))
        #expect(choice.choice(for: Self.setup, typed: TypedChoice([])) == choice)
        #expect(
            choice.choice(for: Self.setup, typed: TypedChoice(["--volume=1"])).audible == nil)
    }

    @Test("counts where the configuration is the same and nothing is typed")
    func same() {
        #expect(Self.chosen.choice(for: Self.setup, typed: TypedChoice([])) == Self.chosen)
    }

    @Test(
        "yields to what is typed",
        arguments: [
            (["http://a/live"], true, false), (["--volume", "0.5"], false, true),
            (["--volume=0.5", "--", "http://a/live"], false, false),
            (["--home", "http://c/", "--config", "x", "-v"], true, true),
        ])
    func typed(arguments: [String], keepsVolume: Bool, keepsSource: Bool) {
        let choice = Self.chosen.choice(for: Self.setup, typed: TypedChoice(arguments))
        #expect((choice.volume != nil) == keepsVolume)
        #expect((choice.source != nil) == keepsSource)
    }

    @Test("yields to a changed configuration")
    func changed() {
        let changes: [((inout Setup) -> Void, keepsVolume: Bool, keepsSource: Bool)] = [
            ({ $0.source = "http://c/" }, true, false), ({ $0.home = "http://c/" }, true, false),
            ({ $0.volume = nil }, false, true), ({ $0.volume = .unity }, false, true),
        ]
        for (change, keepsVolume, keepsSource) in changes {
            var setup = Self.setup
            change(&setup)
            let choice = Self.chosen.choice(for: setup, typed: TypedChoice([]))
            #expect(choice.setup == setup)
            #expect((choice.volume != nil) == keepsVolume)
            #expect((choice.source != nil) == keepsSource)
        }
    }

    @Test("is the same after it was written and read")
    func coded() throws {
        let data = try JSONEncoder().encode(Self.chosen)
        #expect(try JSONDecoder().decode(RememberedChoice.self, from: data) == Self.chosen)
    }

    @Test(
        "is refused with a volume or a source that no player accepts",
        arguments: [
            #""audible":-1"#,
            #""volume":7"#, #""volume":-1"#, #""volume":1e99"#, #""volume":"loud""#,
            #""source":{"address":"","namer":"operator"}"#,
            #""source":{"address":"/etc/passwd","namer":"operator"}"#,
            #""source":{"address":"-","namer":"operator"}"#,
            #""source":{"address":"/radio/a.pls","namer":"listener"}"#,
            #""source":{"address":"file:///a.pls","namer":"operator"}"#,
            #""source":{"address":"http://b/\#(String(repeating: "x", count: 9000))","namer":"operator"}"#,
            #""source":{"address":"http://b/","namer":"root"}"#,
            #""source":[]"#,
        ])
    func hostile(field: String) {
        let text = #"{"setup":{"source":"a","home":"a"},\#(field)}"#
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(RememberedChoice.self, from: Data(text.utf8))
        }
    }
}
