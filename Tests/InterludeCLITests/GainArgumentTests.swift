import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("Gain argument")
struct GainArgumentTests {
    @Test(
        "is a factor or decibels",
        arguments: [
            ("0", 0), ("1", 1), ("1.5", 1.5), ("0.25", 0.25), ("0dB", 1), ("-6dB", 0.501187),
            ("-20db", 0.1), ("+3dB", 1.412538),
        ] as [(String, Float)])
    func read(text: String, factor: Float) throws {
        #expect(abs(try GainArgument(parsing: text).gain.linear - factor) < 1e-6)
    }

    @Test(
        "a value above 1.5, or not a number, is refused",
        arguments: ["", "-1", "1.51", "4dB", "dB", "loud", "nan", "inf", "1e0", "0x1"])
    func refused(text: String) {
        #expect(throws: UnusableArgument.self) { try GainArgument(parsing: text) }
    }
}
