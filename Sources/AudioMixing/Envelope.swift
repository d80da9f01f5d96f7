import MediaTime

/// How loud a clip is at each output frame: the product of three gains.
public struct Envelope: Hashable, Sendable, BitwiseCopyable {
    /// What the listener or the focus asks for: volume, mute, duck.
    public var level: Ramp

    /// The fade in at the clip's beginning.
    public var entry: Ramp

    /// The fade out at its end.
    public var exit: Ramp

    public init(
        level: Ramp = .constant(1), entry: Ramp = .constant(1), exit: Ramp = .constant(1)
    ) {
        self.level = level
        self.entry = entry
        self.exit = exit
    }

    /// Leaves every sample as it is, bit for bit.
    public static let unity = Envelope()
}
