import Testing

@testable import FleetControl

@Suite("What an operator sees of a fleet")
struct FleetRosterTests {
    private func message(
        _ player: String, _ report: FleetTopics.Report, _ payload: String
    ) throws -> FleetDesk.Message {
        FleetDesk.Message(
            player: try #require(FleetName(player)), report: report, payload: Array(payload.utf8))
    }

    @Test("has a line of JSON for each player, whatever the player sends")
    func lines() throws {
        var roster = FleetRoster()
        roster.note(try message("b", .presence, #"{"state":"online","groups":["n","\"x"]}"#))
        roster.note(
            try message(
                "b", .status, "{\"state\":\"playing\",\n\"source\":\"http://u:p@h/a\u{9B}\"}"))
        roster.note(try message("a", .presence, #"{"state":"offline","groups":[]}"#))
        roster.note(try message("a", .status, "broken"))
        #expect(
            roster.lines == [
                #"{"player":"a","online":false,"groups":[],"status":null}"#,
                #"{"player":"b","online":true,"groups":["n"],"#
                    + #""status":{"state":"playing", "source":"http://u:p@h/a\u009b"}}"#,
            ])
        #expect(roster.players.last?.entry.status?.source.hasPrefix("http://h/a") == true)
        #expect(roster.online(in: .all).map(\.text) == ["b"])
        #expect(roster.online(in: .group(try #require(FleetName("n")))).count == 1)
        #expect(roster.online(in: .group(try #require(FleetName("s")))).isEmpty)
    }

    @Test("has answers until each player has ended the push")
    func answers() throws {
        let (first, second) = (try #require(FleetName("a")), try #require(FleetName("b")))
        var answers = FleetAnswers(to: "1", from: [first, second])
        for text in [#"{"id":"1","state":"accepted"}"#, #"{"id":"1","state":"done"}"#] {
            #expect(answers.note(try message("a", .ack, text)) != nil)
        }
        #expect(answers.open == [second])
        #expect(answers.note(try message("b", .ack, #"{"id":"2","state":"done"}"#)) == nil)
        #expect(answers.note(try message("b", .ack, #"{"id":"1","state":"refused"}"#)) != nil)
        #expect(answers.open.isEmpty)
        #expect(answers.shortfall == "1 of 2 players did not play everything: b (refused)")
    }

    @Test("does not wait for a player that does not answer or goes offline")
    func silent() throws {
        let names = try ["a", "b"].map { try #require(FleetName($0)) }
        var answers = FleetAnswers(to: "1", from: Set(names))
        _ = answers.note(try message("a", .ack, #"{"id":"1","state":"accepted"}"#))
        answers.expire()
        #expect(answers.open == [names[0]])
        _ = answers.note(try message("a", .presence, #"{"state":"offline","groups":[]}"#))
        #expect(answers.open.isEmpty)
        #expect(
            answers.shortfall
                == "2 of 2 players did not play everything: a (went offline), b (did not answer)")
    }
}
