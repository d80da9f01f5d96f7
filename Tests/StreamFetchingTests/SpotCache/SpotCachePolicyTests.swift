import HTTPAccess
import StreamFetching
import Testing

@Suite("The policy of kept spots")
struct SpotCachePolicyTests {
    @Test(
        "C6: a spot is fresh for as long as its server says, and then the server is asked",
        arguments: [
            (nil, 0, .revalidate), ("max-age=60", 0, .fresh), ("max-age=60", 59, .fresh),
            ("max-age=60", 60, .revalidate), ("public, MAX-AGE = \"60\"", 59, .fresh),
            ("max-age=0", 0, .revalidate), ("max-age=-5", 0, .revalidate),
            ("max-age=x", 0, .revalidate), ("max-age=99999999999999999999", 86_400, .fresh),
            ("s-maxage=60", 0, .revalidate), ("max-age=60", -1, .revalidate),
            ("max-age=60, must-revalidate", 59, .fresh),
            ("max-age=60, must-revalidate", 60, .revalidateOnly),
            ("no-cache, max-age=60", 0, .revalidateOnly), ("no-cache", 0, .revalidateOnly),
            (nil, 30 * 86_400, .revalidate), (nil, 30 * 86_400 + 1, .revalidateOnly),
        ] as [(String?, Int, SpotCachePolicy.Use)])
    func use(control: String?, age: Int, use: SpotCachePolicy.Use) {
        let fields = CacheFields(control: control)
        #expect(SpotCachePolicy.use(fields, after: .seconds(age)) == use)
    }

    @Test("C6: the time in other caches counts")
    func age() {
        let fields = CacheFields(control: "max-age=60", age: 50)
        #expect(SpotCachePolicy.use(fields, after: .seconds(9)) == .fresh)
        #expect(SpotCachePolicy.use(fields, after: .seconds(10)) == .revalidate)
    }

    @Test(
        "C6: no-store is obeyed, and nothing else that keeps other caches from it",
        arguments: [
            (nil, true), ("private", true), ("no-cache", true), ("no-store", false),
            ("max-age=60, No-Store", false), ("x-no-store", true),
        ])
    func keeping(control: String?, mayKeep: Bool) {
        #expect(SpotCachePolicy.mayKeep(CacheFields(control: control)) == mayKeep)
    }

    @Test(
        "C6: only a server that cannot answer is replaced by a kept spot",
        arguments: [
            (.refused, .passing), (.unknownHost("a"), .passing), (.noAnswer, .passing),
            (.brokenOff, .passing), (.status(503, retryAfter: nil), .passing),
            (.status(429, retryAfter: nil), .passing), (.status(404, retryAfter: nil), .removed),
            (.status(410, retryAfter: nil), .removed), (.status(403, retryAfter: nil), .refused),
            (.forbiddenAddress, .refused), (.untrusted("x"), .refused), (.notHTTP("x"), .refused),
            (.tooLarge(maximumByteCount: 1), .refused),
        ] as [(HTTPAccessError.Reason, SpotCachePolicy.Outage)])
    func outage(reason: HTTPAccessError.Reason, outage: SpotCachePolicy.Outage) {
        #expect(SpotCachePolicy.outage(for: reason) == outage)
    }

    private func file(_ name: String, _ byteCount: Int, used: Int) -> SpotCacheLimits.File {
        SpotCacheLimits.File(name: name, byteCount: byteCount, used: .seconds(used))
    }

    @Test("C6: what was not used for the longest time is removed first")
    func surplus() {
        let files = [file("b", 40, used: 2), file("c", 50, used: 3), file("a", 10, used: 1)]
        #expect(SpotCacheLimits(byteCount: 100, spotCount: 3).surplus(of: files).isEmpty)
        #expect(SpotCacheLimits(byteCount: 99, spotCount: 3).surplus(of: files) == ["a"])
        #expect(SpotCacheLimits(byteCount: 60, spotCount: 3).surplus(of: files) == ["b", "a"])
        #expect(SpotCacheLimits(byteCount: 0, spotCount: 3).surplus(of: files) == ["c", "b", "a"])
        #expect(SpotCacheLimits(byteCount: 100, spotCount: 1).surplus(of: files) == ["b", "a"])
        let huge = [file("b", .max, used: 2), file("a", .max, used: 1)]
        #expect(SpotCacheLimits(byteCount: 9, spotCount: 9).surplus(of: huge) == ["b", "a"])
    }
}
