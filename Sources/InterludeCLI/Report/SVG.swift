import MediaTime

/// Pieces of SVG, of which every number is written with a tenth of a pixel.
enum SVG {
    static func number(_ value: Double) -> String {
        let tenths = Int(saturating: (value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
    }

    static func rectangle(
        _ style: String, x: Double, y: Double, width: Double, height: Double
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
            + "width=\"\(number(width))\" height=\"\(number(height))\"/>"
    }

    static func line(_ style: String, from start: Point, to end: Point) -> String {
        "<line class=\"\(style)\" x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" "
            + "x2=\"\(number(end.x))\" y2=\"\(number(end.y))\"/>"
    }

    static func path(_ style: String, _ points: [Point]) -> String {
        path(style, [points])
    }

    /// A path of several lines with gaps between them.
    static func path(_ style: String, _ lines: [[Point]]) -> String {
        let steps = lines.map { points in
            "M" + points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
        }
        return "<path class=\"\(style)\" d=\"\(steps.joined())\"/>"
    }

    /// Text that begins, ends or has its middle at `point`.
    static func text(_ words: String, _ style: String, at point: Point) -> String {
        "<text class=\"\(style)\" x=\"\(number(point.x))\" y=\"\(number(point.y))\">"
            + "\(HTML.escaped(words))</text>"
    }

    /// A picture of that size in pixels, which shrinks where there is less room.
    static func picture(
        _ title: String, width: Double, height: Double, _ pieces: [String]
    ) -> String {
        let size = "0 0 \(number(width)) \(number(height))"
        return "<svg viewBox=\"\(size)\" role=\"img\" aria-label=\"\(HTML.escaped(title))\">\n"
            + pieces.joined(separator: "\n") + "\n</svg>"
    }

    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }
    }
}
