import Glibc
import MediaTime

/// Pieces of SVG for a picture as wide as the page, whose text has the same size at any width.
///
/// x runs from 0 to ``width``, however wide the picture is shown, and y is in pixels.
package enum SVG {
    /// The x of the right edge.
    package static let width = 1000.0

    /// A number to the nearest tenth.
    package static func number(_ value: Double) -> String {
        let tenths = Int(saturating: (value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
    }

    /// An x, or a difference of two, as a share of the width, to a hundredth of a percent.
    private static func share(_ x: Double) -> String {
        let digits = Figures.hundredths(x / width * 100)
        return "\(digits.hasSuffix(".00") ? digits.dropLast(3) : digits[...])%"
    }

    package static func rectangle(
        _ style: String, x: Double, y: Double, width: Double, height: Double
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(share(x))\" y=\"\(number(y))\" "
            + "width=\"\(share(width))\" height=\"\(number(height))\"/>"
    }

    package static func line(_ style: String, from start: Point, to end: Point) -> String {
        "<line class=\"\(style)\" x1=\"\(share(start.x))\" y1=\"\(number(start.y))\" "
            + "x2=\"\(share(end.x))\" y2=\"\(number(end.y))\"/>"
    }

    package static func path(_ style: String, _ points: [Point]) -> String {
        path(style, [points])
    }

    /// A path of several lines with gaps between them. Belongs into ``curves(height:_:)``.
    package static func path(_ style: String, _ lines: [[Point]]) -> String {
        let steps = lines.map { points in
            "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
        }
        return "<path class=\"\(style)\" d=\"\(steps.joined())\"/>"
    }

    /// Paths, which are stretched to the width of the picture. Empty without paths.
    package static func curves(height: Double, _ paths: [String]) -> String {
        guard !paths.isEmpty else { return "" }
        let size = "0 0 \(number(width)) \(number(height))"
        return "<svg class=\"curves\" viewBox=\"\(size)\" preserveAspectRatio=\"none\" "
            + "height=\"\(number(height))\">\n\(paths.joined(separator: "\n"))\n</svg>"
    }

    /// Text at `point`, moved right by `offset` pixels; the style decides the alignment.
    package static func text(
        _ words: String, _ style: String, at point: Point, offset: Double = 0
    ) -> String {
        let shift = offset == 0 ? "" : " dx=\"\(number(offset))\""
        return "<text class=\"\(style)\" x=\"\(share(point.x))\" y=\"\(number(point.y))\"\(shift)>"
            + "\(HTML.escaped(words))</text>"
    }

    /// A line of text in the middle between two x, shortened to the room that is there.
    package static func label(_ words: String, from start: Double, to end: Double) -> String {
        "<foreignObject class=\"label\" x=\"\(share(start))\" y=\"0\" "
            + "width=\"\(share(end - start))\" height=\"18\">"
            + "<div>\(HTML.isolated(words))</div></foreignObject>"
    }

    /// A picture of this height in pixels.
    package static func picture(
        _ title: String, height: Double, margin: Margin = .none, _ pieces: [String]
    ) -> String {
        "<svg class=\"\(margin.rawValue)\" height=\"\(number(height))\" role=\"img\" "
            + "aria-label=\"\(HTML.escaped(title))\">\n"
            + pieces.filter { !$0.isEmpty }.joined(separator: "\n") + "\n</svg>"
    }

    /// The room beside a picture, into which its text may reach.
    package enum Margin: String, Sendable {
        case none = "plot"
        /// For the numbers of a scale at the left.
        case scale = "plot scaled"
    }

    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }
    }
}

/// A linear axis from zero with ticks at round numbers.
package struct PlotScale: Hashable, Sendable {
    /// The number at the end of the axis.
    package let end: Double
    /// The distance of two ticks.
    package let step: Double
    /// The length of the axis in the units of the picture.
    package let length: Double

    /// An axis up to `greatest` with about six ticks.
    package init(holding greatest: Double, length: Double) {
        let wanted = max(greatest, 1e-6) / 6
        let magnitude = pow(10, log10(wanted).rounded(.down))
        let factor = [1, 2, 5, 10].first { $0 * magnitude >= wanted * 0.999 } ?? 10
        step = factor * magnitude
        end = max((greatest / step).rounded(.up), 1) * step
        self.length = length
    }

    /// The position from the start of the axis.
    package func position(of value: Double) -> Double { min(max(value / end, 0), 1) * length }

    /// The numbers at the ticks.
    package var ticks: [Double] {
        (0...Int(saturating: (end / step).rounded())).map { Double($0) * step }
    }
}
