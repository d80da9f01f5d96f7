import Testing

@testable import StreamFetching

@Suite("Waiting for a slow recording")
struct DripRuleTests {
    @Test(
        "ends after 30 s with less than 8 KiB",
        arguments: [(273, false), (274, true), (10_000, true)])
    func slow(byteCount: Int, goesOn: Bool) {
        var rule = DripRule()
        let verdicts = (0..<30).map { _ in rule.take(byteCount, after: .seconds(1)) }
        #expect(verdicts == [Bool](repeating: true, count: 29) + [goesOn])
    }

    @Test("does not count time without a reader that waits, and starts again every 30 s")
    func periods() {
        var rule = DripRule()
        let verdicts = (0..<100).flatMap { _ in
            [
                rule.take(DripRule.fewestBytes, after: .seconds(20)),
                rule.take(0, after: .seconds(10)), rule.take(100, after: .zero),
            ]
        }
        #expect(verdicts.allSatisfy { $0 })
    }
}
