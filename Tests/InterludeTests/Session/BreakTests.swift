import Advertising
import Interlude
import MediaTime
import PCMAudio
import Testing

@Suite("A break in a session")
struct BreakTests {
    private let fade = 384

    @Test("A4: a spot pushed while another is heard joins it without a gap")
    func joins() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 12_000))
            .push(30_000, .spot(2, frames: 9_000, level: 0.25)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 36_000])
        #expect(outcome.frames(of: "stream.resumed") == [45_000])
        #expect(outcome.sound[36_000..<44_616] == Sound.spot(0.25, count: 8_616))
        #expect(outcome.sound[35_000..<36_000] == Sound.spot(0.5, count: 1_000))
        #expect(outcome.adCalls.filter { $0 == "started" || $0 == "finished" }.count == 2)
    }

    @Test("a spot pushed at the very frame at which the break ends joins it as well")
    func joinsAtEnd() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 12_000))
            .push(36_000, .spot(2, frames: 9_000, level: 0.25)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 36_000])
        #expect(outcome.frames(of: "stream.resumed") == [45_000])
        #expect(outcome.frames(of: "stream.muted") == [24_000])
    }

    @Test("ignoring drops waiting spots and lets the playing one continue")
    func ignore() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 12_000), .spot(2, frames: 9_000))
            .at(30_000, .ignoreAdvertisements).run()
        #expect(outcome.values("spot", of: "slot.completed") == ["1"])
        #expect(outcome.values("spot", of: "slot.notUsed") == ["2"])
        #expect(outcome.frames(of: "stream.resumed") == [36_000])
        #expect(outcome.sound[36_384..<96_000] == Sound.stream(36_384, count: 96_000 - 36_384))
    }

    @Test("a skipped spot ends at that frame, and the stream is reported to resume there")
    func skip() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 48_000)).at(30_000, .skip).run()
        #expect(outcome.frames(of: "slot.skipped") == [30_000])
        #expect(outcome.frames(of: "stream.resumed") == [30_000])
        #expect(outcome.frames(of: "latency") == [30_000])
        #expect(outcome.sound[30_384..<96_000] == Sound.stream(30_384, count: 96_000 - 30_384))
        #expect(outcome.adCalls.suffix(4) == ["ABORTED 1", "no banner", "finished", "end"])
    }

    @Test("a skipped spot gives way to the next one")
    func skipToNext() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 48_000), .spot(2, frames: 9_600, level: 0.25))
            .at(30_000, .skip).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 30_000])
        #expect(outcome.frames(of: "stream.muted") == [24_000])
        #expect(outcome.frames(of: "stream.resumed") == [39_600])
    }

    @Test("G7: a skipped break ends at that frame, and none of its spots plays after it")
    func skipBreak() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 48_000), .spot(2, frames: 9_600, level: 0.25))
            .push(26_000, .spot(3, frames: 9_600)).at(30_000, .skipBreak).run()
        #expect(outcome.frames(of: "slot.started") == [24_000])
        #expect(outcome.frames(of: "slot.skipped") == [30_000])
        #expect(outcome.frames(of: "break.ended") == [30_000])
        #expect(outcome.values("spot", of: "slot.notUsed") == ["2", "3"])
        #expect(outcome.frames(of: "stream.resumed") == [30_000])
        #expect(outcome.sound[30_384..<96_000] == Sound.stream(30_384, count: 96_000 - 30_384))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("failed spots are passed over, however many there are", arguments: [1, 2, 100])
    func failures(count: Int) async throws {
        let broken = (1...count).map { Advertisement.broken($0) }
        let outcome = try await Scenario().at(
            24_000, .push(broken + [.spot(900, frames: 4_800)])
        ).run()
        #expect(outcome.frames(of: "slot.failed") == Array(repeating: 24_000, count: count))
        #expect(outcome.frames(of: "slot.started") == [24_000])
        #expect(outcome.frames(of: "stream.resumed") == [28_800])
        #expect(outcome.adCalls.filter { $0.hasPrefix("ABORTED") }.count == count)
        #expect(outcome.adCalls.filter { $0.hasPrefix("banner") } == ["banner 900"])
    }

    @Test(
        "E7: fades at the edges of a break take as long as the session says, without a step",
        arguments: [8, 20, 100])
    func fades(milliseconds: Int) async throws {
        var scenario = Scenario().push(24_000, .spot(1, frames: 48_000))
        scenario.configuration.fade = .milliseconds(milliseconds)
        let outcome = try await scenario.run()
        let fade = 48 * milliseconds
        let (begin, end) = (24_000, 72_000)
        let whole = begin + fade..<end - fade
        #expect(outcome.sound[whole] == Sound.spot(0.5, count: whole.count))
        #expect(
            outcome.sound[end + fade..<96_000]
                == Sound.stream(end + fade, count: 96_000 - end - fade))
        for middle in [begin + fade / 2, end - fade / 2] {
            #expect(abs(outcome.sound.sample(middle) - 0.25) < 0.01)
        }
        for edge in [begin - 1..<whole.lowerBound, whole.upperBound - 1..<end + fade] {
            let samples = edge.map { outcome.sound.sample($0) }
            let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
            #expect(steps.allSatisfy { $0 < 1 / Float(fade) })
        }
    }

    @Test("I1, M-bad-url-advances: a spot that fails between two others leaves no gap")
    func failureBetween() async throws {
        let outcome = try await Scenario()
            .push(24_000, .spot(1, frames: 4_800), .broken(2), .spot(3, frames: 4_800)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000, 28_800])
        #expect(outcome.adCalls.filter { $0.hasPrefix("banner") } == ["banner 1", "banner 3"])
    }

    @Test("I2: when every spot fails, nothing of the break plays")
    func allFail() async throws {
        let outcome = try await Scenario().push(24_000, .broken(1), .broken(2)).run()
        #expect(outcome.sound[0..<96_000] == Sound.stream(0, count: 96_000))
        #expect(!outcome.adCalls.contains("started"))
        #expect(outcome.values("failed", of: "break.ended") == ["2"])
        #expect(outcome.frames(of: "stream.muted").isEmpty)
    }

    @Test("outside of breaks every sample equals that of a run without them")
    func untouched() async throws {
        let plain = try await Scenario("file:1000000").run()
        let outcome = try await Scenario("file:1000000").push(24_000, .spot(1, frames: 12_000))
            .push(60_000, .spot(2, frames: 4_800)).run()
        for part in [0..<24_000, 36_384..<60_000, 65_184..<96_000] {
            #expect(outcome.sound[part] == plain.sound[part])
        }
    }

    @Test("M-volume-restored-exact: after a spot the stream has the listener's volume again")
    func volume() async throws {
        let plain = try await Scenario().volume(0.3).run()
        let outcome = try await Scenario().volume(0.3).push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.sound[36_384..<96_000] == plain.sound[36_384..<96_000])
        #expect(outcome.sound.sample(30_000) == 0.5 * Float(0.3))
        let changed = try await Scenario().push(24_000, .spot(1, frames: 12_000))
            .at(30_000, .setVolume(Gain(linear: 0.3))).run()
        #expect(changed.sound[36_384..<96_000] == plain.sound[36_384..<96_000])
    }

    @Test("E11: the volume of ads changes them without a step, and leaves the stream as it is")
    func adVolume() async throws {
        let plain = try await Scenario().volume(0.5).run()
        var scenario = Scenario().volume(0.5).push(24_000, .spot(1, frames: 12_000))
            .at(30_000, .setAdVolume(Gain(linear: 0.25)))
        scenario.configuration.adVolume = Gain(linear: 0.5)
        let outcome = try await scenario.run()
        #expect(outcome.sound[0..<24_000] == plain.sound[0..<24_000])
        #expect(outcome.sound[24_384..<30_000] == Sound.spot(0.125, count: 5_616))
        #expect(outcome.sound[30_384..<35_616] == Sound.spot(0.0625, count: 5_232))
        #expect(outcome.sound[36_384..<96_000] == plain.sound[36_384..<96_000])
        for frame in 29_999..<30_384 {
            let step = outcome.sound.sample(frame + 1) - outcome.sound.sample(frame)
            #expect(abs(step) < 0.001, "\(frame)")
        }
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("E2, M-stream-consumed-under-ad: a muted live stream is as far behind live as before")
    func consumed() async throws {
        let outcome = try await Scenario().push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["36000"])
        #expect(
            outcome.values("lagBefore", of: "latency") == outcome.values("lagAfter", of: "latency"))
    }

    @Test("a listener at volume 0 gets the same events")
    func silentListener() async throws {
        let scenario = Scenario().push(24_000, .spot(1, frames: 12_000))
        let loud = try await scenario.run()
        let silent = try await scenario.volume(0).run()
        #expect(silent.log == loud.log)
    }
}
