import MediaTime

/// The waves of a stream and a spot around a joint, one over the other.
struct WaveformPlot {
    var title: String
    var window: JointPicture.Window

    private static let width = 640.0
    private static let half = 55.0
    private static let gap = 14.0

    var svg: String {
        let height = 4 * Self.half + Self.gap
        let middle = Self.width / 2
        return SVG.picture(
            title, width: Self.width, height: height + 24,
            [
                SVG.line("grid", from: .init(middle, 0), to: .init(middle, height)),
                lane(window.stream, "stream", "stream", at: Self.half),
                lane(window.spot, "spot", "spot", at: 3 * Self.half + Self.gap),
                SVG.text("−20 ms", "tick start", at: .init(0, height + 18)),
                SVG.text("the joint", "tick", at: .init(middle, height + 18)),
                SVG.text("+20 ms", "tick end", at: .init(Self.width, height + 18)),
            ])
    }

    private func lane(
        _ samples: [Float], _ name: String, _ style: String, at middle: Double
    ) -> String {
        let loudest = max(samples.map { abs($0) }.max() ?? 0, 0.001)
        let points = samples.enumerated().map { index, sample in
            SVG.Point(
                Double(index) / Double(max(samples.count - 1, 1)) * Self.width,
                middle - Double(sample / loudest) * Self.half * 0.92)
        }
        return [
            SVG.line("axis", from: .init(0, middle), to: .init(Self.width, middle)),
            SVG.path("wave \(style)", points),
            SVG.text(name, "mark \(style)", at: .init(4, middle - Self.half + 12)),
        ].joined(separator: "\n")
    }
}
