import Foundation
import MediaTime
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

    @Test(
        "is a volume from silence to one and a half",
        arguments: [
            (0, nil), (1, nil), (1.5, nil), (1.501, "must be at most 1.5"),
            (-0.001, "must not be negative"), (.infinity, "must be a finite number"),
            (.nan, "must be a finite number"),
        ] as [(Float, String?)])
    func volume(linear: Float, refusal: String?) throws {
        let gain = Gain(linear: linear)
        if let refusal {
            let error = #expect(throws: NumberError.self) { try gain.checkedVolume() }
            #expect(error?.description == refusal)
        } else {
            #expect(try gain.checkedVolume() == gain)
        }
    }

    @Test("is written as its factor, and read again where that is a number")
    func codable() throws {
        let text = try JSONEncoder().encode([Gain(linear: 0.25)])
        #expect(String(decoding: text, as: UTF8.self) == "[0.25]")
        #expect(try JSONDecoder().decode([Gain].self, from: text) == [Gain(linear: 0.25)])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Gain].self, from: Data("[1e300]".utf8))
        }
    }

    @Test("of silence is infinitely low")
    func silence() {
        #expect(Gain.silence.decibels == -.infinity)
        #expect(Gain.unity.decibels == 0)
    }
}
