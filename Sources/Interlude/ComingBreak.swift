/// A break that was not announced yet and is known to come.
public struct ComingBreak: Hashable, Sendable {
    /// How much is to be heard before it, if the listener listens on.
    public var wait: Duration

    /// How many spots it brings.
    public var spotCount: Int

    public init(in wait: Duration, spotCount: Int) {
        self.wait = wait
        self.spotCount = spotCount
    }
}
