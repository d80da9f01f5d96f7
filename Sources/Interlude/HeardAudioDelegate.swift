import AudioSinks

/// Hears what the listener hears (rule M8).
///
/// Called on threads of its own. Every method has an implementation that does nothing.
public protocol HeardAudioDelegate: AnyObject, Sendable {
    /// The listener has heard this, 20 ms of the mix.
    ///
    /// Called on one thread, which may wait: playing goes on all the same, and what comes more than
    /// five seconds late is dropped. Packets come five at a time, the last ones perhaps after the
    /// end of the session.
    func onAudioDataAvailable(_ audio: AudioPacket)

    /// How loud what the listener has just heard is; ten times for a second of it.
    ///
    /// Called on one thread, in the order of frames. Playing goes on all the same; what comes more
    /// than five seconds late is not measured, unless time is virtual, which waits. All have come
    /// before the session is over.
    func onLevelMeasured(_ level: HeardLevel)
}

extension HeardAudioDelegate {
    public func onAudioDataAvailable(_ audio: AudioPacket) {}
    public func onLevelMeasured(_ level: HeardLevel) {}
}
