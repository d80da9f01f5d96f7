import AdPlayback
import AudioDecoding
import MediaTime
import Playout

/// Measures the loudness of the programme that was heard.
extension SessionLoop {
    /// The loudness that the machine needs before it lays out output from `frame` on; empty if it
    /// is unchanged.
    ///
    /// Everything before `frame` is decoded and measured by now, so the result does not depend on
    /// how far ahead decoding is.
    func programmeEvents(before frame: FrameTime) -> [SessionEvent] {
        guard machine.needsProgrammeLoudness else { return [] }
        let loudness = loudness(of: machine.programmeHeard(before: frame))
        guard loudness != machine.breaks.manager.programmeLoudness else { return [] }
        return [.advertisements(.programmeMeasured(loudness: loudness))]
    }

    /// The programme's loudness in LUFS, for display. Computed at most once per second of output
    /// time.
    func programmeLoudness(at now: FrameTime) -> Double? {
        if now - loudnessReading.frame >= FrameTime.rate || now < loudnessReading.frame {
            loudnessReading = (now, loudness(of: machine.programmeHeard(before: now)))
        }
        return loudnessReading.loudness
    }

    /// Passes on the levels of the programme that was heard since the last call.
    func tellProgrammeLevels() {
        guard parts.levels == .programme else { return }
        let heard = machine.heard
        let levels = programmeLevels.take(
            machine.programmeHeard(before: heard), before: heard
        ) { generation, range in
            streams.loudness(of: generation)?.placedBlocks(in: range) ?? (range.start, [])
        }
        for level in levels { observer.levelMeasured(level) }
    }

    private func loudness(of programme: HeardProgramme) -> Double? {
        LoudnessGate.loudness(
            of: programme.stretches.flatMap { stretch in
                streams.loudness(of: stretch.generation)?.blocks(in: stretch.stream) ?? []
            })
    }
}
