import AdPlayback
import Advertising
import MediaTime
import TestFiles
import TestSignals
import Testing

@testable import Interlude

@Suite("The status for scripts", .timeLimit(.minutes(1)))
struct StatusTests {
    @Test("has every member that docs/status.md describes, and no other", arguments: StatusCase.all)
    func members(shown: StatusCase) throws {
        let rows = try StatusDocument.read().rows
        let found = shown.status.json.shape
        let top = rows.map(\.path).filter { !$0.contains(".") }
        guard case .object(let members) = shown.status.json else {
            Issue.record("the status is an object")
            return
        }
        #expect(members.map(\.key) == top, "in this order")
        for (path, kinds) in found {
            let row = rows.first { $0.path == path }
            #expect(row != nil, "\(path) is not described")
            #expect(kinds.isSubset(of: row?.kinds ?? []), "\(path) is \(kinds)")
        }
        for row in rows where !row.path.contains("[]") {
            let parts = row.path.split(separator: ".").map(String.init)
            guard parts.count == 2, found[parts[0]] == [.object] else { continue }
            #expect(found[row.path] != nil, "\(row.path) is missing")
        }
    }

    @Test("has each described member with each of its types in some state")
    func document() throws {
        var seen: [String: Set<JSONKind>] = [:]
        for shown in StatusCase.all {
            seen.merge(shown.status.json.shape) { $0.union($1) }
        }
        let rows = try StatusDocument.read().rows
        #expect(rows.count > 50)
        for row in rows {
            #expect(seen[row.path] == row.kinds, "\(row.path)")
        }
    }

    @Test("is the kept text in every state")
    func text() throws {
        let lines = StatusCase.all.map { "\($0): \($0.status.json)" }
        let kept = try KeptText("status", recording: lines)
        #expect(FirstDifference(lines, from: kept.lines) == nil)
    }

    @Test("has neither name nor password of an address")
    func logins() {
        let address = "http://ann:secret@radio.example/live"
        var status = PlayerStatus(state: .playing, source: address)
        status.failedSource = PlayerStatus.FailedSource(
            source: address, reason: "\(address): no", outputTime: .zero)
        #expect(!status.json.description.contains("secret"))
        #expect(status.json["source"] == "http://radio.example/live")
    }

    @Test("keeps the fleet, of which the session does not know")
    func fleet() async throws {
        let stage = try HandSession()
        await stage.settle()
        stage.session.show(fleet: PlayerStatus.Fleet(address: "mqtt://a@h/shops", name: "tea"))
        await stage.report(.heard(FrameTime(48_000)))
        let status = stage.session.status.json
        #expect(status["t"] == .decimal(1))
        #expect(status["fleet"]?["address"] == "mqtt://h/shops")
        _ = await stage.session.send(.stop)
    }

    @Test("follows a session from its start into a break and a pause")
    func session() async throws {
        let stage = try HandSession()
        await stage.settle()
        await stage.report(.volume(.init(percent: 80, isMuted: false)))
        await stage.report(.heard(FrameTime(48_000)))
        var status = stage.session.status.json
        #expect(status["state"] == "playing" && status["break"] == .null)
        #expect(status["t"] == .decimal(1) && status["paused"] == false)
        #expect(
            status["device"] == ["present": true, "percent": 80, "muted": false, "reason": .null])
        #expect(status["mute"] == .null)
        _ = await stage.session.send(
            .push([.spot(1, frames: 48_000), .spot(2, frames: 48_000)]))
        await stage.settle()
        await stage.report(.heard(FrameTime(48_001)))
        await stage.report(.heard(FrameTime(72_000)))
        status = stage.session.status.json
        #expect(status["break"]?["spot"] == 1 && status["break"]?["spots"] == 2)
        #expect(status["allowed"]?["pause"] == false)
        await stage.report(.volume(.init(percent: 80, isMuted: true)))
        status = stage.session.status.json
        #expect(status["device"]?["muted"] == true && status["mute"] == "soundServer")
        await stage.report(.lost(reason: "gone"))
        status = stage.session.status.json
        #expect(status["state"] == "sinkLost" && status["device"]?["present"] == false)
        _ = await stage.session.send(.stop)
    }

    @Test("says whether the stream runs")
    func stream() async throws {
        let stage = try HandSession()
        await stage.settle()
        await stage.report(.heard(FrameTime(48_000)))
        #expect(stage.session.status.isStreamRunning)
        _ = await stage.session.send(.pause)
        await stage.settle()
        await stage.report(.heard(FrameTime(48_001)))
        await stage.report(.heard(FrameTime(72_000)))
        #expect(!stage.session.status.isStreamRunning)
        _ = await stage.session.send(.stop)
    }
}
