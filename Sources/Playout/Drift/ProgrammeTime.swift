import AudioDecoding
import MediaTime
import PCMAudio

/// The map between stream and programme frames of one reader, for all threads.
final class ProgrammeTime: Sendable {
    private let map: Guarded<ProgrammeMap>

    init(_ map: ProgrammeMap = ProgrammeMap()) {
        self.map = Guarded(map)
    }

    /// The stream frame that plays as programme frame `time`.
    func streamFrame(at time: FrameTime) -> FrameTime {
        map.withLock { $0.streamFrame(at: time) }
    }

    /// The programme frame of stream frame `frame`.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        map.withLock { $0.programmeFrame(of: frame) }
    }

    /// The map for a reader that continues uncorrected from programme frame `time`.
    func branch(at time: FrameTime) -> ProgrammeTime {
        ProgrammeTime(map.withLock { $0.branch(at: time) })
    }

    /// Anchors programme frame `programme`, the newest one, at stream frame `stream`. The map
    /// continues from there with `correction`, and drops what lies before stream frame `oldest`.
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
