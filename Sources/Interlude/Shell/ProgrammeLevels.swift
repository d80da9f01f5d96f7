import AudioDecoding
import MediaTime
import PCMAudio
import Playout

/// Derives the levels of the programme that was heard from the loudness that was measured while it
/// was decoded. A value.
struct ProgrammeLevels: Hashable, Sendable {
    /// The output frame up to which levels were given.
    private var end = FrameTime.zero

    /// The levels of what was heard of `programme` since the last call, in order: one for each block
    /// of 400 ms that ends there, for its last 100 ms.
    ///
    /// `blocks` returns the mean squares of the blocks that lie entirely in a range of the stream of
    /// a generation, and where the first of them begins.
    mutating func take(
        _ programme: HeardProgramme, before frame: FrameTime,
        _ blocks: (_ generation: Int, FrameRange) -> (start: FrameTime, energies: [Double])
    ) -> [HeardLevel] {
        defer { end = max(end, frame) }
        return programme.stretches.flatMap { stretch -> [HeardLevel] in
            let heard = stretch.output.intersection(FrameRange(end, max(end, frame)))
            guard !heard.isEmpty else { return [] }
            let offset = stretch.output.start - stretch.stream.start
            // A block that ends in `heard` may begin before it.
            let first = max(
                stretch.stream.start, heard.start - LoudnessTrack.blockLength + 1 - offset)
            let found = blocks(stretch.generation, FrameRange(first, heard.end - offset))
            return found.energies.enumerated().map { index, energy in
                let blockEnd = found.start + index * LoudnessTrack.hop + LoudnessTrack.blockLength
                return HeardLevel(
                    range: FrameRange(blockEnd + offset - LoudnessTrack.hop, blockEnd + offset),
                    loudness: LoudnessGate.loudness(of: energy), truePeak: -.infinity)
            }
        }
    }
}
