import MediaTime
import Testing

@testable import FleetControl

@Suite("A player in a fleet")
struct FleetMemberTests {
    @Test(
        "plays a push to all, to its group and to itself",
        arguments: ["all", "group/north", "player/tea"])
    func targets(target: String) throws {
        var scene = try FleetScene()
        let commands = scene.receive(scene.push(), on: "interlude/shops/\(target)/push")
        #expect(commands.pushedIDs == ["a"])
        #expect(commands.acks.map(\.state) == [.accepted])
        #expect(scene.member.subscriptions.contains("interlude/shops/\(target)/push"))
    }

    @Test(
        "leaves a push to others alone",
        arguments: ["group/south", "player/bread", "player/tea/x", ""])
    func others(target: String) throws {
        var scene = try FleetScene()
        #expect(scene.receive(scene.push(), on: "interlude/shops/\(target)/push").isEmpty)
        #expect(scene.receive(scene.push(), on: "interlude/other/all/push").isEmpty)
    }

    @Test("remembers a push before it plays it, and plays none twice")
    func twice() throws {
        var scene = try FleetScene()
        let push = scene.push()
        let first = scene.receive(push)
        let remembered = first.firstIndex {
            if case .remember("a", _) = $0 { true } else { false }
        }
        #expect(remembered == 0)
        scene.pass(30)
        #expect(scene.receive(push).isEmpty)
        #expect(scene.receive(push, on: "interlude/shops/player/tea/push").isEmpty)
    }

    @Test("plays nothing again that an earlier process has begun")
    func afterRestart() throws {
        let until = FleetDate(milliseconds: 1_800_000_060_000)
        var scene = try FleetScene(remembered: ["a": until])
        #expect(scene.receive(scene.push()).isEmpty)
        #expect(scene.receive(scene.push(id: "b")).pushedIDs == ["b"])
    }

    @Test("drops a push whose time to live is over, and says so")
    func expired() throws {
        var scene = try FleetScene()
        let late = scene.receive(scene.push(sentAgo: 60, ttl: 60))
        #expect(late.pushedIDs.isEmpty)
        #expect(late.acks.map(\.state) == [.expired])
        #expect(scene.receive(scene.push(sentAgo: 59.9, ttl: 60)).pushedIDs == ["a"])
    }

    @Test("refuses a push from the future, which would be remembered for too long")
    func future() throws {
        var scene = try FleetScene()
        let commands = scene.receive(scene.push(sentAgo: -301))
        #expect(commands.acks.map(\.state) == [.refused])
        #expect(commands.warnings.count == 1)
        #expect(scene.receive(scene.push(sentAgo: -299)).pushedIDs == ["a"])
    }

    @Test(
        "refuses a payload that is no push, with one warning in a minute",
        arguments: [
            "", "tea", "[]", "{}", #"{"id":"a b","sent":1800000000,"spots":[{"url":"http://a"}]}"#,
            #"{"id":"a","sent":1800000000,"spots":[]}"#,
            #"{"id":"a","sent":1e300,"spots":[{"url":"http://a"}]}"#,
            #"{"id":"a","sent":1800000000,"ttl":-1,"spots":[{"url":"http://a"}]}"#,
            #"{"id":"a","sent":1800000000,"spots":[{"url":"/etc/passwd"}]}"#,
            #"{"id":"a","sent":1800000000,"spots":[{"url":"file:///etc/passwd"}]}"#,
        ])
    func broken(payload: String) throws {
        var scene = try FleetScene()
        let first = scene.receive(payload)
        #expect(first.warnings.count == 1 && first.count == 1, "\(first)")
        #expect(scene.receive(payload).isEmpty)
        scene.pass(61)
        #expect(scene.receive(payload).warnings.count == 1)
        #expect(scene.receive(scene.push()).pushedIDs == ["a"])
    }

