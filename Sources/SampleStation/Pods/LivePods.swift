import MediaTime

/// Where the pods are in a programme that is played round and round.
package struct LivePods: Sendable {
    /// Those of one round.
    private let round: [Pod]

    private let samplesPerRound: Int

    /// The sound of a round is late by `delay`. A sample has to be a frame of our timelines.
    package init(_ programme: PodProgramme, samplesPerRound: Int) {
        let delay = Duration(clamping: programme.liveDelay, to: .length).frameCount
        round = programme.pods.map { $0.moved(by: delay) }
        self.samplesPerRound = samplesPerRound
    }

    /// The pods that are not over where `window` begins and begin before it ends.
    ///
    /// All times are those of a listener whose first sample is the stream's sample number
    /// `firstSample`. A pod that had begun before that is left out.
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
