import SampleStation
import Testing

@Suite("Opt-out cap") struct OptOutCapTests {
    @Test("is reached with the third opt-out within ten minutes, and expires")
    func window() {
        var cap = OptOutCap()
        for second in [0, 300, 590] {
            #expect(!cap.isReached(at: .seconds(second)))
            cap.noteOptOut(at: .seconds(second))
        }
        #expect(cap.isReached(at: .seconds(599)))
        #expect(!cap.isReached(at: .seconds(600)))
        cap.noteOptOut(at: .seconds(650))
        #expect(cap.isReached(at: .seconds(899)))
        #expect(!cap.isReached(at: .seconds(900)))
    }
}
