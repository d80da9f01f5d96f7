import HLSPlaylists
import HLSStreaming
import MediaTime
import Testing

@Suite("HLS client, recovery")
struct HLSRecoveryTests {
    static func sequences(_ run: ClientRun) -> [Int] { run.deliveries.map(\.request.sequence) }

    /// The segments that begin a run, and how.
    static func joints(_ run: ClientRun) -> [Int: MediaRequest.Joint] {
        var joints: [Int: MediaRequest.Joint] = [:]
        for (one, next) in zip(run.deliveries, run.deliveries.dropFirst())
        where one.request.run != next.request.run {
            joints[next.request.sequence] = next.request.joint
        }
        return joints
    }

    @Test("a segment that is missing is tried again, and then left out with a seam")
    func missingSegment() throws {
        var run = try ClientRun(ModelStation())
        let bad = run.station.count(at: .zero) + 2
        var tries = 0
        run.onMedia = { request, _ in
            guard request.sequence == bad else { return nil }
            tries += 1
            return .absent
        }
        try run.run(until: .seconds(120))
        #expect(tries == 3)
        let all = Self.sequences(run)
        #expect(all == Array(all[0]...all.last!).filter { $0 != bad })
        #expect(Self.joints(run) == [bad + 1: .interrupted])
        #expect(run.others.isEmpty)
    }

    @Test("a load that fails once delays nothing but itself")
    func passingFailure() throws {
        var run = try ClientRun(ModelStation())
        var count = 0
        run.onMedia = { _, _ in
            count += 1
            return count % 3 == 0 ? .passing : nil
        }
        try run.run(until: .seconds(120))
        let all = Self.sequences(run)
        #expect(all == Array(all[0]..<all[0] + all.count))
        #expect(Self.joints(run).isEmpty)
        #expect(run.buffered > .seconds(6))
    }

    @Test("segments that the station does not have are left out")
    func gaps() throws {
        var station = ModelStation()
        let gap = station.count(at: .zero) + 3
        station.gaps = [gap]
        var run = try ClientRun(station)
        try run.run(until: .seconds(120))
        #expect(!Self.sequences(run).contains(gap))
        #expect(Self.sequences(run).contains(gap + 1))
        #expect(Self.joints(run) == [gap + 1: .interrupted])
    }

    @Test("a discontinuity begins another run, without anything missing")
    func discontinuity() throws {
        var station = ModelStation()
        let place = station.count(at: .zero) + 3
        station.discontinuities = [place]
        var run = try ClientRun(station)
        try run.run(until: .seconds(120))
        #expect(Self.sequences(run).contains(place))
        #expect(Self.joints(run) == [place: .continued])
    }

    @Test("an older playlist from a slow cache changes nothing")
    func stale() throws {
        var run = try ClientRun(ModelStation())
        var count = 0
        run.onPlaylist = { _, now in
            count += 1
            return .state(at: count % 2 == 0 ? now - .seconds(13) : now)
        }
        try run.run(until: .seconds(240))
        let all = Self.sequences(run)
        #expect(all == Array(all[0]..<all[0] + all.count))
        #expect(Self.joints(run).isEmpty)
        #expect(all.count >= 40)
        #expect(run.buffered > .zero)
    }

    @Test(
        "a station that begins again is followed from there on",
        arguments: [Duration.seconds(-60), .seconds(-6), .seconds(20)])
    func restart(_ offset: Duration) throws {
        var run = try ClientRun(ModelStation())
        try run.run(until: .seconds(60))
        let before = run.deliveries.count
        run.station.epoch = 1
        run.station.beginning = run.now + offset
        try run.run(until: .seconds(240))
        let after = run.deliveries.dropFirst(before).map(\.request)
        let restarted = after.filter { $0.uri.hasPrefix("e1-") }
        #expect(restarted.count > 15)
        #expect(restarted.first?.joint == .interrupted)
        let all = restarted.map(\.sequence)
        let first = try #require(all.first)
        #expect(all == Array(first..<first + all.count))
        #expect(run.problems == [])
    }

