import Glibc
import MediaTime

extension LatencyMeter {
    /// Plays one break with the ramps that listeners get, and keeps what it sounds like: the stream
    /// is a tone on the left, the spot another one on the right.
    func pictureOfBreak() throws(CommandError) -> JointPicture? {
        let stream = try stage.files.write(Self.tone(330, for: .seconds(8), on: 0), to: "tone")
        let spot = try stage.files.write(Self.tone(880, for: .milliseconds(300), on: 1), to: "beep")
        let samples = try listener.keepingSamples { () throws(CommandError) in
            let place = listener.now
            var player = try MeasuredPlayer(
                playing: stream, on: stage, options: stage.playOptions)
            try listener.wait(for: "a tone", from: place) {
                $0.first { $0.content != .silence }
            }
            try player.connect()
            try listener.listen(for: .milliseconds(500))
            _ = try player.ask(.push, spot)
            try listener.listen(for: .seconds(1))
            try player.end()
        }
        try waitForSilence()
        return JointPicture(cutting: samples)
    }

    /// A sine at half of full scale, in one channel of two.
    private static func tone(_ hertz: Double, for time: Duration, on channel: Int) -> [Float] {
        (0..<time.frameCount).flatMap { frame -> [Float] in
            let phase = 2 * Double.pi * hertz * Double(frame) / Double(FrameTime.rate)
            let sample = Float(0.5 * sin(phase))
            return channel == 0 ? [sample, 0] : [0, sample]
        }
    }
}
