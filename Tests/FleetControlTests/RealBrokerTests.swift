import Advertising
import Foundation
import MediaTime
import TestFiles
import TestServers
import Testing

@testable import FleetControl

@Suite("A fleet at a real broker", .enabled(if: PrivateMosquitto.isInstalled))
struct RealBrokerTests {
    @Test("gets a push to all once, also a player that was off", arguments: ["5", "3.1.1"])
    func offAndOn(version: String) async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let place = broker.address(of: "shops")
            let address = place + "/north?mqtt=\(version)"
            let folders = [try TemporaryFolder(), try TemporaryFolder()]
            let first = Heard(in: folders[0])
            let second = Heard(in: folders[1])
            let steady = try first.player(address, named: "a")
            var other = try second.player(address, named: "b")
            #expect(first.wait(for: "joined") && second.wait(for: "joined"))
            let desk = try FleetDesk(try FleetAddress(parsing: place))
            try desk.subscribe(to: [.ack, .presence])
            var roster = FleetRoster()
            for message in try desk.kept() { roster.note(message) }
            #expect(roster.online(in: .all).count == 2)

            try desk.push(teaPush("1"), to: .all)
            #expect(first.wait(for: "1 Tea") && second.wait(for: "1 Tea"))
            other.close()
            try desk.push(teaPush("2"), to: .all)
            #expect(first.wait(for: "2 Tea"))
            // Due for less time than the player is off.
            let late = teaPush("late", sent: FleetDate.now.advanced(by: .milliseconds(-59_500)))
            try desk.push(late, to: .group(try #require(FleetName("north"))))
            while FleetDate.now <= late.expiry { _ = try desk.next(within: 0.1) }
            let again = Heard(in: folders[1])
            other = try again.player(address, named: "b")
            #expect(again.wait(for: "2 Tea"))
            // The same once more, as a broker that has lost its memory might send it.
            try desk.push(teaPush("1"), to: .all)
            try desk.push(teaPush("3"), to: .player(try #require(FleetName("b"))))
            #expect(again.wait(for: "3 Tea"))
            // What was due may come before the broker has confirmed all subscriptions.
            #expect(again.lines.filter { $0 != "joined" } == ["2 Tea", "3 Tea"])
            #expect(!first.lines.contains("3 Tea"))
            #expect(first.lines.filter { $0 == "1 Tea" }.count == 1)

            let name = try #require(FleetName("b"))
            var answers = FleetAnswers(to: "3", from: [name])
            var expired = 0
            // First until all is there, and then until nothing more comes.
            for quietTime in [30.0, 1] {
                while quietTime == 1 || !answers.open.isEmpty || version != "5" && expired == 0,
                    let message = try desk.next(within: quietTime)
                {
                    _ = answers.note(message)
                    // The other player may have got it too late as well.
                    guard message.player == name else { continue }
                    // try?: a presence is no acknowledgement.
                    if (try? FleetAck(parsing: message.payload))?.state == .expired { expired += 1 }
                }
            }
            #expect(answers.open.isEmpty && answers.shortfall == nil)
            #expect(version == "5" || expired == 1)
            desk.close()
            other.close()
            steady.close()
        }
    }

    @Test("is online once the broker has confirmed all that it reads")
    func online() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops/north"), named: "a")
            #expect(heard.wait(for: "joined"))
            #expect(broker.waitForLog("/player/a/presence'"))
            let lines = broker.lines(with: "interlude-shops-a")
                .drop { !$0.contains("Sending CONNACK") }
            let online = try #require(lines.firstIndex { $0.contains("/presence'") })
            #expect(lines[..<online].count { $0.contains("Sending SUBACK") } == 9)
            player.close()
        }
    }

