import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

/// Each watch at its limits, to the second and the frame.
@Suite("The limits of alarms")
struct WatchLimitTests {
    private static let start = SimulatedStation.start

    private static func level(
        _ loudness: Double, frameCount: Int = FrameTime.rate
    ) -> HeardLevel {
        HeardLevel(
            range: FrameRange(.zero, count: frameCount), loudness: loudness, truePeak: loudness)
    }

    @Test("audio below -55 LUFS is silent, and no other")
    func silenceLevel() {
        for (loudness, changes) in [(-55.1, ["silence raised 20"]), (-55, [])] {
            var station = SimulatedStation()
            station.loudness = loudness
            station.pass(21)
            #expect(station.changes == changes)
        }
    }

    @Test("silence counts the frames that were heard, from the first of them")
    func silenceLength() {
        var watch = SilenceWatch()
        for step in 1...4 {
            watch.take(
                Self.level(-.infinity, frameCount: FrameTime.rate / 2), quieterThan: -55,
                at: Self.start + .milliseconds(500 * step))
        }
        let finding = watch.finding(limit: .seconds(2))
        #expect(finding?.value == 2 && finding?.since == Self.start)
        #expect(watch.finding(limit: .milliseconds(2001)) == nil)
        #expect(watch.finding(limit: nil) == nil)
        watch.stop()
        #expect(watch.finding(limit: .zero) == nil)
    }

    @Test("loudness is compared once there were 20 s, and 60 s before them")
    func loudnessBegin() throws {
        var watch = LoudnessWatch()
        for second in 0..<80 {
            #expect(watch.finding(limit: 0.1, at: Self.start) == nil)
            watch.take(Self.level(second < 60 ? -54 : -42), silentBelow: -55)
        }
        let finding = try #require(watch.finding(limit: 11.999, at: Self.start))
        #expect(abs(finding.value - 12) < 1e-6)
        #expect(finding.words == "12.0 LU louder than before")
        #expect(finding.since == Self.start - .seconds(20))
        #expect(watch.finding(limit: 12.001, at: Self.start) == nil)
        #expect(watch.finding(limit: finding.value, at: Self.start) != nil)
    }

    @Test("loudness is compared with three minutes: what was before counts no longer")
    func loudnessMemory() throws {
        var watch = LoudnessWatch()
        watch.take(Self.level(30), silentBelow: -55)
        for _ in 0..<199 { watch.take(Self.level(-20), silentBelow: -55) }
        let finding = try #require(watch.finding(limit: 12, at: Self.start))
        #expect(finding.words.hasSuffix("LU quieter than before"))
        watch.take(Self.level(-20), silentBelow: -55)
        #expect(watch.finding(limit: 0.001, at: Self.start) == nil)
    }

    @Test("loudness is that of whole seconds, however the levels divide them, without silence")
    func loudnessPieces() {
        var watch = LoudnessWatch()
        // Two levels of nearly a second are one of nearly two.
        for _ in 0..<80 {
            watch.take(Self.level(-20, frameCount: FrameTime.rate - 1), silentBelow: -55)
        }
        #expect(watch.finding(limit: 0, at: Self.start) == nil)
        for _ in 0..<80 {
            watch.take(Self.level(-20, frameCount: FrameTime.rate - 1), silentBelow: -55)
            watch.take(Self.level(-56), silentBelow: -55)
            watch.take(Self.level(-.infinity), silentBelow: -.infinity)
            watch.take(Self.level(0, frameCount: 0), silentBelow: -55)
        }
        #expect((watch.finding(limit: 0, at: Self.start)?.value ?? 1) < 1e-9)
        // The power of a second is the mean of its levels.
        var mixed = LoudnessWatch()
        for second in 0..<80 {
            for piece in 0..<4 {
                let loudness = second < 60 ? -20.0 : piece == 0 ? -10 : -20
                mixed.take(Self.level(loudness, frameCount: FrameTime.rate / 4), silentBelow: -55)
            }
        }
        // (10 + 3 × 1) / 4.
        #expect(abs((mixed.finding(limit: 0, at: Self.start)?.value ?? 0) - 5.118_834) < 1e-5)
        // A level at the limit is not silent.
        var quiet = LoudnessWatch()
        for _ in 0..<80 { quiet.take(Self.level(-55), silentBelow: -55) }
        #expect(quiet.finding(limit: 0, at: Self.start) != nil)
    }

