/// Finds out where one MP3 stream goes over into another, which nothing says where a server puts
/// one into the other, and which frames cannot be decoded because they begin in another one's room.
///
/// For the frames of one decoder, one after the other.
struct Layer3Watch {
    /// What is known of a frame.
    struct Finding: Hashable {
        /// Whether it is the first of another stream.
        var beginsAnew = false
        /// Whether that has another rate, or other channels.
        var changesFormat = false
        /// Whether some of its sound is stored in frames that this decoder never had.
        var lacksSound = false
    }

    private var format: Layer3Frame.Format?
    /// Bytes of room since the decoder began, or since another stream did.
    private var room = 0
    /// Where in them the last frame's sound ended.
    private var soundEnd = 0
    /// Frames in a row whose sound began where that of the one before ended.
    private var closeCount = 0
    /// Ticks that are left of what a tag announced; `nil` if none did.
    private var announced: Int?

    /// So many frames in a row without a gap are of an encoder that leaves none, unless its room is
    /// full: then a frame begins far before its own room.
    private static let habit = 20

    /// Before the first frame of a decoder; `announced` is how many ticks the stream says to last.
    init(announced: Int?) {
        self.announced = announced
    }

    /// Looks at the next frame.
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

    /// Whether the sound of `frame` does not begin where that of the last one lets it.
    ///
    /// Of two streams that are cut together anywhere this tells in eight to nine cases of ten.
    private func isMisplaced(_ frame: Layer3Frame) -> Bool {
        let start = room - frame.backStep
        // What begins before all that there was since the last cut belongs to what was cut off.
        if start < 0 || start == soundEnd { return false }
        // The sound of two frames of one stream never overlaps.
        return start < soundEnd
            || (closeCount >= Self.habit && frame.backStep <= frame.farthestBackStep / 2)
    }
}
