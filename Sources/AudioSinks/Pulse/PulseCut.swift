import MediaTime

/// A change of sound that waits for the server to say how far it has read.
struct PulseCut {
    /// The least that a change comes later than the first frame that can still be replaced: the
    /// time in which the session decides what is to be heard. 1 ms.
    static let leastMargin = FrameTime.rate / 1000
    /// The time in which what was decided gets to the server. 1 ms.
    static let wayFrameCount = FrameTime.rate / 1000
    /// The most, where changes came too late now and then. 20 ms.
    static let usualMostMargin = FrameTime.rate / 50
    /// The most, where one comes too late again and again: a busy machine must not keep it from
    /// being heard for ever. 320 ms.
    static let mostMargin = 16 * usualMostMargin

    /// When it was asked for: what is known from before does not say where it can be.
    var since: MonotonicTime
    /// Whether a plan was refused, for which there has to be another one.
    var followsRefusal = false
    /// Whether the session has asked for it.
    var isRequested = false
}
