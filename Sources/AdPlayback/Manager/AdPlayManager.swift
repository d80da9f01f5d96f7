import Advertising
import MediaTime

/// Decides when which advertisement plays, and when the stream is heard again.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. What it says of something heard, it says only once it was heard. What it
/// depends on and does not keep, as where its spots are on the output timeline, it is told with
/// every event: see ``BreakContext``.
package struct AdPlayManager: Hashable, Sendable {
    package let configuration: Configuration

    /// What the listener and the streamer want to be heard.
    package internal(set) var focus = AudioFocus()

    /// The output frame from which on the volume of advertisements is 0; `nil` while it is not.
    var mutedSince: FrameTime?

    /// Completions and answers that belonged to something that was over.
    package internal(set) var staleCount = 0

    package internal(set) var queue = AdvertisementQueue()

    /// The spots that were taken out of the queue and are not over, in the order of their turn.
    package internal(set) var activeSpots: [AdvertisementPlayer] = []

    package internal(set) var openBreak: OpenBreak?

    /// How loud in LUFS the programme was that was heard before the last layout, if that is known.
    package internal(set) var programmeLoudness: Double?

    package internal(set) var marked = MarkedWindows()

    /// Whether spots may be laid out that are not yet.
    package internal(set) var admission: Admission = .noStream
    var clickable = ClickableAdvertisements()
    var numbers: IssuedNumbers

    /// The slots are numbered after `lastSlot`.
    package init(configuration: Configuration = Configuration(), lastSlot: Int = 0) {
        self.configuration = configuration
        numbers = IssuedNumbers(lastToken: UInt64(clamping: lastSlot))
    }

    /// The breaks at frames of the programme.
    package struct MarkedWindows: Hashable, Sendable {
        /// Those that have spots, or may still get some.
        package internal(set) var windows: [BreakWindow] = []

        /// The output frames at which insertions and pushes have begun, by the numbers of their windows.
        var starts: [Int: FrameTime] = [:]

        /// The numbers of those for which the slate is to be loaded.
        var awaitingSlate: Set<Int> = []
    }

    /// Whether a stream is open.
    var isOpen: Bool { admission != .noStream }

    package enum Admission: Hashable, Sendable {
        /// No stream is open that they could join.
        case noStream
        case open
        /// Something else has the listener's ear; what was laid out before is heard to its end.
        case closed
    }

    /// What spots and breaks were numbered so far, from 1 on, over all streams.
    struct IssuedNumbers: Hashable {
        private var tokenCount: UInt64
        private var breakCount = 0

        /// The break that was announced last.
        var lastBreak: BreakID { BreakID(breakCount) }

        init(lastToken: UInt64) {
            tokenCount = lastToken
        }

        mutating func nextToken() -> PlayToken {
            tokenCount += 1
            return PlayToken(tokenCount)
        }

        mutating func nextBreak() -> BreakID {
            breakCount += 1
            return lastBreak
        }
    }
}