    @Test("a playlist that stays in the past becomes the present")
    func jumpBack() throws {
        var run = try ClientRun(ModelStation(window: 40))
        try run.run(until: .seconds(60))
        let last = try #require(run.deliveries.last?.request.sequence)
        // The same names, two minutes earlier, and going on from there.
        run.station.beginning = run.station.beginning + .seconds(120)
        try run.run(until: .seconds(100))
        let next = try #require(run.deliveries.first { $0.time > .seconds(60) }?.request)
        #expect(next.sequence < last - 15)
        #expect(next.joint == .interrupted)
        #expect(!run.isOver)
    }

    @Test("a client that slept goes on near the end of the playlist")
    func fallingBehind() throws {
        var run = try ClientRun(ModelStation(), givingUpAfter: nil)
        try run.run(until: .seconds(30))
        run.onPlaylist = { _, now in now < .seconds(130) ? .fail(.passing) : .state(at: now) }
        try run.run(until: .seconds(200))
        let joints = Self.joints(run)
        let first = try #require(joints.keys.first)
        #expect(joints == [first: .interrupted])
        #expect(run.station.count(at: .seconds(130)) - first <= 4)
        #expect(run.others.map(\.effect).contains(.lost(.failure)))
        #expect(run.others.last?.effect == .resumed)
    }

    @Test("a stream that never plays is given up after ten seconds, or at once if it never will")
    func neverThere() throws {
        var run = try ClientRun(ModelStation())
        run.onMedia = { _, _ in .passing }
        try run.run(until: .seconds(60))
        #expect(
            run.others.last?.effect == .giveUp(.standstill)
                || run.others.last?.effect == .giveUp(.failure))
        #expect(run.now == .seconds(10))
        var hopeless = try ClientRun(ModelStation())
        hopeless.onMedia = { _, _ in .lasting }
        try hopeless.run(until: .seconds(60))
        #expect(hopeless.others.map(\.effect) == [.giveUp(.failure)])
        #expect(hopeless.now < .seconds(1))
    }

    @Test("a station that adds nothing is lost, and given up after the time for that")
    func standstill() throws {
        var station = ModelStation()
        station.end = .seconds(20)
        var run = try ClientRun(station, givingUpAfter: .seconds(60))
        try run.run(until: .seconds(300))
        let kinds = run.others.map(\.effect)
        #expect(kinds.first == .lost(.standstill))
        #expect(kinds.last == .giveUp(.standstill))
        let last = try #require(run.deliveries.last?.time)
        #expect(run.now - last == .seconds(60))
        #expect(kinds.contains(.tryAgain(3)))
    }

    @Test("while a station is lost, the tries count up, and the time that is left counts down")
    func retries() throws {
        var station = ModelStation()
        station.end = .seconds(20)
        var run = try ClientRun(station, givingUpAfter: .seconds(60))
        try run.run(until: .seconds(60))
        let (count, left) = try #require(run.client.retries(at: run.now))
        #expect(count > 0)
        let before = try #require(left)
        #expect(before > .seconds(5) && before < .seconds(60))
        #expect(run.client.retries(at: run.now + .seconds(5))?.remaining == before - .seconds(5))
        #expect(run.client.retries(at: run.now + .seconds(99))?.remaining == .zero)
    }

    @Test("a station that comes back in time is heard again")
    func returning() throws {
        var run = try ClientRun(ModelStation(), givingUpAfter: .seconds(60))
        try run.run(until: .seconds(20))
        run.onPlaylist = { _, now in now < .seconds(60) ? .fail(.absent) : .state(at: now) }
        try run.run(until: .seconds(100))
        #expect(run.others.first?.effect == .lost(.failure))
        #expect(run.others.last?.effect == .resumed)
        #expect(run.client.retries(at: run.now) == nil)
        #expect(run.deliveries.last!.time > .seconds(90))
    }

    @Test("a decoder that cannot use a run gets the next segment as a new one")
    func abandoned() throws {
        var run = try ClientRun(ModelStation())
        try run.run(until: .seconds(20))
        try run.send(.abandoned)
        try run.run(until: .seconds(60))
        #expect(Set(run.deliveries.map(\.request.run)) == [1, 2])
        #expect(run.deliveries.map(\.request.joint).allSatisfy { $0 == .continued })
    }
}
