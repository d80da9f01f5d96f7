import Testing

@Suite("A recording compared with a reference stream")
struct ReferenceComparisonTests {
    /// Interleaved samples of frames, each the tested stream's index and the reference's.
    private func recording(_ frames: [(Int, Int)]) -> [Float] {
        frames.flatMap { [Float($0) / 16_777_216, Float($1) / 16_777_216] }
    }

    @Test("marks frames missing from both streams as lost by the server")
    func lostByServer() {
        let frames = [(0, 7), (1, 8), (2, 9), (5, 12), (6, 13)]
        let indices = ReferenceComparison(recording(frames)).indices
        #expect(indices == [1, 2, nil, nil, 5, 6])
        #expect(IndexedSound.difference(indices, Array(1...6)) == nil)
    }

    @Test("does not excuse frames missing from the tested stream alone")
    func lostByUs() {
        let frames = [(1, 8), (2, 9), (5, 10), (6, 11)]
        let indices = ReferenceComparison(recording(frames)).indices
        #expect(indices == [1, 2, 5, 6])
        #expect(IndexedSound.difference(indices, Array(1...6)) != nil)
    }

    @Test(
        "marks a few whole cycles missing from the tested stream alone as lost by the server",
        arguments: [(256, true), (512, true), (255, false), (257, false), (2304, false)])
    func lostCycles(lostCount: Int, isExcused: Bool) {
        let frames = [(1, 8), (2, 9), (3 + lostCount, 10), (4 + lostCount, 11)]
        let indices = ReferenceComparison(recording(frames)).indices
        let difference = IndexedSound.difference(indices, Array(1...4 + lostCount))
        #expect((difference == nil) == isExcused)
    }

    @Test("does not excuse frames that the tested stream repeats while the server loses some")
    func repeated() {
        let frames = [(1, 8), (2, 9), (2, 12), (3, 13)]
        let indices = ReferenceComparison(recording(frames)).indices
        #expect(IndexedSound.difference(indices, Array(1...6)) != nil)
    }

    @Test("marks nothing as lost that only the reference misses")
    func lostOfReference() {
        let frames = [(1, 8), (2, 9), (3, 266), (4, 267)]
        #expect(ReferenceComparison(recording(frames)).indices == [1, 2, 3, 4])
    }

    @Test("ignores frames lost before the tested stream began")
    func before() {
        let frames = [(0, 7), (0, 20), (1, 21), (2, 22)]
        #expect(ReferenceComparison(recording(frames)).indices == [1, 2])
    }
}
