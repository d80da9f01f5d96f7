import MediaTime

/// Silence in the sound of a stream as a marker of its breaks.
package struct SilenceCueRule: Hashable, Sendable {
    /// What a silence marks.
    package enum Role: Hashable, Sendable {
        /// A break, which begins once the silence is long enough, and ends with the silence.
        case start
        /// The end of a break that another marker has begun, if no marker said how long it is.
        case end
    }

    package let role: Role
    /// A block whose mean square is below this is silent.
    package let threshold: Double
    /// How long a silence is at least.
    package let length: Duration

    /// A length out of range becomes the nearest one in range.
    package init(_ role: Role, below threshold: Double, for length: Duration) {
        self.role = role
        self.threshold = threshold
        self.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
    }

    package static let lengths = Duration.milliseconds(500)...Duration.seconds(600)
}

/// Finds silences in the loudness of a stream, and says what they mark.
///
/// The loudness comes in blocks of 400 ms that begin every 100 ms (ITU-R BS.1770-4).
package struct SilenceCues: Hashable, Sendable {
    package let rule: SilenceCueRule
    /// The first frame of the next block; `nil` before the first one.
    package private(set) var next: FrameTime?
    /// The first frame of the silence that goes on.
    private var begin: FrameTime?
    /// Whether that was long enough to mark something.
    private var isMarked = false
    private var count = 0

    private static let hop = FrameTime.rate / 10
    private static let blockLength = 4 * hop

    package init(_ rule: SilenceCueRule) {
        self.rule = rule
    }

    /// Takes the mean squares of blocks, the first of which begins at `start`. Blocks that do not
    /// follow those before begin another search.
    package mutating func receive(_ energies: [Double], from start: FrameTime) -> [Cue] {
        if next != start {
            begin = nil
            isMarked = false
        }
        var cues: [Cue] = []
        var place = start
        for energy in energies {
            if let cue = receive(energy, from: place) { cues.append(cue) }
            place = place + Self.hop
        }
        next = place
        return cues
    }

    private mutating func receive(_ energy: Double, from place: FrameTime) -> Cue? {
        guard energy < rule.threshold else {
            defer {
                begin = nil
                isMarked = false
            }
            // The sound came back in the last tenth of a second of the block.
            guard isMarked, case .start = rule.role else { return nil }
            return cue(.in, at: place + Self.blockLength - Self.hop)
        }
        let begin = begin ?? place
        self.begin = begin
        let end = begin + rule.length.frameCount
        guard !isMarked, place + Self.blockLength >= end else { return nil }
        isMarked = true
        count += 1
        return switch rule.role {
        case .start: cue(.out(duration: nil), at: end)
        case .end: Cue(.in, at: begin, source: .silence)
        }
    }

    private func cue(_ kind: Cue.Kind, at place: FrameTime) -> Cue {
        var cue = Cue(id: "\(count)", kind, at: place, source: .silence)
        cue.returnsByItself = false
        return cue
    }
}
