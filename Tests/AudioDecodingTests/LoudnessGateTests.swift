import AudioDecoding
import Testing

@Suite("Loudness gate")
struct LoudnessGateTests {
    private static func blocks(_ count: Int, _ loudness: Double) -> [Double] {
        [Double](repeating: LoudnessGate.energy(of: loudness), count: count)
    }

    @Test(
        "counts blocks above -70 LUFS that are within 10 LU of their mean",
        arguments: [
            (blocks(200, -18), -18),
            // Silence and near silence are not counted.
            (blocks(200, -18) + blocks(500, -70.1), -18),
            (blocks(200, -18) + [Double](repeating: 0, count: 500), -18),
            // Ten LU below the mean of both is excluded; a little more is included.
            (blocks(200, -18) + blocks(200, -35), -18),
            (blocks(200, -18) + blocks(200, -24), -20.04),
        ] as [([Double], Double)])
    func gated(blocks: [Double], loudness: Double) {
        #expect(LoudnessGate.loudness(of: blocks) == loudness)
    }

    @Test("gives no loudness for less than ten seconds, whatever else there is")
    func tooShort() {
        let enough = LoudnessGate.fewestBlocks
        #expect(LoudnessGate.loudness(of: Self.blocks(enough, -30)) == -30)
        #expect(LoudnessGate.loudness(of: Self.blocks(enough - 1, -30)) == nil)
        let silence = Self.blocks(1000, -80)
        #expect(LoudnessGate.loudness(of: Self.blocks(enough - 1, -30) + silence) == nil)
        let quiet = Self.blocks(enough, -50)
        #expect(LoudnessGate.loudness(of: Self.blocks(enough - 1, -20) + quiet) == nil)
        #expect(LoudnessGate.loudness(of: []) == nil)
    }
}
