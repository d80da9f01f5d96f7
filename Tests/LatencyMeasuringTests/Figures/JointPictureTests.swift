import Testing

@testable import LatencyMeasuring

@Suite("The picture of a break")
struct JointPictureTests {
    /// Interleaved samples, the left one of each frame its number, with a spot of `spot`.
    private static func samples(_ frameCount: Int, spot: Range<Int>) -> [Float] {
        (0..<frameCount).flatMap { [Float($0), spot.contains($0) ? 1 : 0] }
    }

    @Test("has 20 ms on each side of the first and the last frame of the spot")
    func windows() throws {
        let picture = try #require(
            JointPicture(cutting: Self.samples(6000, spot: 2000..<4000)))
        #expect(picture.toSpot.stream == (1040..<2960).map { Float($0) })
        #expect(picture.toSpot.spot == (1040..<2960).map { $0 < 2000 ? 0 : 1 })
        #expect(picture.toStream.stream == (3039..<4959).map { Float($0) })
        #expect(picture.toStream.spot == (3039..<4959).map { $0 < 4000 ? 1 : 0 })
    }

    @Test("needs a spot, and 20 ms before and after it")
    func incomplete() {
        #expect(JointPicture(cutting: []) == nil)
        #expect(JointPicture(cutting: Self.samples(6000, spot: 0..<0)) == nil)
        var early = Self.samples(6000, spot: 2000..<4000)
        early[1] = 1
        #expect(JointPicture(cutting: early) == nil)
        #expect(JointPicture(cutting: Self.samples(3000, spot: 959..<1500)) == nil)
        #expect(JointPicture(cutting: Self.samples(3000, spot: 960..<2040)) != nil)
        #expect(JointPicture(cutting: Self.samples(3000, spot: 960..<2041)) == nil)
    }
}
