import HLSPlaylists
import HLSStreaming
import MediaTime
import Testing

@Suite("HLS client, live")
struct HLSLiveTests {
    @Test(
        "a stream begins the hold-back before the end of its playlist",
        arguments: [
            ([], 3), (["#EXT-X-SERVER-CONTROL:HOLD-BACK=24"], 4),
            (["#EXT-X-START:TIME-OFFSET=-30"], 5), (["#EXT-X-START:TIME-OFFSET=-1"], 3),
            (["#EXT-X-START:TIME-OFFSET=7"], 9), (["#EXT-X-START:TIME-OFFSET=900"], 3),
        ] as [([String], Int)])
    func start(_ header: [String], _ behind: Int) throws {
        var station = ModelStation(window: 10)
        station.header = header
        var run = try ClientRun(station)
        try run.run(until: .seconds(1))
        #expect(run.deliveries.first?.request.sequence == station.count(at: .zero) - behind)
        #expect(run.problems == [])
    }

    @Test(
        "every segment is loaded once, in order, soon after it is there", arguments: [1, 2, 6, 10])
    func follows(_ target: Int) throws {
        let station = ModelStation(target: .seconds(target))
        var run = try ClientRun(station)
        try run.run(until: .seconds(600))
        let first = try #require(run.deliveries.first?.request.sequence)
        let sequences = run.deliveries.map(\.request.sequence)
        #expect(sequences == Array(first..<first + sequences.count))
        #expect(
            sequences.last == station.count(at: run.now) - 1
                || sequences.last == station.count(at: run.now) - 2)
        #expect(Set(run.deliveries.map(\.request.run)) == [1])
        for delivery in run.deliveries.dropFirst(3) {
            let made = station.time(of: delivery.request.sequence, part: nil)
            #expect(delivery.time - made <= .seconds(target) + .milliseconds(200))
        }
        #expect(run.buffered >= .seconds(target))
        #expect(run.problems == [])
    }

    @Test("a playlist is loaded again after its target duration, and after half of it if unchanged")
    func reloads() throws {
        var station = ModelStation()
        station.end = .seconds(13)
        var run = try ClientRun(station)
        try run.run(until: .seconds(30))
        // Segments are whole at 2 s and 8 s, and then no more.
        #expect(
            run.requests.map { Int(saturating: ($0.time / .seconds(1)).rounded()) }
                == [6, 12, 18, 21, 24, 27])
    }

    @Test("a server that can wait is asked to, and the next segment arrives with its playlist")
    func blocking() throws {
        var station = ModelStation(target: .seconds(4))
        station.header = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"]
        var run = try ClientRun(station)
        try run.run(until: .seconds(100))
        #expect(run.requests.dropFirst().allSatisfy { $0.request.wait != nil })
        for delivery in run.deliveries.dropFirst(3) {
            let made = station.time(of: delivery.request.sequence, part: nil)
            #expect(delivery.time - made <= .milliseconds(100))
        }
        #expect(run.requests.count <= 28)
    }

    @Test("a server that says that it waits, and does not, is asked no more often than others")
    func impatientServer() throws {
        var station = ModelStation(target: .seconds(4))
        station.header = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"]
        var run = try ClientRun(station)
        run.roundTrip = .milliseconds(5)
        run.ignoresWait = true
        try run.run(until: .seconds(30))
        #expect(run.requests.count < 30)
    }

    @Test("parts are loaded as they are made, and play within the hold-back of parts")
    func lowLatency() throws {
        var station = ModelStation(target: .seconds(4), partCount: 8)
        station.header = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5"]
        var run = try ClientRun(station)
        try run.run(until: .seconds(60))
        let first = try #require(run.deliveries.first?.request)
        let begin = station.time(of: first.sequence, part: first.part) - station.part
        #expect(Duration.zero - begin <= .seconds(2))
        for (one, next) in zip(run.deliveries, run.deliveries.dropFirst()) {
            let own = station.time(of: one.request.sequence, part: one.request.part)
            let after = station.time(of: next.request.sequence, part: next.request.part)
            #expect(after - own == (next.request.part == nil ? station.target : station.part))
            #expect(next.request.run == 1)
        }
        let last = try #require(run.deliveries.last)
        #expect(
            last.time - station.time(of: last.request.sequence, part: last.request.part)
                <= .milliseconds(200))
        #expect(run.buffered > .zero)
        #expect(run.problems == [])
    }

    @Test("an update that leaves out known segments is asked for, and completed")
    func deltaUpdates() throws {
        var station = ModelStation(target: .seconds(2), window: 30)
        station.header = ["#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12"]
        var run = try ClientRun(station)
        try run.run(until: .seconds(60))
        #expect(run.requests.filter { $0.request.skip != nil }.count > 20)
        let sequences = run.deliveries.map(\.request.sequence)
        #expect(sequences == Array(sequences[0]..<sequences[0] + sequences.count))
        #expect(sequences.count > 25)
    }

    @Test("a stream that has ended is played to its last segment, and ends")
    func end() throws {
        var station = ModelStation()
        (station.end, station.hasEndTag) = (.seconds(27), true)
        var run = try ClientRun(station)
        try run.run(until: .seconds(600))
        #expect(run.others.map(\.effect) == [.end])
        #expect(run.deliveries.last?.request.sequence == station.count(at: .seconds(27)) - 1)
    }

    @Test("a recording begins at its beginning, and is loaded at most half a minute ahead")
    func recording() throws {
        var station = ModelStation(window: 200, beginning: .seconds(-600))
        (station.end, station.hasEndTag) = (.zero, true)
        var run = try ClientRun(station)
        try run.run(until: .seconds(10))
        #expect(run.deliveries.first?.request.sequence == 0)
        #expect(run.buffered > .seconds(20) && run.buffered < .seconds(60))
        try run.run(until: .seconds(700))
        #expect(run.deliveries.map(\.request.sequence) == Array(0..<100))
        #expect(run.requests.isEmpty)
        #expect(run.others.map(\.effect) == [.end])
    }

    @Test(
        "the distance from live is that of the playlist's end, and time that it does not list yet")
    func distance() throws {
        var run = try ClientRun(ModelStation())
        #expect(run.client.distanceFromEnd(at: .zero) == .seconds(18))
        try run.run(until: .seconds(1))
        #expect(run.client.distanceFromEnd(at: .seconds(1)) == .seconds(1))
        #expect(run.client.distanceFromEnd(at: .seconds(5)) == .seconds(5))
        #expect(run.client.distanceFromEnd(at: .seconds(50)) == .seconds(6))
        // Behind the playlist, its beginning counts.
        var behind = try ClientRun(ModelStation())
        behind.onMedia = { _, _ in .absent }
        try behind.run(until: .seconds(1))
        #expect((behind.client.distanceFromEnd(at: .seconds(1)) ?? .zero) <= .seconds(36))
    }
}
