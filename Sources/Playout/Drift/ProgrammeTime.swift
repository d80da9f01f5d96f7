import AudioDecoding
import MediaTime
import PCMAudio

/// The map between stream and programme frames of one reader, for all threads.
final class ProgrammeTime: Sendable {
    private let map: Guarded<ProgrammeMap>

    init(_ map: ProgrammeMap = ProgrammeMap()) {
        self.map = Guarded(map)
    }

    /// The stream frame that is heard as programme frame `time`.
    func streamFrame(at time: FrameTime) -> FrameTime {
        map.withLock { $0.streamFrame(at: time) }
    }

    /// The programme frame as which stream frame `frame` is heard.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        map.withLock { $0.programmeFrame(of: frame) }
    }

    /// The time of a reader that goes on from programme frame `time`.
    func branch(at time: FrameTime) -> ProgrammeTime {
        ProgrammeTime(map.withLock { $0.branch(at: time) })
    }

    /// Says that programme frame `programme`, the newest, is stream frame `stream`, and how it goes
    /// on; nobody asks any more for what came before stream frame `oldest`.
    func bend(
        at programme: FrameTime, stream: Double, to correction: RateCorrection,
        forgetting oldest: FrameTime
    ) {
        map.withLock {
            $0.bend(at: programme, stream: stream, to: correction)
            $0.forget(before: oldest)
        }
    }
}
