import AudioDecoding
import MediaTime
import PCMAudio

/// Watches the buffer fill of a live stream, and decides how fast to play it.
///
/// One for each source, shared by its successive readers. Callable from all of their threads.
final class LivePace: Sendable {
    private struct State {
        var controller = DriftController()
        /// The samples that are playing, and their map to stream time.
        var store: SampleStore?
        var time: ProgrammeTime?
    }

    private let listener: ListenerPace
    private let state = Guarded(State())

    init(of listener: ListenerPace) {
        self.listener = listener
    }

    var isByDemand: Bool { listener == .byDemand }

    /// Switches to the samples that play from here on.
    func follow(_ store: SampleStore, in time: ProgrammeTime) {
        state.withLock { state in
            state.store = store
            state.time = time
            state.controller.restart()
        }
    }

    /// Records that everything up to stream frame `edge` is buffered at `now`, before more arrives.
    func note(edge: FrameTime, at now: MonotonicTime) {
        guard listener == .byClock else { return }
        state.withLock { state in
            guard let store = state.store, let time = state.time else { return }
            let position = store.position(at: now)
            state.controller.note(time.programmeFrame(of: edge) - position, at: position)
        }
    }

    /// Brings the listener closer to the live edge by `frameCount` frames.
    func catchUp(by frameCount: Int) {
        state.withLock { $0.controller.catchUp(by: .frames(frameCount)) }
    }

    /// How many of the next frames may be dropped where that is inaudible.
    var surplus: Int { state.withLock { $0.controller.surplus } }

    /// Records that `frameCount` of the next frames were dropped.
    func noteLeftOut(_ frameCount: Int) {
        state.withLock { $0.controller.noteLeftOut(frameCount) }
    }

    /// The programme frame of stream frame `frame`, as far as known.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        state.withLock { $0.time }?.programmeFrame(of: frame) ?? frame
    }

    /// How fast to play the stream from here on.
    var correction: RateCorrection { state.withLock { $0.controller.correction } }
}

/// The pace at which a live stream's samples are consumed.
package enum ListenerPace: Hashable, Sendable {
    /// By the clock of a sound card, or by any other clock than the station's.
    case byClock
    /// As they arrive, as in a sink in virtual time.
    case bySupply
    /// As fast as they can be had, from a source that waits until they are read: a recording that
    /// comes like a live stream, in virtual time.
    case byDemand
}
