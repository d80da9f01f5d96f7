import Advertising
import MediaTime

/// Decides when which advertisement plays, and when the stream is heard again.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. What it says of something heard, it says only once it was heard. Where its
/// spots are on the output timeline it is told with every event: that is in the layout that holds,
/// the last one that it made and the sink did not refuse.
package struct AdPlayManager: Hashable, Sendable {
    package let configuration: Configuration

    /// What the listener and the streamer want to be heard.
    package internal(set) var focus = AudioFocus()

    /// Completions and answers that belonged to something that was over.
    package internal(set) var staleCount = 0

    package internal(set) var queue = AdvertisementQueue()

    /// The spots that were taken out of the queue and are not over, in the order of their turn.
    package internal(set) var line: [AdvertisementPlayer] = []

    package internal(set) var openBreak: OpenBreak?

    /// How loud in LUFS the programme was that was heard before the last layout, if that is known.
    package internal(set) var programmeLoudness: Double?

    /// The first frame that no listener has heard yet.
    package internal(set) var heardEnd: FrameTime = .zero

    var stream: Stream = .closed
    /// Whether spots may be laid out that are not yet.
    package internal(set) var admission: Admission = .open
    var output: Output = .running
    var banner: Banner = .none
    var takenByApp: QueuedAdvertisement?
    var tokenCount: UInt64 = 0
    var breakCount = 0

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    enum Stream: Hashable {
        case closed
        case running
        case paused
    }

    package enum Admission: Hashable, Sendable {
        case open
        /// Something else has the listener's ear; what was laid out before is heard to its end.
        case closed
    }

    enum Output: Hashable {
        case running
        case lost
        case held
        /// The device went away while something else was to be heard.
        case lostWhileHeld
    }

    enum Banner: Hashable {
        case none
        case shown(Advertisement)
        /// A click may still be on its way.
        case takenDown(Advertisement)

        var advertisement: Advertisement? {
            switch self {
            case .none: nil
            case .shown(let advertisement), .takenDown(let advertisement): advertisement
            }
        }
    }
}
