import AdPlayback
import Testing

@testable import InterludeCLI

@Suite("Loudness argument")
struct LoudnessArgumentTests {
    @Test(
        "is a profile, or a loudness in LUFS",
        arguments: [
            ("match", .match), ("tech1008", .tech1008), ("r128", .r128), ("off", .off),
            ("fixed=-16", .fixed(-16)), ("fixed=-19.5", .fixed(-19.5)), ("fixed=0", .fixed(0)),
        ] as [(String, LoudnessProfile)])
    func parsed(text: String, profile: LoudnessProfile) throws {
        #expect(try LoudnessArgument(parsing: text).profile == profile)
    }

    @Test(
        "any other text is refused with a hint",
        arguments: [
            ("loud", "write match, tech1008, r128"), ("", "write match"), ("-16", "write match"),
            ("fixed", "write match"), ("fixed=", "from -60 to 0"), ("fixed=16", "from -60 to 0"),
            ("fixed=-61", "from -60 to 0"), ("fixed=nan", "from -60 to 0"),
            ("fixed=-1e1", "from -60 to 0"),
        ])
    func refused(text: String, reason: String) throws {
        let error = try #require(throws: UnusableArgument.self) {
            try LoudnessArgument(parsing: text)
        }
        #expect("\(error)".contains(reason))
    }
}
