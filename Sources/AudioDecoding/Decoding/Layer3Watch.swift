/// Detects splices between MP3 streams, which servers do not announce, and frames that cannot be
/// decoded because their main data begins in another stream's frames.
///
/// For the frames of one decoder, in order.
struct Layer3Watch {
    /// The result for one frame.
    struct Finding: Hashable {
        /// Whether it is the first frame of another stream.
        var beginsAnew = false
        /// Whether that stream has another sample rate or channel count.
        var changesFormat = false
        /// Whether part of its main data is in frames that this decoder never received.
        var lacksSound = false
    }

    private var format: Layer3Frame.Format?
    /// Bytes of main data area since the decoder or the present stream began.
    private var room = 0
    /// Where in them the last frame's main data ended.
    private var soundEnd = 0
    /// Consecutive frames whose main data began exactly where the previous frame's ended.
    private var closeCount = 0
    /// Remaining ticks of the duration that a tag announced; `nil` if none did.
    private var announced: Int?

    /// This many consecutive frames without a gap mean that the encoder leaves a gap only when the
    /// bit reservoir is full. A frame after such a gap begins far before its own main data area.
    private static let habit = 20

    /// `announced` is the stream's declared duration in ticks.
    init(announced: Int?) {
        self.announced = announced
    }

    /// Inspects the next frame.
    mutating func look(at frame: Layer3Frame) -> Finding {
        var finding = Finding()
        let isOver = announced.map { $0 <= 0 } ?? false
        finding.changesFormat = format != nil && format != frame.format
        format = frame.format
        if isOver || finding.changesFormat || isMisplaced(frame)
            || (frame.tag != nil && room > 0)
        {
            finding.beginsAnew = true
            room = 0
            soundEnd = 0
            closeCount = 0
            announced = nil
        }
        announced =
            frame.tag?.frameCount.map { $0 * frame.ticks }
            ?? announced.map { $0 - frame.ticks }
        finding.lacksSound = frame.backStep > room
        closeCount = room - frame.backStep == soundEnd ? closeCount + 1 : 0
        soundEnd = max(0, room - frame.backStep + frame.soundByteCount)
        room += frame.roomByteCount
        return finding
    }

    /// Whether the main data of `frame` begins at a place that the last frame rules out.
    ///
    /// Detects eight to nine of ten splices at arbitrary frames.
    private func isMisplaced(_ frame: Layer3Frame) -> Bool {
        let start = room - frame.backStep
        // Main data that begins before the present stream's first frame belongs to the cut-off
        // part.
        if start < 0 || start == soundEnd { return false }
        // The main data of two frames of one stream never overlaps.
        return start < soundEnd
            || (closeCount >= Self.habit && frame.backStep <= frame.farthestBackStep / 2)
    }
}
