import AdPlayback
import MediaTime

extension SessionEvent {
    /// The frames that anything which a session loads may have: what lasts a day.
    private static let frameCounts = 0...(86_400 * FrameTime.rate)

    /// Throws a `DecodingError` if a count in a recorded event is none that a session can have.
    ///
    /// Times are checked as they are decoded. Ids are only compared, so they may be any number.
    func checkCounts() throws {
        switch self {
        case .muteMusicLoaded(let count), .changedLate(_, let count):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
        case .underrun(let count):
            try Self.check(count, in: 0...Int(Int32.max), named: "count")
        case .sinkVolume(let percent, _):
            try Self.check(percent, in: 0...Int(Int32.max), named: "percent")
        case .advertisements(.spotLoaded(_, let count, let leadIn, _)):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
            try Self.check(leadIn, in: Self.frameCounts, named: "leadIn")
        case .truex(.voiceOverLoaded(_, let count, _)):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
        case .began, .command, .source, .switchable, .planRefused, .heard, .starved, .exhausted,
            .advertisements, .time, .truex, .muteMusicFailed, .sinkLost, .sinkRestored, .sinkHeld,
            .sinkReleased, .sinkFailed, .timeStoodStill:
            break
        }
    }

    private static func check(
        _ count: Int, in range: ClosedRange<Int>, named name: String
    ) throws {
        do throws(NumberError) {
            _ = try count.checked(in: range)
        } catch {
            throw DecodingError.number(error, at: [Name(stringValue: name)])
        }
    }

    /// Where in an event a count stands.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}
