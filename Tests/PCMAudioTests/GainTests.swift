import PCMAudio
import Testing

@Suite("A gain")
struct GainTests {
    @Test(
        "is ten for every 20 decibels",
        arguments: [(0.0, 1.0), (20, 10), (-20, 0.1), (-6.0206, 0.5)])
    func decibels(decibels: Double, linear: Double) {
        #expect(abs(Double(Gain.decibels(decibels).linear) - linear) < 1e-6)
        #expect(abs(Gain.decibels(decibels).decibels - decibels) < 1e-5)
    }

    @Test("of silence lies infinitely low")
    func silence() {
        #expect(Gain.silence.decibels == -.infinity)
        #expect(Gain.unity.decibels == 0)
    }
}
