import Glibc
import MediaTime
import ReportPages

extension LatencyMeter {
    /// Records one break with the default fades. The stream is a tone on the left channel, the spot
    /// another tone on the right channel.
    func pictureOfBreak() throws(MeasurementError) -> JointPicture? {
        let stream = try stage.files.write(Self.tone(330, for: .seconds(8), on: 0), to: "tone")
        let spot = try stage.files.write(Self.tone(880, for: .milliseconds(300), on: 1), to: "beep")
        let samples = try listener.keepingSamples { () throws(MeasurementError) in
            let place = listener.now
            var player = try MeasuredPlayer(
                playing: stream, on: stage, options: stage.playOptions)
            try listener.wait(for: "a tone", from: place) {
                $0.first { $0.content != .silence }
            }
            try player.connect()
            try listener.listen(for: .milliseconds(500))
            _ = try player.ask(MeasuredPlayer.push(of: spot))
            try listener.listen(for: .seconds(1))
            try player.end()
        }
        try waitForSilence()
        return JointPicture(cutting: samples)
    }

    /// A sine at half of full scale, on one of two channels.
    private static func tone(_ hertz: Double, for time: Duration, on channel: Int) -> [Float] {
        (0..<time.frameCount).flatMap { frame -> [Float] in
            let phase = 2 * Double.pi * hertz * Double(frame) / Double(FrameTime.rate)
            let sample = Float(0.5 * sin(phase))
            return channel == 0 ? [sample, 0] : [0, sample]
        }
    }
}

/// The recorded samples around the two joints of a break: the stream on the left channel, the spot
/// on the right one.
struct JointPicture: Hashable, Sendable {
    /// The samples of both channels around a joint.
    struct Window: Hashable, Sendable {
        var stream: [Float]
        var spot: [Float]
    }

    /// The windows around the first and the last frame of the spot.
    var toSpot: Window
    var toStream: Window

    /// The frames shown before and after a joint: 20 ms.
    static let reach = FrameTime.rate / 50

    /// Finds the spot in interleaved `samples`; `nil` if it is missing or too close to an end.
    init?(cutting samples: [Float]) {
        let frameCount = samples.count / 2
        let spots = (0..<frameCount).filter { samples[2 * $0 + 1] != 0 }
        guard let first = spots.first, let last = spots.last, first >= Self.reach,
            last + Self.reach < frameCount
        else { return nil }
        toSpot = Self.window(of: samples, around: first)
        toStream = Self.window(of: samples, around: last)
    }

    private static func window(of samples: [Float], around frame: Int) -> Window {
        let frames = frame - reach..<frame + reach
        return Window(
            stream: frames.map { samples[2 * $0] }, spot: frames.map { samples[2 * $0 + 1] })
    }
}

/// The waves of a stream and a spot around a joint, one over the other.
struct WaveformPlot {
    var title: String
    var window: JointPicture.Window

    private static let half = 55.0
    /// The height of the name above a lane.
    private static let name = 18.0

    var svg: String {
        let height = 2 * (2 * Self.half + Self.name)
        let middle = SVG.width / 2
        let lanes = [
            lane(window.stream, "stream", below: Self.name),
            lane(window.spot, "spot", below: height / 2 + Self.name),
        ]
        return SVG.picture(
            title, height: height + 24,
            [SVG.line("grid", from: .init(middle, 0), to: .init(middle, height))]
                + lanes.map(\.axis) + [SVG.curves(height: height, lanes.map(\.wave))]
                + lanes.map(\.name) + [
                    SVG.text("−20 ms", "tick start", at: .init(0, height + 18)),
                    SVG.text("the joint", "tick", at: .init(middle, height + 18)),
                    SVG.text("+20 ms", "tick end", at: .init(SVG.width, height + 18)),
                ])
    }

    /// The wave of `samples` with its axis and its name.
    private func lane(
        _ samples: [Float], _ name: String, below top: Double
    ) -> (axis: String, wave: String, name: String) {
        let middle = top + Self.half
        let loudest = max(samples.map { abs($0) }.max() ?? 0, 0.001)
        let points = samples.enumerated().map { index, sample in
            SVG.Point(
                Double(index) / Double(max(samples.count - 1, 1)) * SVG.width,
                middle - Double(sample / loudest) * Self.half * 0.92)
        }
        return (
            SVG.line("axis", from: .init(0, middle), to: .init(SVG.width, middle)),
            SVG.path("wave", points),
            SVG.text(name, "mark", at: .init(0, top - 4))
        )
    }
}
