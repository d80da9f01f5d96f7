/// The properties of an open ALSA device.
struct ALSATraits: Hashable {
    /// How many frames fit into its memory.
    var bufferFrameCount: Int

    /// How many frames it plays between two reports of its position.
    var periodFrameCount: Int

    /// Whether queued frames can be replaced. Only hardware allows that: plug-ins pass frames on at
    /// once, or copy them.
    var canRewind: Bool
}

/// The present state of an open ALSA device.
struct ALSAState: Hashable {
    enum Stage: Hashable {
        /// It accepts frames, and does not play yet.
        case prepared
        case running
        /// It had nothing left to play, and has stopped.
        case dry
        /// The system was asleep.
        case suspended
        /// It does not work any more, such as a device that was unplugged.
        case failed(reason: String)
    }

    var stage = Stage.prepared
    /// Whether the following figures are known. A plug-in may not have them yet.
    var isKnown = true
    /// How many frames it accepts.
    var roomFrameCount = 0
    /// How many of the frames written to it are not heard yet.
    var unheardFrameCount = 0
    /// How many of the last frames written to it can be replaced.
    var rewindableFrameCount = 0
}

/// The result of waking up a device after the system was asleep.
enum ALSAWaking: Hashable {
    case done
    case notYet
    /// It has lost its queue and has to be prepared again.
    case impossible
}
