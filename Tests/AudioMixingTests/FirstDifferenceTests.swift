import TestSignals
import Testing

@Suite("The first difference of two runs of values")
struct FirstDifferenceTests {
    @Test("is reported with its place and a few values around it")
    func told() throws {
        var found = Array(0..<10_000)
        found[7000] = 5
        let difference = try #require(FirstDifference(found, from: 0..<10_000))
        #expect(difference.index == 7000)
        #expect(
            difference.description == "at 7000: 6998, 6999, → 5, 7001, 7002, 7003 (of 10000)"
                + " in place of 6998, 6999, → 7000, 7001, 7002, 7003 (of 10000)")
    }

    @Test("is the end of the shorter one, or nothing if there is none")
    func ends() {
        #expect(FirstDifference([1, 2], from: [1, 2]) == nil)
        #expect(FirstDifference([Int](), from: []) == nil)
        #expect(
            FirstDifference([1], from: [1, 2])?.description
                == "at 1: 1, → (end) (of 1) in place of 1, → 2 (of 2)")
    }
}
