import Glibc
import MediaTime

/// Pieces of SVG. Numbers are rounded to a tenth of a pixel.
package enum SVG {
    package static func number(_ value: Double) -> String {
        let tenths = Int(saturating: (value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
    }

    package static func rectangle(
        _ style: String, x: Double, y: Double, width: Double, height: Double
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
            + "width=\"\(number(width))\" height=\"\(number(height))\"/>"
    }

    package static func line(_ style: String, from start: Point, to end: Point) -> String {
        "<line class=\"\(style)\" x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" "
            + "x2=\"\(number(end.x))\" y2=\"\(number(end.y))\"/>"
    }

    package static func path(_ style: String, _ points: [Point]) -> String {
        path(style, [points])
    }

    /// A path of several lines with gaps between them.
    package static func path(_ style: String, _ lines: [[Point]]) -> String {
        let steps = lines.map { points in
            "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
        }
        return "<path class=\"\(style)\" d=\"\(steps.joined())\"/>"
    }

    /// Text at `point`; the style decides the alignment.
    package static func text(_ words: String, _ style: String, at point: Point) -> String {
        "<text class=\"\(style)\" x=\"\(number(point.x))\" y=\"\(number(point.y))\">"
            + "\(HTML.escaped(words))</text>"
    }

    /// A picture of this size in pixels, which scales to the width of the page.
    package static func picture(
        _ title: String, width: Double, height: Double, _ pieces: [String]
    ) -> String {
        let size = "0 0 \(number(width)) \(number(height))"
        return "<svg viewBox=\"\(size)\" role=\"img\" aria-label=\"\(HTML.escaped(title))\">\n"
            + pieces.joined(separator: "\n") + "\n</svg>"
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
    /// The length of the axis in pixels.
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

    /// The position in pixels from the start of the axis.
    package func position(of value: Double) -> Double { min(max(value / end, 0), 1) * length }

    /// The numbers at the ticks.
    package var ticks: [Double] {
        (0...Int(saturating: (end / step).rounded())).map { Double($0) * step }
    }
}
