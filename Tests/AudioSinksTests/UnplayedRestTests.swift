import MediaTime
import Testing

@testable import AudioSinks

@Suite("The last frames of an output with a clock of its own")
struct UnplayedRestTests {
    private let start = MonotonicTime.now

    private func time(_ seconds: Double) -> MonotonicTime { start.advanced(by: seconds) }

    @Test("count as heard once their number has not fallen for a second")
    func standing() {
        var rest = UnplayedRest()
        #expect(rest.unheard(960, isComplete: true, at: time(0)) == 960)
        #expect(rest.unheard(480, isComplete: true, at: time(0.5)) == 480)
        #expect(rest.unheard(480, isComplete: true, at: time(1.25)) == 480)
        // More than before is no progress.
        #expect(rest.unheard(481, isComplete: true, at: time(1.5)) == 0)
    }

    @Test("are waited for while their number falls")
    func falling() {
        var rest = UnplayedRest()
        for step in 0..<10 {
            let count = 4800 - step
            #expect(rest.unheard(count, isComplete: true, at: time(Double(step) * 0.75)) == count)
        }
    }

    @Test("are waited for while more follows, however long a device stands still")
    func incomplete() {
        var rest = UnplayedRest()
        #expect(rest.unheard(480, isComplete: false, at: time(0)) == 480)
        #expect(rest.unheard(480, isComplete: false, at: time(60)) == 480)
        #expect(rest.unheard(480, isComplete: true, at: time(61)) == 480)
        #expect(rest.unheard(480, isComplete: false, at: time(61.5)) == 480)
        #expect(rest.unheard(480, isComplete: true, at: time(62)) == 480)
        #expect(rest.unheard(480, isComplete: true, at: time(63)) == 0)
    }
}
