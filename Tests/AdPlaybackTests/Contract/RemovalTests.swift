import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("The removal of one waiting spot")
struct RemovalTests {
    @Test(
        "D2: drops it and no other, whether it is queued, loading or loaded", arguments: [2, 3, 5])
    func one(id: Int) {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3, 4, 5)
        stage.load(2)
        let answer = stage.send(.ignoreSpot(id: id))
        #expect(answer.logged.first == "slot.notUsed 10")
        #expect(answer.reports == [])
        let waiting = [2, 3, 4, 5].filter { $0 != id }
        #expect(stage.waitingSpots.map(\.id) == waiting)
        #expect(stage.send(.ignoreSpot(id: id)) == [.refuse(.nothingToIgnore)])
    }

    @Test("of several with one id drops the last one")
    func last() {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3, 4, 7, 8, 7)
        stage.send(.ignoreSpot(id: 7))
        #expect(stage.waitingSpots.map(\.id) == [2, 3, 4, 7, 8])
    }

    @Test(
        "drops a spot that is laid out behind another, unless it has begun",
        arguments: [
            (900, "lay from 900, away 0..<1000: 1@0..<1000"),
            (1001, "lay from 1001, away 0..<2000: 2@1000..<2000"),
        ] as [(Int64, String)])
    func laidOut(frame: Int64, layout: String) {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(800)
        #expect(stage.send(.ignoreSpot(id: 2)) == [])
        #expect(stage.isAsked)
        stage.switchable(frame)
        #expect(stage.layout?.text == layout)
    }

    @Test("is refused for a spot that plays, is over or never came", arguments: [1, 7])
    func refused(id: Int) {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        #expect(stage.send(.ignoreSpot(id: id)) == [.refuse(.nothingToIgnore)])
        stage.send(.stop(.user))
        #expect(stage.send(.ignoreSpot(id: id)) == [.refuse(.nothingToIgnore)])
    }

    @Test("that is the only one of its break cancels the break, and reports an aborted spot")
    func only() {
        var stage = Stage()
        stage.push(1)
        let answer = stage.send(.ignoreSpot(id: 1))
        #expect(answer.contains(.cancelLoad(PlayToken(1))))
        #expect(answer.reports == ["1 ABORTED"])
        #expect(answer.logged.last == "break.cancelled 0")
        #expect(stage.manager.phase == .idle)
    }

    @Test("a waiting spot without a declared length has the length of its audio once it is loaded")
    func length() {
        var stage = Stage()
        stage.push(1, 2)
        #expect(stage.waitingSpots.map(\.duration) == [nil, nil])
        stage.load(1)
        #expect(stage.waitingSpots.map(\.duration) == [FrameTime(1000).duration, nil])
        stage.switchable(100)
        let counts = [99, 100, 101].map { frame in
            stage.manager.waitingSpots(at: FrameTime(frame), in: stage.layout).count
        }
        #expect(counts == [2, 1, 1])
    }
}

extension Stage {
    fileprivate var waitingSpots: [Advertisement] {
        manager.waitingSpots(at: now, in: layout)
    }
}
