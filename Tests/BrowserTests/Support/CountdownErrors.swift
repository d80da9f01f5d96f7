/// By how many seconds a countdown of the page was off, each time that its number changed.
struct CountdownErrors: CustomStringConvertible {
    let seconds: [Double]

    init(_ seconds: [Double]) { self.seconds = seconds }

    var description: String { "\(seconds)" }

    /// Whether the countdown keeps time to a tenth of a second. A busy machine delays some of the
    /// questions that measure this, and not all of them.
    var areSmall: Bool {
        let sizes = seconds.map(abs)
        return sizes.min() ?? .infinity <= 0.1 && sizes.max() ?? .infinity <= 1
    }
}
