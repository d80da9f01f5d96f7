import AdPlayback
import AudioDecoding
import MediaTime
import Playout

/// How loud the programme is that was heard.
extension SessionLoop {
    /// What the machine has to be told of the programme before it lays out sound from `frame` on.
    ///
    /// Everything before `frame` was decoded and measured by then, so it makes no difference how
    /// far ahead decoding is.
    func programmeNews(before frame: FrameTime) -> [SessionEvent] {
        guard machine.weighsProgramme else { return [] }
        let loudness = loudness(of: machine.programmeHeard(before: frame))
        guard loudness != machine.breaks.manager.programmeLoudness else { return [] }
        return [.advertisements(.programmeMeasured(loudness: loudness))]
    }

    /// The programme's loudness for people to look at, which is reckoned once a second.
    func programmeLoudness(at now: FrameTime) -> Double? {
        if now - loudnessReading.frame >= FrameTime.rate || now < loudnessReading.frame {
            loudnessReading = (now, loudness(of: machine.programmeHeard(before: now)))
        }
        return loudnessReading.loudness
    }

    private func loudness(of programme: HeardProgramme) -> Double? {
        LoudnessGate.loudness(
            of: programme.stretches.flatMap { stretch in
                streams.loudness(of: stretch.generation)?.blocks(in: stretch.stream) ?? []
            })
    }
}
