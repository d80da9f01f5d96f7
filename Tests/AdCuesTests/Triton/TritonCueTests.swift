import MediaTime
import Testing

@testable import AdCues

@Suite("A cue of Triton")
struct TritonCueTests {
    @Test(
        "has a length in one of three dialects",
        arguments: [
            ("242000", .milliseconds(242_000)), (" 30015 ", .milliseconds(30_015)),
            ("242.5", .milliseconds(242_500)), ("30.0", .seconds(30)),
            ("00:04:02", .seconds(242)), ("00:00:29.960", .milliseconds(29_960)),
            ("0", nil), ("00:00:00", nil), ("0.0", nil), ("", nil), ("-5", nil), ("1e9", nil),
            ("nan", nil), ("4:02", nil), ("99:00:00", nil), ("00:61:00", nil), ("1.5.0", nil),
            ("99999999999999999999", nil), ("99999999.9", nil),
        ] as [(String, Duration?)])
    func duration(text: String, expected: Duration?) {
        #expect(TritonCue.duration(text) == expected)
    }

    /// b.6, "no end marker ever": any cue that is no ad ends a break.
    @Test("ends a break by its end, or by anything that is no ad")
    func ends() {
        #expect(TritonCue(cueType: "ad", adType: "endbreak").endsBreak)
        #expect(TritonCue(cueType: "track", adType: nil).endsBreak)
        #expect(TritonCue(cueType: "Speech", adType: nil) == .other("speech"))
        #expect(TritonCue.other("speech").endsBreak)
        #expect(!TritonCue(cueType: "ad", adType: "break").endsBreak)
        #expect(!TritonCue(cueType: " ad ", adType: "INSERT").endsBreak)
    }
}
