import Advertising
import FleetControl
import Interlude
import Testing

@testable import InterludeCLI

@Suite("The options of a fleet")
struct FleetCommandTests {
    @Test(
        "choose all players, a group or one",
        arguments: [
            ([], "all"), (["--group", "north"], "group(north)"),
            (["--player", "tea-1"], "player(tea-1)"),
        ] as [([String], String)])
    func target(arguments: [String], target: String) throws {
        let options = try FleetOptions.parse(["mqtt://h/shops"] + arguments)
        #expect("\(options.target)" == target)
    }

    @Test(
        "are refused if they contradict each other, or the address names more than a fleet",
        arguments: [
            ["mqtt://h/shops", "--group", "a", "--player", "b"], ["mqtt://h/shops/north"],
            ["mqtt://h/shops?name=tea"], ["mqtt://h/shops", "--group", "a/b"], ["http://h/shops"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try FleetOptions.parse(arguments) }
    }

    @Test("push addresses and descriptions of spots, and no file of this machine")
    func push() throws {
        let arguments = ["mqtt://h/shops", "--ttl", "1h", "--id", "a"]
        let command = try FleetPushCommand.parse(arguments + ["http://a/b.mp3,http://a/c.mp3"])
        let push = try command.push()
        #expect(push.id == "a" && push.timeToLive == .seconds(3600))
        #expect(push.spots.map(\.audioFileURL) == ["http://a/b.mp3", "http://a/c.mp3"])
        let file = try FleetPushCommand.parse(arguments + ["b.mp3"])
        let error = #expect(throws: CommandError.self) { try file.push() }
        #expect(error?.status == .usage)
        for wrong in [["--ttl", "0s"], ["--ttl", "25h"], ["--id", "a b"]] {
            #expect(throws: (any Error).self) {
                try FleetPushCommand.parse(["mqtt://h/shops", "http://a/b"] + wrong)
            }
        }
    }

    @Test("replace house spots by addresses, or remove them")
    func house() throws {
        let command = try FleetHouseCommand.parse(["mqtt://h/shops", "http://a/b,http://a/c"])
        #expect(try command.playlist()?.spots.map(\.audioFileURL) == ["http://a/b", "http://a/c"])
        #expect(try FleetHouseCommand.parse(["mqtt://h/shops", "--remove"]).playlist() == nil)
        for wrong in [[], ["--remove", "http://a/b"]] {
            #expect(throws: (any Error).self) {
                try FleetHouseCommand.parse(["mqtt://h/shops"] + wrong)
            }
        }
        let file = try FleetHouseCommand.parse(["mqtt://h/shops", "b.mp3"])
        #expect(throws: CommandError.self) { try file.playlist() }
    }

    @Test("of play do not go with virtual time, and never show a password")
    func play() throws {
        let fleet = ["a", "--fleet", "mqtt://tea:secret@h/shops"]
        #expect(try PlayCommand.parse(fleet).network.fleet != nil)
        #expect(throws: (any Error).self) {
            try PlayCommand.parse(fleet + ["--clock", "virtual"])
        }
        let arguments = ["play", "a", "--fleet", "mqtt://tea:secret@h"]
        do {
            _ = try InterludeCommand.parseAsRoot(arguments)
            Issue.record("an address without a fleet is taken")
        } catch {
            let failure = CommandFailure(
                error, parsing: InterludeCommand.self, arguments: arguments)
            #expect(failure?.status == .usage)
            #expect(failure?.line.contains("the fleet is missing") == true)
        }
    }

    @Test("list players in a table")
    func table() throws {
        var roster = FleetRoster()
        let reports: [(String, FleetTopics.Report, String)] = [
            ("tea-1", .presence, #"{"state":"online","groups":[]}"#),
            ("tea-1", .status, #"{"state":"playing","source":"http://a/b","title":"News"}"#),
            ("b", .presence, #"{"state":"offline","groups":[]}"#),
        ]
        for (name, report, payload) in reports {
            roster.note(
                FleetDesk.Message(
                    player: try #require(FleetName(name)), report: report,
                    payload: Array(payload.utf8)))
        }
        #expect(
            FleetStatusCommand.table(of: roster) == [
                "1 of 2 players are connected", "b      offline", "tea-1  playing       News",
            ])
    }

    @Test(
        "have an acknowledgement for each reply of the player",
        arguments: [
            (.accepted, .done), (.refused("no"), .refused),
            (.progress(SpotProgress(spot: 1, title: "Tea", .notPlayed)), .notPlayed),
            (.progress(SpotProgress(spot: 1, title: "Tea", .completed)), .completed),
        ] as [(ControlReply, FleetAck.State)])
    func acks(reply: ControlReply, state: FleetAck.State) {
        #expect(FleetAck(id: "a", reply).state == state)
    }
}
