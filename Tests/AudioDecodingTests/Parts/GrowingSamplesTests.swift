import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("The samples of a growing spot")
struct GrowingSamplesTests {
    private static let pieceCount = 1 << 16

    @Test("are kept in order, in pieces of 256 KiB", arguments: [4000, 300_002, 1 << 21])
    func kept(step: Int) {
        let budget = MemoryBudget(byteCount: 64 << 20)
        let all = Signal.indexed(frameCount: 600_000).samples
        var samples = GrowingSamples(atMost: all.count, countedBy: MemoryClaim(on: budget))
        for start in stride(from: 0, to: all.count, by: step) {
            samples.append(all.span.extracting(start..<min(start + step, all.count)))
        }
        #expect(samples.count == all.count)
        #expect(samples.refusal == nil)
        #expect(budget.usedByteCount == 19 << 18)
        let store = samples.moveToStore()
        #expect(budget.usedByteCount == 4 * all.count)
        #expect(store.end - store.start == 600_000)
        let kept = store.samples(in: .init(store.start, count: 600_000))
        #expect(FirstDifference(kept, from: all) == nil)
    }

    @Test("of exactly a piece take no second one")
    func whole() {
        let budget = MemoryBudget(byteCount: 64 << 20)
        var samples = GrowingSamples(
            atMost: 2 * Self.pieceCount, countedBy: MemoryClaim(on: budget))
        let piece = [Float](repeating: 0.5, count: Self.pieceCount)
        samples.append(piece.span)
        #expect(budget.usedByteCount == 1 << 18)
        samples.append(piece.span.extracting(0..<2))
        #expect(budget.usedByteCount == 2 << 18)
    }

    @Test("are refused beyond the limit, all of them or none")
    func tooMany() {
        var samples = GrowingSamples(
            atMost: 10, countedBy: MemoryClaim(on: MemoryBudget(byteCount: 64 << 20)))
        let eight = [Float](repeating: 0.5, count: 8)
        samples.append(eight.span)
        samples.append(eight.span.extracting(0..<2))
        #expect(samples.refusal == nil)
        #expect(samples.count == 10)
        samples.append(eight.span.extracting(0..<2))
        #expect(samples.refusal == .tooMany)
        #expect(samples.count == 10)
    }

    @Test("are all refused after one was")
    func refused() {
        var samples = GrowingSamples(
            atMost: 10, countedBy: MemoryClaim(on: MemoryBudget(byteCount: 64 << 20)))
        let many = [Float](repeating: 0.5, count: 12)
        samples.append(many.span)
        samples.append(many.span.extracting(0..<2))
        #expect(samples.refusal == .tooMany)
        #expect(samples.count == 0)
    }

    @Test("are refused if the budget has no room for a piece", arguments: [(1 << 18) - 1, 1 << 18])
    func overBudget(byteCount: Int) {
        let budget = MemoryBudget(byteCount: byteCount)
        var samples = GrowingSamples(atMost: 1 << 22, countedBy: MemoryClaim(on: budget))
        let two: [Float] = [0.5, 0.5]
        samples.append(two.span)
        #expect(samples.refusal == (byteCount < 1 << 18 ? .overBudget : nil))
    }
}
