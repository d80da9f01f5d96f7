import PCMAudio
import Testing

@Suite("A claim on a memory budget")
struct MemoryClaimTests {
    @Test("takes what is left and no byte more")
    func grow() {
        let budget = MemoryBudget(byteCount: 100)
        let one = MemoryClaim(on: budget)
        let other = MemoryClaim(on: budget)
        #expect(one.grow(by: 60) && one.byteCount == 60 && budget.usedByteCount == 60)
        #expect(!other.grow(by: 41) && other.byteCount == 0 && budget.usedByteCount == 60)
        #expect(other.grow(by: 40) && other.byteCount == 40 && budget.usedByteCount == 100)
        #expect(!one.grow(by: 1) && one.grow(by: 0) && one.byteCount == 60)
    }

    @Test("gives back what it no longer needs, and all of it when it is released")
    func shrink() {
        let budget = MemoryBudget(byteCount: 100)
        var claim: MemoryClaim? = MemoryClaim(on: budget)
        #expect(claim?.grow(by: 70) == true)
        claim?.shrink(to: 80)
        #expect(claim?.byteCount == 70 && budget.usedByteCount == 70)
        claim?.shrink(to: 30)
        #expect(claim?.byteCount == 30 && budget.usedByteCount == 30)
        claim?.shrink(to: 0)
        #expect(budget.usedByteCount == 0)
        #expect(claim?.grow(by: 100) == true)
        claim = nil
        #expect(budget.usedByteCount == 0)
    }

    @Test("has nothing to take where the budget is not positive", arguments: [0, -5])
    func empty(byteCount: Int) {
        let budget = MemoryBudget(byteCount: byteCount)
        #expect(budget.byteCount == 0)
        #expect(!MemoryClaim(on: budget).grow(by: 1))
    }
}
