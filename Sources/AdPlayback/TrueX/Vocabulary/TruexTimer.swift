/// A time that is shown, with how it changes, so that who draws it counts on by himself.
public struct TruexTimer: Hashable, Sendable, Codable {
    /// What it was when the view was made.
    public var seconds: Double

    /// By how many seconds it changes in one: −1 runs down, 0 stands still.
    public var rate: Double

    public init(seconds: Double, rate: Double) {
        self.seconds = seconds
        self.rate = rate
    }
}
