import MediaTime

/// The gain of a clip at each output frame: the product of three ramps.
public struct Envelope: Hashable, Sendable, BitwiseCopyable {
    /// Volume, mute and duck, as the listener or the audio focus requests.
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

    /// The gain at output frame `time`.
    @_noLocks @_noAllocation
    public func gain(at time: FrameTime) -> Float {
        level.gain(at: time) * entry.gain(at: time) * exit.gain(at: time)
    }

    /// Whether the gain may change with every frame from `time` on.
    @_noLocks @_noAllocation
    func moves(at time: FrameTime) -> Bool {
        level.moves(at: time) || entry.moves(at: time) || exit.moves(at: time)
    }

    /// The first frame after `time` at which one of the ramps begins or ends.
    @_noLocks @_noAllocation
    func nextCorner(after time: FrameTime) -> FrameTime {
        earlier(
            level.nextCorner(after: time),
            earlier(entry.nextCorner(after: time), exit.nextCorner(after: time)))
    }
}
