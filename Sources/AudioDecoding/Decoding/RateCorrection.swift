/// How much faster than it came a source is played, in millionths; slower if negative.
package struct RateCorrection: Hashable, Sendable, BitwiseCopyable {
    package var partsPerMillion: Int

    package init(partsPerMillion: Int) {
        self.partsPerMillion = partsPerMillion
    }

    package static let none = RateCorrection(partsPerMillion: 0)
}
