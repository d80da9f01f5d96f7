import AudioSinks
import Testing

@testable import LatencyMeasuring

@Suite("Runs in a monitor's output")
struct RunFinderTests {
    @Test(
        "name their sound and their first frame, however the output is split",
        arguments: [1, 7, 240])
    func contents(size: Int) {
        let heard = Heard().silence(100).frames(50..<400, of: .programme).noise(3)
            .frames(0..<60, of: .spot).frames(400..<500, of: .programme)
        let runs = heard.runs(inFragmentsOf: size)
        #expect(
            runs.map(\.content) == [
                .silence, .sound(.programme, firstIndex: 50), .unknown,
                .sound(.spot, firstIndex: 0), .sound(.programme, firstIndex: 400),
            ])
        #expect(runs.map(\.first) == [0, 100, 450, 453, 513])
        #expect(runs.map(\.count) == [100, 350, 3, 60, 100])
    }

    @Test("are found in the samples of a whole sound")
    func wholeSound() {
        let samples = CodedSound.spot.samples
        #expect(samples.count == 4800)
        let found = (0..<2400).map {
            CodedSound.identify(left: samples[2 * $0], right: samples[2 * $0 + 1])
        }
        #expect(found.map { $0?.sound } == Array(repeating: .spot, count: 2400))
        #expect(found.map { $0?.index } == Array(0..<2400))
    }

    @Test("end where a frame is missing or doubled")
    func jumps() {
        let heard = Heard().frames(0..<50, of: .programme).frames(51..<90, of: .programme)
            .frames(89..<120, of: .programme)
        #expect(heard.runs().compactMap { $0.firstIndex(of: .programme) } == [0, 51, 89])
    }

    @Test("know when they left the monitor, and when they were heard")
    func times() {
        let runs = Heard().silence(480).frames(0..<480, of: .programme).runs()
        #expect(runs.map(\.atMonitor.nanoseconds) == [1_000_000_000, 1_002_000_000])
        #expect(runs.map(\.heard.nanoseconds) == [0, 10_000_000])
    }

    @Test("are of no sound if its frames were changed", arguments: [0.5, 0.999, -1] as [Float])
    func changed(gain: Float) {
        let (left, right) = CodedSound.programme.frame(at: 1001)
        let found = CodedSound.identify(left: left * gain, right: right * gain)
        #expect(found == nil)
    }

    @Test(
        "are of no sound outside of its frames",
        arguments: [(-1, 0), (0.5, 0), (8_388_608, 0), (4_194_304, 0)] as [(Float, Float)])
    func outside(left: Float, right: Float) {
        #expect(CodedSound.identify(left: left / 8_388_608, right: right) == nil)
    }

    @Test("are of no sound after its last frame")
    func beyond() {
        let spot = CodedSound.spot
        let longer = CodedSound(number: spot.number, frameCount: spot.frameCount + 1)
        for (index, isFound) in [(spot.frameCount - 1, true), (spot.frameCount, false)] {
            let (left, right) = longer.frame(at: index)
            #expect((CodedSound.identify(left: left, right: right) != nil) == isFound)
        }
    }

    @Test("tell the sounds apart", arguments: [CodedSound.programme, .otherProgramme, .spot])
    func sounds(sound: CodedSound) throws {
        for index in [0, 1, 2399] {
            let (left, right) = sound.frame(at: index)
            let found = try #require(CodedSound.identify(left: left, right: right))
            #expect(found.sound == sound)
            #expect(found.index == index)
        }
    }
}
