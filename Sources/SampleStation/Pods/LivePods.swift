import MediaTime

/// The pods of a looped programme.
package struct LivePods: Sendable {
    /// The pods of one round.
    private let round: [Pod]

    private let samplesPerRound: Int

    /// The audio of a round is `delay` late. The programme's sample rate must be that of a
    /// timeline.
    package init(_ programme: PodProgramme, samplesPerRound: Int) {
        let delay = Duration(clamping: programme.liveDelay, to: .length).frameCount
        round = programme.pods.map { $0.moved(by: delay) }
        self.samplesPerRound = samplesPerRound
    }

    /// The pods that overlap `window`.
    ///
    /// Times are relative to `firstSample`, the listener's first sample of the stream. Pods that
    /// began before it are left out.
    package func pods(in window: FrameRange, from firstSample: Int) -> [Pod] {
        let firstRound = (firstSample + Int(window.start.frames)) / samplesPerRound
        let lastRound = (firstSample + Int(window.end.frames)) / samplesPerRound
        return (max(0, firstRound - 1)...lastRound).flatMap { number in
            round.enumerated().map { index, pod in
                var live = pod.moved(by: number * samplesPerRound - firstSample)
                live.id = "pod-\(number * round.count + index + 1)"
                live.position = .midroll
                return live
            }
        }
        .filter { pod in
            pod.range.start >= .zero && pod.range.end > window.start
                && pod.range.start < window.end
        }
    }
}

/// A listener of the live stream with pods. Samples are numbered as in the stream.
package struct LiveSession: Hashable, Sendable {
    /// The sample at the listener's time 0; `nil` before the listener has connected.
    package private(set) var firstSample: Int?

    /// The sample before which the last connection ended; `nil` while connected.
    private var end: Int?

    package init() {}

    /// The listener connected, and gets the stream from `sample` on.
    ///
    /// A returning listener keeps its time if the new connection overlaps the old one, because a
    /// player can then join the two. Otherwise its time starts again.
    package mutating func listenerCame(at sample: Int) {
        if firstSample == nil || sample > end ?? sample { firstSample = sample }
        end = nil
    }

    /// The listener disconnected; everything before `sample` was sent.
    package mutating func listenerLeft(at sample: Int) {
        end = sample
    }
}