    /// A watch that got `lead` seconds more audio than time each minute, for so many minutes.
    private static func drift(_ lead: Double, minutes: Int) -> DriftWatch {
        var watch = DriftWatch()
        for minute in 0...minutes {
            let seconds = Double(minute) * (60 + lead)
            watch.take(
                received: .milliseconds(Int64(saturating: seconds * 1000)),
                at: start + .seconds(60 * minute))
        }
        return watch
    }

    @Test("drift is known after ten minutes, at its limit")
    func driftBegin() throws {
        let end = Self.start + .seconds(600)
        #expect(Self.drift(1, minutes: 9).finding(limit: .zero, at: end) == nil)
        let watch = Self.drift(1, minutes: 10)
        let finding = try #require(watch.finding(limit: .seconds(9), at: end))
        #expect(finding.value == 9 && finding.limit == 9)
        #expect(finding.words == "9.0 s more audio than time in 9 min")
        #expect(finding.since == Self.start + .seconds(60))
        #expect(watch.finding(limit: .milliseconds(9001), at: end) == nil)
        let slow = try #require(Self.drift(-1, minutes: 10).finding(limit: .seconds(9), at: end))
        #expect(slow.words == "9.0 s less audio than time in 9 min" && slow.value == 9)
    }

    @Test("drift is that of the last hour")
    func driftMemory() {
        for (minutes, length) in [(60, 59), (61, 60), (62, 60), (90, 60)] {
            let finding = Self.drift(1, minutes: minutes)
                .finding(limit: .zero, at: Self.start + .seconds(60 * minutes))
            #expect(finding?.value == Double(length))
            #expect(finding?.since == Self.start + .seconds(60 * (minutes - length)))
            #expect(finding?.words.hasSuffix(" in \(length) min") == true)
        }
    }

    @Test("the audio that is ahead most counts for a minute, and an interruption begins again")
    func driftPeaks() {
        var watch = DriftWatch()
        for second in 0...600 {
            // Segments of six seconds.
            watch.take(
                received: .seconds(second / 6 * 6 + 6), at: Self.start + .seconds(second))
        }
        #expect(watch.finding(limit: .zero, at: Self.start)?.value == 0)
        watch.stop()
        for second in 601...1200 {
            watch.take(received: .seconds(second * 2), at: Self.start + .seconds(second))
            #expect(watch.finding(limit: .zero, at: Self.start) == nil)
        }
    }

    @Test("a beacon counts for ten minutes, and of more than a thousand none is counted")
    func beaconMemory() {
        var watch = BeaconWatch()
        for _ in 0..<1001 { watch.noteLoss(because: nil, at: Self.start) }
        let end = Self.start + BeaconWatch.window
        let finding = watch.finding(limit: 1000, at: end - .nanoseconds(1))
        #expect(finding?.value == 1000 && finding?.words == "1000 beacons given up")
        #expect(finding?.since == Self.start)
        #expect(watch.finding(limit: 1001, at: Self.start) == nil)
        #expect(watch.finding(limit: 1, at: end) == nil)
        // Those that count no longer make room.
        watch.noteLoss(because: "no answer", at: end)
        #expect(watch.finding(limit: 1, at: end)?.words == "1 beacon given up: no answer")
    }

    @Test("a stream is down at its limit, and the reason is short")
    func down() {
        var watch = AvailabilityWatch(at: Self.start)
        watch.note(reason: String(repeating: "a", count: 8000))
        #expect(watch.finding(limit: .seconds(15), at: Self.start + .milliseconds(14_999)) == nil)
        let finding = watch.finding(limit: .seconds(15), at: Self.start + .seconds(15))
        #expect(finding?.value == 15 && finding?.since == Self.start)
        #expect(finding.map { $0.words.count < 600 } == true)
        watch.note(.playing, at: Self.start + .seconds(20))
        watch.note(.playing, at: Self.start + .seconds(30))
        #expect(watch.isPlaying && watch.playingSince == Self.start + .seconds(20))
        #expect(watch.reason == nil && watch.absentSince == nil)
        watch.note(.buffering, at: Self.start + .seconds(40))
        watch.note(.lost, at: Self.start + .seconds(50))
        #expect(watch.absentSince == Self.start + .seconds(40))
        #expect(watch.state == .lost && !watch.isPlaying)
    }

    @Test(
        "a time is in words to the tenth if it is short",
        arguments: [
            (9_900, "9.9 s"), (10_000, "10 s"), (600_000, "600 s"),
        ])
    func words(milliseconds: Int, words: String) {
        #expect(Duration.milliseconds(milliseconds).inWords == words)
    }
}
