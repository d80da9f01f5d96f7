import AdPlayback
import Advertising
import Foundation
@testable import Interlude
import MediaTime
import Testing

@Suite("The timeline of a session")
struct AdTimelineTests {
    private func timeline(of outcome: Outcome) -> AdTimeline {
        outcome.records.reduce(into: AdTimeline()) { $0.note($1) }
    }

    /// Two breaks, one of which grows, and one spot of which cannot be loaded.
    private func twoBreaks() -> Scenario {
        Scenario(frames: 240_000).push(48_000, .spot(7, frames: 24_000))
            .push(60_000, .spot(8, frames: 12_000))
            .push(144_000, .spot(7, frames: 24_000), .broken(9))
    }

    @Test("D1: has every break and every advertisement, with what became of it")
    func breaks() async throws {
        let outcome = try await twoBreaks().run()
        let timeline = timeline(of: outcome)
        #expect(timeline.breaks.map(\.id) == ["1", "2"])
        #expect(timeline.breaks.map(\.state) == [.done, .done])
        #expect(timeline.breaks.map(\.start) == [.seconds(1), .seconds(3)])
        #expect(timeline.breaks.map(\.end) == [.milliseconds(1750), .milliseconds(3500)])
        #expect(timeline.breaks.map(\.adCount) == [2, 2])
        #expect(timeline.breaks.flatMap(\.ads).map(\.spot) == [7, 8, 7, 9])
        #expect(
            timeline.breaks.flatMap(\.ads).map(\.state) == [.played, .played, .played, .failed])
        #expect(timeline["1"]?.ads.map(\.duration) == [.milliseconds(500), .milliseconds(250)])
    }

    @Test(
        "D1: is a value that no later event and no other copy changes, and equal if it says the same"
    )
    func value() async throws {
        let outcome = try await twoBreaks().run()
        var timeline = AdTimeline()
        var moments: [(AdTimeline, String)] = []
        for record in outcome.records {
            timeline.note(record)
            moments.append((timeline, "\(timeline)"))
        }
        for (moment, words) in moments { #expect("\(moment)" == words) }
        let before = timeline
        timeline.note(EventRecord("session.warning", at: FrameTime(1), ["break": 1]))
        timeline.note(EventRecord("slot.midpoint", at: FrameTime(1), ["break": 9, "slot": 99]))
        #expect(timeline == before)
    }

    @Test("D1: has an advertisement without a number and a title as 0 without words")
    func unnamed() {
        var timeline = AdTimeline()
        timeline.note(EventRecord("break.announced", at: .zero, ["break": 1]))
        timeline.note(EventRecord("slot.loading", at: .zero, ["break": 1, "slot": 3]))
        #expect(timeline["1"]?.adCount == 0)
        #expect(timeline["1"]?.ads.map(\.spot) == [0])
        #expect(timeline["1"]?.ads.map(\.title) == [""])
    }

    @Test("D2: keeps the ids of breaks and advertisements when others come before or between them")
    func ids() async throws {
        let outcome = try await twoBreaks().run()
        var timeline = AdTimeline()
        var known: [String: [Int]] = [:]
        for record in outcome.records {
            timeline.note(record)
            for one in timeline.breaks {
                let ids = one.ads.map(\.id)
                #expect(Array(ids.prefix(known[one.id, default: []].count)) == known[one.id] ?? [])
                known[one.id] = ids
            }
        }
        #expect(Set(known.values.joined()).count == 4)
    }

    @Test("D3: moves each advertisement only from one legal state to the next")
    func states() async throws {
        let legal: [AdTimeline.Ad.State: Set<AdTimeline.Ad.State>] = [
            .unavailable: [.available, .failed, .notUsed],
            .available: [.playing, .failed, .notUsed, .skipped],
            .playing: [.played, .skipped, .failed],
        ]
        let outcome = try await twoBreaks().at(150_000, .skip).run()
        var timeline = AdTimeline()
        var states: [Int: AdTimeline.Ad.State] = [:]
        for record in outcome.records {
            timeline.note(record)
            for ad in timeline.breaks.flatMap(\.ads) {
                let before = states[ad.id] ?? .unavailable
                #expect(before == ad.state || legal[before]?.contains(ad.state) == true)
                states[ad.id] = ad.state
            }
        }
        #expect(states.count == 4)
    }

    @Test("D6: keeps no more than the latest breaks")
    func bounded() {
        var timeline = AdTimeline()
        for number in 1...1000 as ClosedRange<Int64> {
            for name in ["break.announced", "break.started", "break.ended"] {
                timeline.note(
                    EventRecord(
                        name, at: FrameTime(number), ["break": .integer(number), "spots": 1]))
            }
        }
        #expect(timeline.breaks.count == 256)
        #expect(timeline.breaks.last?.id == "1000" && timeline.breaks.first?.id == "745")
    }

    @Test("D11: is the same after it was saved and read")
    func saved() async throws {
        let outcome = try await twoBreaks().run()
        let timeline = timeline(of: outcome)
        let saved = try JSONEncoder().encode(timeline)
        #expect(try JSONDecoder().decode(AdTimeline.self, from: saved) == timeline)
    }

    /// What another session reads that `timeline` was saved for.
    private func reread(_ timeline: AdTimeline) throws -> AdTimeline {
        try JSONDecoder().decode(AdTimeline.self, from: JSONEncoder().encode(timeline))
    }

    @Test("D11: goes on in a session that continues the earlier one, whose numbers it follows")
    func continued() async throws {
        let first = try await twoBreaks().run()
        var scenario = twoBreaks()
        scenario.configuration.earlier = try reread(timeline(of: first))
        let second = try await scenario.run()
        #expect(first.values("break", of: "break.announced") == ["1", "2"])
        #expect(second.values("break", of: "break.announced") == ["3", "4"])
        #expect(second.values("slot", of: "slot.started") == ["5", "6", "7"])
        #expect(second.frames(of: "slot.started") == first.frames(of: "slot.started"))
        #expect(try second.replayed() == second.log)
    }

    @Test("D11: begins with the breaks of the earlier session, of which none is open any more")
    func earlier() async throws {
        let outcome = try await twoBreaks().run()
        let cut = outcome.records.prefix { $0.event != "slot.midpoint" }
        var configuration = SessionConfiguration(source: "live")
        configuration.earlier = try reread(cut.reduce(into: AdTimeline()) { $0.note($1) })
        #expect(configuration.earlier?.breaks.map(\.state) == [.playing])
        let timeline = AudioSession(configuration).timeline
        #expect(timeline.breaks.map(\.state) == [.cancelled])
        #expect(timeline.breaks.map(\.isEarlier) == [true])
        #expect(timeline.breaks.flatMap(\.ads).map(\.state) == [.skipped])
        #expect(timeline.programme == ProgrammeMap())
    }

    @Test("D11: plays no pod again of which the earlier session has heard every ad")
    func pods() async throws {
        var scenario = try PodSessionScenario()
        scenario.configuration.duration = .seconds(17)
        let first = try await scenario.run()
        let heard = timeline(of: first)
        #expect(heard.breaks.map(\.pod) == ["pod-1", "pod-2"])
        #expect(heard.breaks.map(\.skippedAdCount) == [0, 2])
        scenario.configuration.earlier = try reread(heard)
        let second = try await scenario.run()
        #expect(first.values("pod", of: "break.started") == [#""pod-1""#, #""pod-2""#])
        #expect(second.values("pod", of: "break.started") == [#""pod-2""#])
    }

    @Test(
        "D11: counts on from no number that a session cannot reach",
        arguments: [Int.max, Int.min, -1, 1 << 49])
    func hostile(number: Int) async throws {
        var timeline = AdTimeline()
        for name in ["break.announced", "slot.loading"] {
            timeline.note(
                EventRecord(
                    name, at: FrameTime(.max),
                    [
                        "break": .integer(Int64(number)), "slot": .integer(Int64(number)),
                        "spot": .integer(Int64(number)),
                    ]))
        }
        var scenario = twoBreaks()
        scenario.configuration.earlier = try reread(timeline)
        let outcome = try await scenario.run()
        #expect(outcome.values("break", of: "break.announced") == ["1", "2"])
        #expect(outcome.values("slot", of: "slot.started") == ["1", "2", "3"])
    }

    @Test(
        "D12: names the frame of the stream that is heard at each moment, and the way back",
        arguments: [
            (BreakPolicy.mute, SessionConfiguration.Resume.live), (.hold, .continue),
            (.duck, .live),
        ])
    func conversion(policy: BreakPolicy, resume: SessionConfiguration.Resume) async throws {
        let outcome = try await Scenario("file:480000", frames: 384_000).policy(policy, resume)
            .push(48_000, .spot(1, frames: 24_000)).at(120_000, .pause).at(144_000, .unpause)
            .at(192_000, .seek(.seconds(2))).push(240_000, .spot(2, frames: 48_000)).run()
        let map = timeline(of: outcome).programme
        var checked = 0
        for frame in stride(from: 1000, to: 384_000, by: 997) {
            let output = FrameTime(Int64(frame)).duration
            guard map.isHeard(atOutput: output), let stream = map.streamTime(atOutput: output)
            else { continue }
            // The samples of the stream are its frames; fades and ducking change them.
            let sample = outcome.sound.sample(frame) * 16_777_216
            if Int(saturating: Double(sample)) == stream.frameCount { checked += 1 }
            // The seek goes back, and what was heard twice counts where it was heard last.
            let last = try #require(map.outputTime(ofStream: stream))
            #expect(last >= output && map.streamTime(atOutput: last) == stream)
            let whole = try #require(map.integratedTime(atOutput: output))
            let reached = try #require(map.outputTime(ofIntegrated: whole))
            #expect(reached >= output && map.integratedTime(atOutput: reached) == whole)
        }
        #expect(checked > 100)
        let integrated = try #require(map.integratedTime(atOutput: .seconds(7)))
        let place = try #require(map.streamTime(atOutput: .seconds(7)))
        #expect(integrated - place == (policy == .hold ? .milliseconds(1500) : .zero))
        #expect(map.streamTime(atOutput: .seconds(-1)) == nil)
    }
}
