import Testing

@testable import Advertising

/// Row B16: which ads compete with each other.
@Suite("Two categories of ads")
struct AdCategoryTests {
    private func category(_ text: String) -> AdCategory? {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        return AdCategory(
            VASTCategory(code: String(parts[0]), authority: parts.count > 1 ? "\(parts[1])" : nil))
    }

    @Test(
        "B16: are the same by their authority and code, and those of the IAB up to the dash",
        arguments: [
            ("IAB2", "IAB2"), ("IAB2-1", "IAB2-3"), ("IAB2-1", "IAB2"), ("iab2-1", "IAB2-22"),
            (" IAB26 ", "IAB26-4"), ("IAB2-1|iabtechlab.com", "IAB2|https://www.iab.com/x"),
            ("Cars|a.example", "cars|A.example"), ("7|https://www.a.example/", "7|a.example"),
            ("7|http://a.example/b//", "7| a.example/b "), ("7", "7|"), ("IAB27", "IAB27"),
        ])
    func same(one: String, other: String) throws {
        let first = try #require(category(one))
        #expect(first == category(other))
    }

    @Test(
        "B16: are different otherwise",
        arguments: [
            ("IAB2", "IAB3"), ("IAB2-1", "IAB22-1"), ("IAB1", "IAB11"), ("7|a.example", "7"),
            ("7|a.example", "7|b.example"), ("7-1|a.example", "7-2|a.example"),
            ("IAB27-1", "IAB27-2"), ("IAB0-1", "IAB0-2"), ("IAB2-1-1", "IAB2-1-2"),
            ("IAB2-", "IAB2"), ("IABx-1", "IABx-2"), ("Food, drink", "Food"),
        ])
    func different(one: String, other: String) throws {
        let first = try #require(category(one))
        #expect(first != category(other))
    }

    @Test(
        "B16: are none if they say nothing of what the ad is for", arguments: ["IAB24", "iab24-1"])
    func uncategorized(code: String) {
        #expect(category(code) == nil)
    }

    @Test("B16: have at most 256 bytes", arguments: [(256, true), (257, false)])
    func length(count: Int, isCategory: Bool) {
        let code = String(repeating: "x", count: count - 9)
        #expect((category(code + "|a.example") != nil) == isCategory)
    }

    @Test("B16: of an ad are compared once each, the first 32 of them")
    func ofAnAd() {
        func codes(_ categories: [String]) -> [String]? {
            let inside = categories.map { "<Category authority=\"a\">\($0)</Category>" }.joined()
            let document = AdTagResolutionTests.document(
                AdTagResolutionTests.ad("1", inside: inside))
            let (resolution, _) = Servers(documents: ["a": document]).resolve("a")
            return resolution.ads.first?.categories.map(\.code)
        }
        #expect(codes(["IAB2-1", "x", "IAB2", "IAB24", "X"]) == ["iab2", "x"])
        #expect(codes((1...99).map { "\($0)" }) == (1...32).map { "\($0)" })
        #expect(codes([]) == [])
    }
}
