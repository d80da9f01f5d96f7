/// How much faster than nominal a source is played, in ppm; negative means slower.
package struct RateCorrection: Hashable, Sendable, BitwiseCopyable {
    package var partsPerMillion: Int

    package init(partsPerMillion: Int) {
        self.partsPerMillion = partsPerMillion
    }

    package static let none = RateCorrection(partsPerMillion: 0)
}
