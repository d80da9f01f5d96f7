import AudioDecoding
import MediaTime

/// Turns changes of a decoder's state into events, each sent once.
struct DecoderEvents {
    private let time: ProgrammeTime
    private let report: @Sendable (ReaderEvent) -> Void
    private var description: StreamDescription?
    private var splices = 0
    private var concealed = 0
    /// Damage before this stream frame belongs to the last report.
    private var damageEnd = FrameTime.zero

    /// Reports on a decoder whose stream frames `time` maps to programme frames.
    init(
        in time: ProgrammeTime = ProgrammeTime(), report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        self.time = time
        self.report = report
    }

    /// Reports what is new since the last call.
    mutating func reportChanges(of decoder: borrowing AudioDecoder) {
        if let now = decoder.description, now != description {
            let frame = time.programmeFrame(of: decoder.now)
            report(description == nil ? .opened(now) : .formatChanged(now, at: frame))
            description = now
        }
        let figures = decoder.figures
        if figures.splices > splices {
            splices = figures.splices
            report(.spliced(at: time.programmeFrame(of: decoder.now)))
        }
        if figures.concealed > concealed {
            concealed = figures.concealed
            if decoder.now >= damageEnd {
                report(.concealed(figures, at: time.programmeFrame(of: decoder.now)))
            }
            damageEnd = decoder.now + FrameTime.rate
        }
    }
}