    @Test("refuses a payload that is too long or nested too deep, without reading it")
    func huge() throws {
        var scene = try FleetScene()
        let push = scene.push()
        let deep = String(push.dropLast()) + #","x":"# + String(repeating: "[", count: 30_000)
        let long = push + String(repeating: " ", count: FleetPayload.byteLimit)
        #expect(
            scene.receive(deep).warnings == [
                "fleet: a push is refused: its lists and objects are nested too deep"
            ])
        scene.pass(61)
        #expect(
            scene.receive(long).warnings
                == ["fleet: a push is refused: it has more than 65536 bytes"])
    }

    @Test("takes twenty pushes at once, and then one a second")
    func flood() throws {
        var scene = try FleetScene()
        let ids = (0..<100).flatMap { scene.receive(scene.push(id: "\($0)")).pushedIDs }
        #expect(ids.count == 20)
        scene.pass(3)
        let more = (100..<200).flatMap { scene.receive(scene.push(id: "\($0)")).pushedIDs }
        #expect(more.count == 3)
    }

    @Test("gets what is still due after any number of pushes that are not")
    func backlog() throws {
        var scene = try FleetScene()
        for number in 0..<100 {
            let late = scene.receive(scene.push(id: "old-\(number)", sentAgo: 61))
            #expect(late.acks.map(\.state) == [.expired])
        }
        #expect(scene.receive(scene.push()).pushedIDs == ["a"])
        for _ in 0..<100 { #expect(scene.receive(scene.push()).isEmpty) }
        #expect(scene.receive(scene.push(id: "b")).pushedIDs == ["b"])
    }

    @Test("reads five hundred payloads at once, and then fifty a second")
    func payloads() throws {
        var scene = try FleetScene()
        for _ in 0..<500 { _ = scene.receive("{}") }
        scene.pass(1)
        for _ in 0..<50 { _ = scene.receive("{}") }
        #expect(scene.receive(scene.push()).pushedIDs.isEmpty)
        scene.pass(1)
        #expect(scene.receive(scene.push()).pushedIDs == ["a"])
    }

    @Test("takes from a spot what no broker may name")
    func spots() throws {
        var scene = try FleetScene()
        let commands = scene.receive(
            """
            {"id": "a", "sent": 1800000000, "spots": [{"url": "http://a/b.mp3", "number": 7,
             "id": "tea", "title": "T\\u001bea", "banner": "/etc/passwd", "startOffset": 3}]}
            """)
        guard case .push(_, let spots)? = commands.last else {
            Issue.record("\(commands)")
            return
        }
        #expect(spots[0].id == 0 && spots[0].adID == "tea")
        #expect(spots[0].bannerFileURL == nil && spots[0].startOffset == .zero)
        #expect(!spots[0].title.unicodeScalars.contains("\u{1B}"))
    }

    @Test("keeps acknowledgements for the broker while it is away, at most a hundred")
    func pendingAcks() throws {
        var scene = try FleetScene()
        scene.member.lost()
        for number in 0..<150 {
            #expect(scene.member.note(FleetAck(id: "\(number)", .done)).isEmpty)
        }
        let acks = scene.member.joined().acks
        #expect(acks.map(\.id) == (50..<150).map(String.init))
        #expect(scene.member.joined().acks.isEmpty)
    }

    @Test("is online while it is joined, and offline once it has left or is gone")
    func presence() throws {
        var scene = try FleetScene()
        let will = scene.member.will
        #expect(will.topic == "interlude/shops/player/tea/presence" && will.isRetained)
        #expect(try FleetPresence(parsing: will.payload).state == .offline)
        guard case .publish(let online)? = scene.member.joined().first else {
            Issue.record("nothing is published")
            return
        }
        #expect(online.isRetained)
        #expect(
            try FleetPresence(parsing: online.payload)
                == FleetPresence(.online, in: [try #require(FleetName("north"))]))
        #expect(scene.member.leave() == [.publish(will)])
        #expect(scene.member.leave().isEmpty)
    }

    @Test("reports its status every 15 s, and at once if its state changes")
    func status() throws {
        var scene = try FleetScene()
        func isReported(_ state: String) -> Bool {
            !scene.member.report(status: "{}", state: state, at: scene.now.time).isEmpty
        }
        #expect(isReported("playing"))
        scene.pass(14)
        #expect(!isReported("playing"))
        #expect(isReported("paused"))
        scene.pass(14)
        #expect(!isReported("paused"))
        scene.pass(1)
        #expect(isReported("paused"))
        scene.member.lost()
        #expect(!isReported("playing"))
    }

    @Test("reports the events that its address chooses")
    func events() throws {
        let usual = try FleetScene().member
        #expect(!usual.report(event: "slot.completed", line: "{}").isEmpty)
        #expect(usual.report(event: "tracking.sent", line: "{}").isEmpty)
        let chosen = try FleetScene("?events=tracking,feed").member
        #expect(chosen.report(event: "slot.completed", line: "{}").isEmpty)
        #expect(!chosen.report(event: "tracking.sent", line: "{}").isEmpty)
        #expect(try FleetScene("?events=none").member.report(event: "slot.x", line: "{}").isEmpty)
    }
}

@Suite("The schedule of a fleet")
struct FleetScheduleTests {
    private static let topic = "interlude/shops/all/schedule"

    private func schedule(at seconds: Int, every interval: Int? = nil, id: String = "noon")
        -> String
    {
        let every = interval.map { #","every":\#($0)"# } ?? ""
        return #"{"breaks":[{"id":"\#(id)","at":\#(1_800_000_000 + seconds)\#(every),"#
            + #""spots":[{"url":"https://a/\#(id).mp3"}]}]}"#
    }

    @Test("begins each break once, at its time, without the broker as well")
    func once() throws {
        var scene = try FleetScene()
        #expect(scene.receive(schedule(at: 100), on: Self.topic).isEmpty)
        scene.member.lost()
        #expect(scene.member.nextDate(after: scene.now.date)?.milliseconds == 1_800_000_100_000)
        scene.pass(99)
        #expect(scene.member.advance(to: scene.now).isEmpty)
        scene.pass(1)
        let commands = scene.member.advance(to: scene.now)
        #expect(commands.begunURLs == ["https://a/noon.mp3"])
        guard case .remember? = commands.first else {
            Issue.record("it is not remembered first")
            return
        }
        #expect(scene.member.advance(to: scene.now).isEmpty)
        #expect(scene.member.nextDate(after: scene.now.date) == nil)
    }

    @Test("begins a break again after its interval, and counts from its first time")
    func repeated() throws {
        var scene = try FleetScene()
        _ = scene.receive(schedule(at: -7000, every: 3600), on: Self.topic)
        var begun: [Int64] = []
        for _ in 0..<9000 {
            if !scene.member.advance(to: scene.now).begunURLs.isEmpty {
                begun.append(scene.now.date.milliseconds / 1000 - 1_800_000_000)
            }
            scene.pass(1)
        }
        #expect(begun == [200, 3800, 7400])
    }

    @Test("begins a break up to a minute late, and not later", arguments: [(59, 1), (60, 0)])
    func late(age: Int, count: Int) throws {
        var scene = try FleetScene()
        let commands = scene.receive(schedule(at: -age), on: Self.topic)
        #expect(commands.begunURLs.count == count)
        // The broker sends it again after each connection.
        #expect(scene.receive(schedule(at: -age), on: Self.topic).begunURLs.isEmpty)
    }

    @Test("stays as it was after one that cannot be read, and is gone after an empty one")
    func replaced() throws {
        var scene = try FleetScene()
        _ = scene.receive(schedule(at: 100), on: Self.topic)
        #expect(scene.receive(#"{"breaks":[{}]}"#, on: Self.topic).warnings.count == 1)
        #expect(scene.member.nextDate(after: scene.now.date) != nil)
        #expect(scene.receive("", on: Self.topic).isEmpty)
        #expect(scene.member.nextDate(after: scene.now.date) == nil)
    }

    @Test("of a player is added to that of all")
    func added() throws {
        var scene = try FleetScene()
        _ = scene.receive(schedule(at: 10), on: Self.topic)
        _ = scene.receive(schedule(at: 10, id: "own"), on: "interlude/shops/player/tea/schedule")
        scene.pass(10)
        #expect(
            scene.member.advance(to: scene.now).begunURLs
                == ["https://a/own.mp3", "https://a/noon.mp3"])
    }

    @Test("may name times as people write them")
    func text() throws {
        let schedule = try FleetSchedule(
            parsing: Array(
                #"{"breaks":[{"id":"a","at":"2027-01-15T08:00:00Z","spots":[{"url":"http://a"}]}]}"#
                    .utf8))
        #expect(schedule.breaks.map(\.start.milliseconds) == [1_800_000_000_000])
    }

    @Test(
        "is refused if a break is repeated too soon, or two have one id",
        arguments: [
            #"{"breaks":[{"id":"a","at":0,"every":59,"spots":[{"url":"http://a"}]}]}"#,
            #"{"breaks":[{"id":"a","at":0,"spots":[{"url":"http://a"}]},"#
                + #"{"id":"a","at":1,"spots":[{"url":"http://a"}]}]}"#,
        ])
    func refused(payload: String) {
        #expect(throws: FleetPayload.Refusal.self) {
            try FleetSchedule(parsing: Array(payload.utf8))
        }
    }

    @Test("has at most two hundred breaks", arguments: [(200, true), (201, false)])
    func count(count: Int, isTaken: Bool) {
        let entries = (0..<count).map { #"{"id":"\#($0)","at":0,"spots":[{"url":"http://a"}]}"# }
        let payload = #"{"breaks":["# + entries.joined(separator: ",") + "]}"
        // try?: only whether it is refused matters.
        #expect(((try? FleetSchedule(parsing: Array(payload.utf8))) != nil) == isTaken)
    }
}
