import AdCues
import AudioDecoding
import MediaTime

/// Asks for the loudness of the programme as the listener proceeds, and finds silences in it.
///
/// All frames are of the programme.
struct SilenceSearch: Hashable, Sendable {
    private var cues: SilenceCues

    /// Where the search began: where the listener began, or has jumped to.
    private var start = FrameTime.zero

    /// The frame up to which the loudness was requested; `nil` before the listener hears anything.
    private var reached: FrameTime?

    /// It is requested in steps of half a second.
    private static let step = FrameTime.rate / 2

    /// The listener has jumped if they are further than this from where they were.
    private static let longestStep = 10 * FrameTime.rate

    init(_ silence: StreamMarkers.Silence) {
        let role: SilenceCueRule.Role =
            switch silence.role {
            case .starts: .start
            case .ends: .end
            }
        cues = SilenceCues(
            SilenceCueRule(role, below: LoudnessGate.energy(of: silence.level), for: silence.length)
        )
    }

    /// Forgets what was heard of a stream that another one replaces.
    mutating func forgetStream() {
        self.cues = SilenceCues(cues.rule)
        start = .zero
        reached = nil
    }

    /// The place at which ``takeRange(to:)`` has something to request.
    var nextPlace: FrameTime? { reached.map { $0 + Self.step } }

    /// The frames whose loudness is needed now that the listener is at `place`; `nil` for none.
    mutating func takeRange(to place: FrameTime) -> FrameRange? {
        guard let reached, place >= reached, place - reached <= Self.longestStep else {
            reached = place
            start = place
            return nil
        }
        guard place - reached >= Self.step else { return nil }
        self.reached = place
        return FrameRange(max(cues.next ?? start, start), place)
    }

    /// Takes the mean squares of blocks, the first of which begins at `start`.
    mutating func receive(_ energies: [Double], from start: FrameTime) -> [Cue] {
        guard start >= self.start else { return [] }
        return cues.receive(energies, from: start)
    }
}
