/// By how many seconds a countdown of the page was off, each time that its number changed.
struct CountdownErrors: CustomStringConvertible {
    let seconds: [Double]

    init(_ seconds: [Double]) { self.seconds = seconds }

    var description: String { "\(seconds)" }

    /// Whether the countdown shows the right second: one that rounds wrongly is off by half a second
    /// or more each time. A busy machine draws each number up to 0.15 s late, and delays some of the
    /// questions that measure this further.
    var areSmall: Bool {
        let sizes = seconds.map(abs)
        return sizes.min() ?? .infinity <= 0.3 && sizes.max() ?? .infinity <= 1
    }
}
