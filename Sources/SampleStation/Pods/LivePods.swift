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

/// A listener of the live stream with pods, who asks where they are.
///
/// Samples are numbered as the stream's are.
package struct LiveSession: Hashable, Sendable {
    /// The sample at which the listener's time is 0; nil until the listener has come.
    package private(set) var firstSample: Int?

    /// The sample before which the last connection ended; nil while there is one.
    private var end: Int?

    package init() {}

    /// The listener has connected, and gets the stream from `sample` on.
    ///
    /// One who comes again goes on in the same time if that reaches back to what was sent before,
    /// because a player can join the two then; else its time begins anew.
    package mutating func listenerCame(at sample: Int) {
        if firstSample == nil || sample > end ?? sample { firstSample = sample }
        end = nil
    }

    /// The listener's connection is over; all before `sample` was sent.
    package mutating func listenerLeft(at sample: Int) {
        end = sample
    }
}
