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

    @Test("leaves out what cannot be read, and the events and acknowledgements of players")
    func unread() throws {
        var roster = FleetRoster()
        roster.note(try message("a", .events, #"{"event":"slot.started"}"#))
        roster.note(try message("a", .ack, #"{"id":"1","state":"done"}"#))
        #expect(roster.players.isEmpty)
    }

    @Test("shows the players of a target only, once it keeps them")
    func kept() throws {
        var roster = FleetRoster()
        roster.note(try message("a", .presence, #"{"state":"online","groups":["n"]}"#))
        roster.note(try message("b", .presence, #"{"state":"online","groups":["s"]}"#))
        roster.note(try message("c", .status, #"{"state":"playing","source":"http://h"}"#))
        let first = try #require(FleetName("a"))
        #expect(roster.online(in: .player(first)) == [first])
        let north = try #require(FleetName("n"))
        #expect(roster.online(in: .group(north)) == [first])
        roster.keep(.all)
        #expect(roster.players.map(\.name.text) == ["a", "b", "c"])
        roster.keep(.group(north))
        #expect(roster.players.map(\.name) == [first])
    }

    @Test("lists ten thousand players at most, and takes what those that are listed report")
    func limit() throws {
        var roster = FleetRoster()
        for number in 0...10_000 {
            roster.note(
                try message("p\(number)", .presence, #"{"state":"offline","groups":[]}"#))
        }
        #expect(roster.players.count == 10_000)
        roster.note(try message("p1", .presence, #"{"state":"online","groups":[]}"#))
        #expect(roster.online(in: .all).map(\.text) == ["p1"])
    }

    @Test("has the state, the source and the title of a player as a terminal may show them")
    func status() throws {
        let long = String(repeating: "a", count: 600)
        let status = try FleetStatus(
            parsing: Array(
                #"{"state":"\#(long)","source":"http://h/\#(long)","title":"\#(long)"}"#.utf8))
        #expect(status.state.count == 20)
        #expect(status.source.count == 500 && status.title?.count == 500)
    }

    @Test("has a line of JSON for each event of a player")
    func eventLine() throws {
        let line = try FleetEventLine(parsing: Array("{\"event\":\r\n\t\"slot.started\"}".utf8))
        #expect(
            line.line(of: try #require(FleetName("a")))
                == #"{"player":"a","record":{"event":   "slot.started"}}"#)
        #expect(throws: FleetPayload.Refusal.self) {
            try FleetEventLine(parsing: Array("{}".utf8))
        }
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

    @Test("still waits for a player that went offline before it had the push")
    func offlineBefore() throws {
        let name = try #require(FleetName("a"))
        var answers = FleetAnswers(to: "1", from: [name])
        #expect(
            answers.note(try message("a", .presence, #"{"state":"offline","groups":[]}"#)) == nil)
        #expect(answers.open == [name])
        _ = answers.note(try message("a", .ack, #"{"id":"1","state":"accepted"}"#))
        _ = answers.note(try message("a", .presence, #"{"state":"online","groups":[]}"#))
        #expect(answers.open == [name])
        _ = answers.note(try message("a", .ack, #"{"id":"1","state":"done"}"#))
        _ = answers.note(try message("a", .presence, #"{"state":"offline","groups":[]}"#))
        #expect(answers.open.isEmpty && answers.shortfall == nil)
    }

    @Test("names the first complaint of each player, and ten players at most")
    func complaints() throws {
        var answers = FleetAnswers(to: "1", from: [])
        for number in 10..<21 {
            for state in ["failed", "skipped"] {
                _ = answers.note(
                    try message("p\(number)", .ack, #"{"id":"1","state":"\#(state)"}"#))
            }
        }
        _ = answers.note(
            try message("p10", .ack, #"{"id":"1","state":"notPlayed","reason":"no time"}"#))
        let named = (10..<20).map { "p\($0) (failed)" }.joined(separator: ", ")
        #expect(answers.shortfall == "11 of 11 players did not play everything: \(named)")
    }
}
