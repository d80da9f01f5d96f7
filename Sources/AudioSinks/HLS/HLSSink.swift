import HLSPlaylists
import Glibc
import MediaTime

/// A sink that writes the mix to a folder as a live HLS stream, for any web server.
///
/// While the folder cannot be written, output time goes on, and listeners miss what is played.
package final class HLSSink: LoopedSink {
    let loop: RenderLoop
    private let output: HLSOutput

    /// Opens the folder. In virtual time its dates begin with 1970, so that two runs are equal.
    ///
    /// Throws if the folder cannot be used, or if this machine lacks the encoder.
    package init(_ address: HLSAddress, clock: OutputClock) throws(SinkFailure) {
        let date =
            switch clock {
            case .virtual: WallClockDate(sinceEpoch: .zero)
            case .real: Self.now
            }
        output = try HLSOutput(address, beginningAt: date)
        loop = RenderLoop(named: "interlude-hls", clock: clock, output: output)
    }

    package func start(
        rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void
    ) {
        output.start(report)
        loop.start(rendering: mix, report: report)
    }

    package func note(_ heard: HeardBreak) { output.note(heard) }

    private static var now: WallClockDate {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallClockDate(sinceEpoch: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}
