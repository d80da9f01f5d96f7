import Interlude
import MediaTime
import ReportPages

/// Times and counts as an expectation's words.
enum FrameWords {
    /// `10.000 s`.
    static func seconds(_ time: FrameTime) -> String { "\(Figures.thousandths(time.seconds)) s" }

    /// `10.000 s`.
    static func seconds(_ time: Duration) -> String { seconds(FrameTime(time)) }

    /// `1 break`, `2 breaks`.
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// `1 break`, `2 to 3 breaks`.
    static func count(_ numbers: ClosedRange<Int>, _ noun: String) -> String {
        let greatest = count(numbers.upperBound, noun)
        return numbers.count == 1 ? greatest : "\(numbers.lowerBound) to \(greatest)"
    }

    /// How far `frameCount` is off, with the words for less and for more: `0.250 s too late`. Less
    /// than a millisecond is said in frames. `nil` within `tolerance`.
    static func deviation(
        _ frameCount: Int, tolerance: Int, _ words: (less: String, more: String)
    ) -> String? {
        let size = frameCount.magnitude
        guard size > tolerance.magnitude else { return nil }
        let amount =
            size < FrameTime.rate / 1000
            ? count(Int(clamping: size), "frame") : seconds(FrameTime(Int64(clamping: size)))
        return "\(amount) \(frameCount < 0 ? words.less : words.more)"
    }
}
