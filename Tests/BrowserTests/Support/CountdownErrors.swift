/// The error of a countdown of the page in seconds, each time that its number changed.
struct CountdownErrors: CustomStringConvertible {
    let seconds: [Double]

    init(_ seconds: [Double]) { self.seconds = seconds }

    var description: String { "\(seconds)" }

    /// Whether the countdown shows the right second: a rounding error is half a second or more each
    /// time. A busy machine draws each number up to 0.15 s late, and delays some of the requests
    /// that measure this further.
    var areSmall: Bool {
        let sizes = seconds.map(abs)
        return sizes.min() ?? .infinity <= 0.3 && sizes.max() ?? .infinity <= 1
    }
}
