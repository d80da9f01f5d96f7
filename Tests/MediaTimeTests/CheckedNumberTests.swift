import Foundation
import MediaTime
import Testing

/// Numbers found in documents that cannot be a time or count.
private let hostile = [
    1e300, -1e300, 9.3e18, -9.3e18, 1e18, 1e15, .infinity, -.infinity, .nan,
]

@Suite("A number from outside")
struct CheckedNumberTests {
    @Test("is no time if it is out of bounds, and says why", arguments: hostile)
    func refused(number: Double) {
        for bounds in [TimeBounds.length, .position, .offset, .session] {
            let error = #expect(throws: NumberError.self) {
                try Duration(checking: number, within: bounds)
            }
            #expect(error?.description.hasPrefix("must ") == true)
            #expect(throws: NumberError.self) { try FrameTime(checking: number, within: bounds) }
        }
        #expect(throws: NumberError.self) { try Int(checking: number, in: 0...1000) }
    }

    @Test(
        "is a time within the bounds, including both ends",
        arguments: [
            (0, .length), (86_400, .length), (12.5, .length), (36_000_000, .position),
            (-36_000_000, .offset), (36_000_000, .offset),
        ] as [(Double, TimeBounds)])
    func accepted(seconds: Double, bounds: TimeBounds) throws {
        let time = try Duration(checking: seconds, within: bounds)
        #expect(time.inSeconds == seconds)
        let frame = try FrameTime(checking: seconds, within: bounds)
        #expect(frame.seconds == seconds)
        #expect(Duration(clamping: seconds, to: bounds) == time)
    }

    @Test(
        "is refused by the bound that it exceeds",
        arguments: [
            (-0.5, .length, "must not be negative"), (86_401, .length, "must be at most 24 h"),
            (36_000_001, .position, "must be at most 10000 h"),
            (-36_000_001, .offset, "must be at least -10000 h"),
            (36_000_000.5, .offset, "must be at most 10000 h"),
            (.nan, .length, "must be a finite number"),
        ] as [(Double, TimeBounds, String)])
    func words(seconds: Double, bounds: TimeBounds, words: String) {
        let error = #expect(throws: NumberError.self) {
            try Duration(checking: seconds, within: bounds)
        }
        #expect(error?.description == words)
    }

    @Test("is a count within its range", arguments: [(0.0, 0), (7.9, 7), (1000, 1000)])
    func count(number: Double, count: Int) throws {
        let checked = try Int(checking: number, in: 0...1000)
        #expect(checked == count)
    }

    @Test(
        "is refused as a count by the end of the range that it exceeds",
        arguments: [
            (-1.0, 0...9, "must not be negative"), (0, 1...9, "must be at least 1"),
            (10, 0...9, "must be at most 9"),
        ])
    func countWords(number: Double, range: ClosedRange<Int>, words: String) {
        let error = #expect(throws: NumberError.self) { try Int(checking: number, in: range) }
        #expect(error?.description == words)
    }

    @Test("is clamped to the bounds if no error can be reported", arguments: hostile)
    func clamped(number: Double) {
        let time = Duration(clamping: number, to: .length)
        let expected: Duration = number > 0 ? .seconds(86_400) : .zero
        #expect(time == expected)
    }

    @Test("becomes the nearest integer that exists", arguments: hostile)
    func saturating(number: Double) {
        let expected: Int =
            switch number {
            case _ where number.isNaN: 0
            case 1e18: 1_000_000_000_000_000_000
            case 1e15: 1_000_000_000_000_000
            default: number > 0 ? .max : .min
            }
        #expect(Int(saturating: number) == expected)
        #expect(Int64(saturating: number) == Int64(expected))
        #expect(Int32(saturating: number) == Int32(clamping: expected))
        #expect(Int16(saturating: number) == Int16(clamping: expected))
    }

    @Test("becomes the greatest integer from two to the power of 63 on")
    func greatest() {
        #expect(Int64(saturating: 0x1p63) == .max)
        #expect(Int64(saturating: 0x1p63.nextDown) == .max - 1023)
    }
}

@Suite("A duration of any length")
struct AnyDurationTests {
    private static let longest = Duration(attoseconds: .max)
    private static let most = 1_000_000_000 * FrameTime.rate

    @Test(
        "is a number of frames that can be added up",
        arguments: [
            (longest, most), (Duration(attoseconds: .min), -most),
            (.seconds(Int64.max), most), (.seconds(Int64.min), -most),
        ])
    func frames(duration: Duration, count: Int) {
        #expect(duration.frameCount == count)
        #expect(FrameTime(duration) == FrameTime(Int64(count)))
        #expect(duration.inSeconds == Double(count) / Double(FrameTime.rate))
    }