    @Test("gets the schedule that the broker keeps, and its breaks")
    func schedule() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let now = FleetDate.now.milliseconds / 1000
            let desk = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            let schedule =
                #"{"breaks":[{"id":"x","at":\#(now - 5),"spots":[{"url":"http://a/b","title":"Noon"}]},"#
                + #"{"id":"y","at":\#(now + 2),"spots":[{"url":"http://a/b","title":"Then"}]}]}"#
            try desk.keep(schedule: Array(schedule.utf8), for: .all)
            desk.close()
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops"), named: "a")
            #expect(heard.wait(for: "scheduled Noon"))
            #expect(heard.wait(for: "scheduled Then"))
            player.close()
            #expect(
                heard.lines.filter { $0 != "joined" } == ["scheduled Noon", "scheduled Then"])
        }
    }

    @Test("gets the house playlist that the broker keeps, and its end")
    func house() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let desk = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            let playlist = FleetPlaylist(spots: teaPush("1").spots)
            try desk.keep(house: playlist, for: .all)
            #expect(throws: FleetFailure.self) {
                try desk.keep(house: FleetPlaylist(spots: []), for: .all)
            }
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops"), named: "a")
            #expect(heard.wait(for: "fill Tea"))
            try desk.keep(house: nil, for: .all)
            #expect(heard.wait(for: "fill own"))
            desk.close()
            player.close()
            #expect(heard.lines.filter { $0 != "joined" } == ["fill Tea", "fill own"])
        }
    }

    @Test(
        "tells the loss of the broker and comes back, and a stranger's payload costs nothing else")
    func lossAndStrangers() async throws {
        try await onThread {
            let broker = try PrivateMosquitto()
            let heard = Heard()
            let player = try heard.player(broker.address(of: "shops"), named: "a")
            #expect(heard.wait(for: "joined"))
            let stranger = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            for payload in [String(repeating: "[", count: 40_000), "{}"] {
                try stranger.publish(
                    FleetPublication(
                        topic: "interlude/shops/all/push", payload: Array(payload.utf8),
                        isAssured: true))
            }
            #expect(
                heard.wait(
                    for: "fleet: a push is refused: its lists and objects are nested too deep"))
            broker.kill()
            #expect(heard.wait(for: "lost"))
            try broker.restart()
            let desk = try FleetDesk(try FleetAddress(parsing: broker.address(of: "shops")))
            try desk.subscribe(to: [.presence])
            while let message = try desk.next(within: 30) {
                if try FleetPresence(parsing: message.payload).state == .online { break }
            }
            try desk.push(teaPush("1"), to: .all)
            #expect(heard.wait(for: "1 Tea"))
            #expect(heard.lines.count { $0.hasPrefix("fleet:") } == 1, "\(heard.lines)")
            desk.close()
            player.close()
        }
    }

    @Test("is refused with a wrong password, whose words are not told")
    func refused() async throws {
        try await onThread {
            let broker = try PrivateMosquitto(
                access: "topic readwrite interlude/#\n", users: ["tea"])
            let address = "mqtt://tea:wrong@127.0.0.1:\(broker.port)/shops"
            let failure = #expect(throws: FleetFailure.self) {
                try FleetDesk(try FleetAddress(parsing: address))
            }
            #expect(failure?.description.contains("wrong") == false)
            #expect(
                failure?.description.contains("not auth") == true, "\(String(describing: failure))")
        }
    }

    @Test("tells who may not write there")
    func denied() async throws {
        try await onThread {
            let broker = try PrivateMosquitto(
                access: "pattern read interlude/shops/player/%u/push\n", users: ["tea"])
            let address = broker.address(of: "shops", user: "tea")
            let desk = try FleetDesk(try FleetAddress(parsing: address))
            let failure = #expect(throws: FleetFailure.self) {
                try desk.push(teaPush("1"), to: .all)
            }
            #expect(failure?.description.contains("refuses the message") == true)
            desk.close()
            let heard = Heard()
            let player = try heard.player(address, named: "tea")
            #expect(
                heard.wait(
                    for: "fleet: the broker refuses what the player reports: not authorized"))
            player.close()
        }
    }
}
