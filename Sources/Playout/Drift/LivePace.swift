import AudioDecoding
import MediaTime
import PCMAudio

/// Watches how much of a live stream is buffered, and says how fast it is to be played.
///
/// One for a source, whatever readers it has one after the other. Every thread
/// of theirs may call it.
final class LivePace: Sendable {
    private struct State {
        var controller = DriftController()
        /// The samples that are listened to, and where in the stream they are.
        var store: SampleStore?
        var time: ProgrammeTime?
    }

    private let listener: ListenerPace
    private let state = Guarded(State())

    init(of listener: ListenerPace) {
        self.listener = listener
    }

    /// What is listened to from here on.
    func follow(_ store: SampleStore, in time: ProgrammeTime) {
        state.withLock { state in
            state.store = store
            state.time = time
            state.controller.restart()
        }
    }

    /// Takes note of what is buffered at `now` before more comes: everything up to stream frame
    /// `edge`.
    func note(edge: FrameTime, at now: MonotonicTime) {
        guard listener == .byClock else { return }
        state.withLock { state in
            guard let store = state.store, let time = state.time else { return }
            let position = store.position(at: now)
            state.controller.note(time.programmeFrame(of: edge) - position, at: position)
        }
    }

    /// The listener is to be `frameCount` frames less behind live than he is.
    func catchUp(by frameCount: Int) {
        state.withLock { $0.controller.catchUp(by: .frames(frameCount)) }
    }

    /// How many frames may be left out of what comes next where nobody hears that.
    var surplus: Int { state.withLock { $0.controller.surplus } }

    /// So many frames were left out of what comes next.
    func noteLeftOut(_ frameCount: Int) {
        state.withLock { $0.controller.noteLeftOut(frameCount) }
    }

    /// The programme frame as which stream frame `frame` is heard, as far as can be told by now.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        state.withLock { $0.time }?.programmeFrame(of: frame) ?? frame
    }

    /// How fast the stream is to be played from here on.
    var correction: RateCorrection { state.withLock { $0.controller.correction } }
}

/// At what pace a live stream's samples are taken.
package enum ListenerPace: Hashable, Sendable {
    /// By the clock of a sound card, or another that is not the station's.
    case byClock
    /// As they come, as a sink in virtual time does.
    case bySupply
}
