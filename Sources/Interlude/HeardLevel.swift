import AudioDecoding
import MediaTime

/// How loud a tenth of a second is that a listener has heard; less at the end of a session.
public struct HeardLevel: Hashable, Sendable {
    /// The output frames that it was.
    public var range: FrameRange

    /// The momentary loudness at their end, of the last 400 ms, in LUFS (EBU R 128); minus infinity
    /// for silence.
    public var loudness: Double

    /// The greatest true peak of either channel in dBTP; minus infinity for silence.
    public var truePeak: Double

    public init(range: FrameRange, loudness: Double, truePeak: Double) {
        self.range = range
        self.loudness = loudness
        self.truePeak = truePeak
    }

    init(of range: FrameRange, _ reading: LevelMeter.Reading) {
        self.init(range: range, loudness: reading.momentary, truePeak: reading.truePeak)
    }
}
