import MediaTime
import Testing

@testable import InterludeCLI

@Suite("Time argument")
struct TimeArgumentTests {
    @Test(
        "a number with a unit is the nearest frame",
        arguments: [
            ("0", 0), ("0s", 0), ("90s", 90 * 48_000), ("250ms", 12_000), ("5m", 300 * 48_000),
            ("1h", 3600 * 48_000), ("1.5s", 72_000), (".5s", 24_000), ("1.01ms", 48),
            ("0.0104ms", 0), ("0.0105ms", 1), ("33.3333333333s", 1_600_000),
        ] as [(String, Int64)])
    func read(text: String, frames: Int64) throws {
        #expect(try TimeArgument(parsing: text).time == FrameTime(frames))
    }

    @Test("a position may be negative", arguments: [("-30s", -30 * 48_000), ("2s", 96_000)])
    func position(text: String, frames: Int64) throws {
        #expect(try TimeArgument(parsingPosition: text).time == FrameTime(frames))
    }

    @Test(
        "an invalid time gives the reason",
        arguments: [
            ("", "write a time"), ("s", "write a time"), ("soon", "write a time"),
            (".", "write a time"), ("1.2.3s", "write a time"), ("1e3s", "not a unit"),
            ("90", "unit is missing"), ("90d", "'d' is not a unit"), ("-1s", "negative"),
            ("-3", "negative"), ("-.5", "negative"), ("--web", "the time before it is missing"),
            ("1 s", "not a unit"), ("99999h", "at most 10000h"), ("٣s", "write a time"),
            ("inf", "write a time"), ("0x10s", "not a unit"),
        ])
    func refused(text: String, reason: String) throws {
        let error = #expect(throws: UnusableArgument.self) { try TimeArgument(parsing: text) }
        #expect(error?.description.contains(reason) == true)
    }
}
