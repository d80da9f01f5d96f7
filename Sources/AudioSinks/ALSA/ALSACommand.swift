/// A command from an ``ALSAMachine`` to its shell.
enum ALSACommand: Hashable {
    /// Open the device. ``ALSAMachine/opened(_:at:)`` or ``ALSAMachine/openingFailed(_:at:)``
    /// follows.
    case open
    /// Close the device, in any state, and discard its queue.
    case close
    /// Make a device that has stopped accept frames again. Its queue is empty then.
    case prepare
    /// Wake it up. ``ALSAMachine/woken(_:)`` follows.
    case wake
    case start
    /// Take back this many of the last frames. ``ALSAMachine/rewound(_:)`` follows.
    case rewind(Int)
    /// Write the renderer's next frames. ``ALSAMachine/wrote(_:of:)`` follows.
    case writeSound(frameCount: Int)
    /// Write silence. ``ALSAMachine/wroteSilence(_:)`` follows.
    case writeSilence(frameCount: Int)
    /// Render frames without writing them: others are played in their place.
    case skip(frameCount: Int)
}
