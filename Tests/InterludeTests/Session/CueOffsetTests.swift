import AdCues
import AdPlayback
import Advertising
import Foundation
import MediaTime
import Testing

@testable import Interlude

/// `StreamMarkers.cueOffset`.
@Suite("A marker with an offset")
struct CueOffsetTests {
    private let second = FrameTime.rate

    private func scenario(_ offset: Duration) -> Scenario {
        var scenario = Scenario(frames: 480_000).filling(.spot(0, frames: 48_000))
        scenario.configuration.markers?.cueOffset = offset
        return scenario
    }

    @Test(
        "E16: takes effect so much later or earlier, to the frame, on every channel",
        arguments: [Cue.Source.icy, .vorbis, .id3, .scte35, .hls],
        [
            (Duration.zero, 144_000), (.seconds(1), 192_000), (.seconds(-1), 96_000),
            (.milliseconds(-250), 132_000), (.seconds(-2), 48_000),
        ])
    func exact(source: Cue.Source, offset: (Duration, Int)) async throws {
        let outcome = try await scenario(offset.0)
            .cue(.out(duration: .seconds(1)), at: 144_000, id: "1", source: source).run()
        let start = offset.1
        #expect(outcome.values("streamFrame", of: "cue.seen") == ["\(start)"])
        #expect(outcome.frames(of: "slot.started") == [start])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(start + second)"])
        #expect(outcome.sound[0..<start] == Sound.stream(0, count: start))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("E16: is ten seconds at most")
    func range() async throws {
        for (offset, place) in [(Duration.seconds(60), 624_000), (.seconds(-60), -336_000)] {
            let outcome = try await scenario(offset)
                .cue(.out(duration: .seconds(30)), at: 144_000).run()
            #expect(
                (outcome.values("streamFrame", of: "cue.seen")
                    + outcome.values("streamFrame", of: "cue.ignored")) == ["\(place)"])
        }
    }

    @Test("E16: moves the end that a marker gives, too")
    func end() async throws {
        var scenario = scenario(.milliseconds(500))
            .cue(.out(duration: .seconds(3)), at: 48_000)
            .cue(.in, at: 150_000, known: 120_000)
        scenario.configuration.markers?.fill = [.spot(0, frames: 60_000)]
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started") == [72_000, 132_000])
        #expect(outcome.frames(of: "slot.skipped") == [174_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["174000"])
    }

    @Test("E16: does not begin before what was heard when it became known")
    func late() async throws {
        let outcome = try await scenario(.seconds(-2))
            .cue(.out(duration: .seconds(4)), at: 168_000, known: 96_000)
            .at(96_000, .setVolume(.unity)).run()
        #expect(outcome.values("streamFrame", of: "cue.seen") == ["72000"])
        let start = try #require(outcome.frames(of: "slot.started").first)
        #expect(96_000...144_000 ~= start)
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
    }

    @Test("E16: says the same of a break that is under way, wherever it is heard itself")
    func underWay() {
        func moved(_ elapsed: Duration?, by seconds: Int) -> Cue {
            Cue(
                .continue(elapsed: elapsed, duration: .seconds(30)), at: FrameTime(480_000),
                source: .hls
            ).delayed(by: seconds * second)
        }
        #expect(moved(.seconds(8), by: 3).position == FrameTime(480_000))
        #expect(
            moved(.seconds(8), by: 3).kind
                == .continue(elapsed: .seconds(5), duration: .seconds(30)))
        #expect(moved(.seconds(8), by: -3).position == FrameTime(480_000))
        #expect(
            moved(.seconds(8), by: -3).kind
                == .continue(elapsed: .seconds(11), duration: .seconds(30)))
        // It has not begun where the marker is.
        #expect(moved(.seconds(1), by: 3).position == FrameTime(480_000 + 96_000))
        #expect(
            moved(.seconds(1), by: 3).kind
                == .continue(elapsed: .zero, duration: .seconds(30)))
        #expect(moved(nil, by: 3).position == FrameTime(480_000 + 144_000))
    }

    @Test("E16: is moved only if its place is that of the marker in the stream")
    func kept() {
        for source in Cue.Source.allCases {
            let cue = Cue(.out(duration: nil), at: FrameTime(480_000), source: source)
            let isMoved = [.icy, .vorbis, .id3, .hls, .scte35].contains(source)
            #expect((cue.delayed(by: 100).position == FrameTime(480_100)) == isMoved)
            #expect(isMoved || cue.delayed(by: 100) == cue)
            var dated = cue
            dated.fields["START-DATE"] = "2026-01-01T00:00:00Z"
            let isDateRange = [.hls, .scte35].contains(source)
            #expect((dated.delayed(by: -100) == dated) == (isDateRange || !isMoved))
        }
        var interstitial = Cue(.out(duration: nil), at: FrameTime(480_000), source: .hls)
        interstitial.interstitial = Interstitial(attributes: "X-ASSET-URI=\"u\"")
        #expect(interstitial.delayed(by: 100) == interstitial)
        let cancelled = Cue(id: "1", .cancel, at: .zero, source: .icy)
        #expect(cancelled.delayed(by: 100) == cancelled)
    }

    @Test("E16: has no effect on breaks at an interval")
    func interval() async throws {
        var scenario = scenario(.seconds(1))
        scenario.configuration.markers?.interval = StreamMarkers.Interval(
            every: .seconds(4), length: .seconds(1))
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "slot.started").first == 4 * second)
    }

    @Test("E16: is none in a recording of an earlier version")
    func earlierRecording() throws {
        var markers = StreamMarkers()
        markers.cueOffset = .seconds(2)
        let decoded = try JSONDecoder().decode(
            StreamMarkers.self, from: JSONEncoder().encode(markers))
        #expect(decoded == markers)
        var object = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(markers)) as? [String: Any])
        #expect(object.removeValue(forKey: "cueOffset") != nil)
        let earlier = try JSONDecoder().decode(
            StreamMarkers.self, from: JSONSerialization.data(withJSONObject: object))
        #expect(earlier == StreamMarkers())
    }
}
