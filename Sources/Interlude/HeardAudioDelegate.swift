import AudioDecoding
import AudioSinks
import MediaTime

/// Receives the audio that the listener hears (rule M8).
///
/// Called on separate threads. Every method has an empty default implementation.
public protocol HeardAudioDelegate: AnyObject, Sendable {
    /// 20 ms of the mix that was heard.
    ///
    /// Called on one thread, which may block without affecting playback. Audio that waits for more
    /// than five seconds is dropped: the next ``AudioPacket/frame`` then shows how much is missing.
    /// Packets arrive five at a time, the last ones perhaps after the end of the session.
    ///
    /// In virtual time nothing is dropped: the session waits for the delegate, and all packets
    /// arrive before its end.
    func onAudioDataAvailable(_ audio: AudioPacket)

    /// A level of the audio that was heard, ten times a second.
    ///
    /// Called on one thread, in the order of frames. It may block without affecting playback; audio
    /// that waits for more than five seconds is not measured, except in virtual time. All levels
    /// arrive before the end of the session.
    ///
    /// With ``SessionOptions/Levels/programme`` it is called on the session's thread, several levels
    /// at a time, only for what was heard of the programme.
    func onLevelMeasured(_ level: HeardLevel)
}

extension HeardAudioDelegate {
    public func onAudioDataAvailable(_ audio: AudioPacket) {}
    public func onLevelMeasured(_ level: HeardLevel) {}
}

/// The level of 100 ms of heard audio; less at the end of a session.
public struct HeardLevel: Hashable, Sendable {
    /// The output frames.
    public var range: FrameRange

    /// The momentary loudness of the last 400 ms in LUFS (EBU R 128); minus infinity, or a number
    /// far below -100, for silence.
    public var loudness: Double

    /// The highest true peak of both channels in dBTP; minus infinity for silence, and where it is
    /// not measured (``SessionOptions/Levels/programme``).
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