    @Test(
        "has no more frames than 31 years",
        arguments: [
            (.seconds(2_000_000_000), most), (.seconds(-2_000_000_000), -most),
        ] as [(Duration, Int)])
    func clamped(duration: Duration, count: Int) {
        #expect(duration.frameCount == count)
    }

    @Test("is multiplied and divided within the bounds")
    func product() {
        #expect(Duration.milliseconds(240).multiplied(by: 1.5) == .milliseconds(360))
        #expect(Duration.milliseconds(360).divided(by: 1.5) == .milliseconds(240))
        for factor in [1e300, .infinity, 3] {
            #expect(Self.longest.multiplied(by: factor) == .seconds(1_000_000_000))
        }
        #expect(Self.longest.divided(by: 0) == .seconds(1_000_000_000))
        for end in [Duration.seconds(1_000_000_000), .seconds(-1_000_000_000)] {
            #expect(end.multiplied(by: 1) == end)
        }
        #expect(Duration.zero.divided(by: 0) == .zero)
    }
}

@Suite("A time that the player recorded")
struct WrittenTimeTests {
    /// As in a recording: the compiler generates the conformance.
    private struct Line: Codable, Equatable {
        var length: Duration
        var rest: Duration?
        var frame: FrameTime = .zero
    }

    private func read(_ text: String) throws -> Line {
        try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    }

    @Test("is read back unchanged")
    func same() throws {
        for rest in [nil, Duration.seconds(-3600)] {
            let line = Line(length: .milliseconds(1500), rest: rest, frame: .distantFuture)
            let data = try JSONEncoder().encode(line)
            #expect(try JSONDecoder().decode(Line.self, from: data) == line)
        }
    }

    @Test(
        "is refused if no session can have it, and named",
        arguments: [
            (#"{"length": [9223372036854775807, 0], "frame": 0}"#, "length"),
            (#"{"length": [-9223372036854775808, 0], "frame": 0}"#, "length"),
            (#"{"length": [54210109, 0], "frame": 0}"#, "length"),
            (#"{"length": [0, 0], "rest": [9223372036854775807, 0], "frame": 0}"#, "rest"),
            (#"{"length": [0, 0], "frame": 9223372036854775806}"#, "frame"),
            (#"{"length": [0, 0], "frame": -9223372036854775808}"#, "frame"),
        ])
    func refused(text: String, name: String) {
        let error = #expect(throws: DecodingError.self) { try read(text) }
        #expect(error?.numberWords?.hasPrefix("\"\(name)\" must be at ") == true)
    }
}

@Suite("A number of seconds in a document")
struct SecondsTests {
    private struct Document: Decodable {
        var wait: Duration?

        enum CodingKeys: CodingKey { case wait }

        init(from decoder: any Decoder) throws {
            wait = try decoder.container(keyedBy: CodingKeys.self)
                .decodeSecondsIfPresent(forKey: .wait, within: .length)
        }
    }

    private func wait(_ text: String) throws -> Duration? {
        try JSONDecoder().decode(Document.self, from: Data(text.utf8)).wait
    }

    @Test("may be missing or null")
    func present() throws {
        #expect(try wait("{}") == nil)
        #expect(try wait(#"{"wait": null}"#) == nil)
        #expect(try wait(#"{"wait": 1.5}"#) == .milliseconds(1500))
    }

    @Test("is named if it is out of bounds")
    func refused() {
        let error = #expect(throws: DecodingError.self) { try wait(#"{"wait": -1}"#) }
        #expect(error?.numberWords == #""wait" must not be negative"#)
    }
}

/// Functions whose direct use makes the compiler warn.
private protocol UncheckedDurations {
    static func all(_ number: Double) -> [Duration]
}

private enum Unchecked: UncheckedDurations {
    @available(*, deprecated)
    static func all(_ number: Double) -> [Duration] {
        [
            .seconds(number), .milliseconds(number), .microseconds(number), .nanoseconds(number),
            .seconds(1) * number, .seconds(1) / number,
        ]
    }
}

@Suite("A duration made of an unchecked number")
struct UncheckedDurationTests {
    private func all(_ kind: any UncheckedDurations.Type, of number: Double) -> [Duration] {
        kind.all(number)
    }

    @Test("has the given unit, and the bounds of a session")
    func units() {
        #expect(
            all(Unchecked.self, of: 2.5) == [
                .milliseconds(2500), .microseconds(2500), .nanoseconds(2500),
                Duration(attoseconds: 2_500_000_000), .milliseconds(2500), .milliseconds(400),
            ])
        #expect(all(Unchecked.self, of: .infinity)[0] == .seconds(1_000_000_000))
    }
}
