import HTTPAccess
import Testing

@testable import StreamFetching

@Suite("Retry policy")
struct RetryPolicyTests {
    /// Always returns the same share of a range, `value` in 2⁵³.
    private struct FixedRandom: RandomNumberGenerator {
        var value: UInt64
        mutating func next() -> UInt64 { value }
    }

    private static let address = WebAddress("http://radio.example/live")!

    private static func failure(_ reason: HTTPAccessError.Reason) -> FetchFailure {
        .access(HTTPAccessError(reason, at: address))
    }

    /// The policy's waits for repeated `failure`s in seconds, each attempt failing at once, until
    /// it gives up or there are `limit`.
    private func waits(
        _ policy: inout RetryPolicy, _ failure: FetchFailure, from start: Duration = .zero,
        random: UInt64 = 1 << 52, limit: Int = 100
    ) -> [Double] {
        var random = FixedRandom(value: random)
        var now = start
        var waits: [Double] = []
        while waits.count < limit,
            case .retry(let wait) = policy.decide(on: failure, at: now, using: &random)
        {
            waits.append((wait / .seconds(1) * 1000).rounded() / 1000)
            now += wait
        }
        return waits
    }

    @Test("the first retry comes at once, later ones after waits that double up to 15 s")
    func doubling() {
        var policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        let waits = waits(&policy, .ended(address: ""), limit: 10)
        #expect(waits == [0, 0.25, 0.5, 1, 2, 4, 8, 15, 15, 15])
    }

    @Test(
        "waits vary by up to a fifth",
        arguments: [(0, 0.8), (1 << 51, 0.9), (3 << 51, 1.1)] as [(UInt64, Double)])
    func jitter(random: UInt64, share: Double) {
        var policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        let waits = waits(&policy, .ended(address: ""), random: random, limit: 4)
        #expect(waits == [0, 0.25 * share, 0.5 * share, share])
    }

    @Test("before the first sound retries end after 10 s, whatever the time limit")
    func firstSound() {
        for timeLimit in [nil, .seconds(60), .seconds(1)] as [Duration?] {
            var policy = RetryPolicy(givingUpAfter: timeLimit)
            policy.begin(at: .zero)
            let waits = waits(&policy, Self.failure(.refused))
            #expect(waits == [0, 0.25, 0.5, 1, 2, 4, 1.25])
            #expect(policy.remainingTime(at: .seconds(9)) == .seconds(1))
        }
    }

    @Test("once it has played, a stream is retried up to the time limit")
    func timeLimit() {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.receiveAudio(at: .zero)
        let total = waits(&policy, Self.failure(.refused), from: .seconds(5)).reduce(0, +)
        #expect(total == 59)
    }

    @Test("after 30 s of good audio the first retry comes at once again")
    func recovery() {
        var policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        #expect(waits(&policy, .ended(address: ""), limit: 3) == [0, 0.25, 0.5])
        for second in 10...39 { policy.receiveAudio(at: .seconds(second)) }
        #expect(waits(&policy, .ended(address: ""), from: .seconds(39), limit: 1) == [1])
        for second in 50...80 { policy.receiveAudio(at: .seconds(second)) }
        #expect(waits(&policy, .ended(address: ""), from: .seconds(80), limit: 2) == [0, 0.25])
    }

    @Test(
        "failures that another try rarely mends are retried a few times",
        arguments: [
            (.status(401, retryAfter: nil), 2), (.status(403, retryAfter: nil), 2),
            (.untrusted(""), 3), (.notHTTP(""), 3), (.status(400, retryAfter: nil), 0),
            (.tooManyRedirects(limit: 10), 0), (.forbiddenAddress, 0), (.redirectedAstray(""), 0),
        ] as [(HTTPAccessError.Reason, Int)])
    func doubtful(reason: HTTPAccessError.Reason, retries: Int) {
        var policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        #expect(waits(&policy, Self.failure(reason)).count == retries)
    }

    @Test("a missing mount point is retried for a minute")
    func absence() {
        var policy = RetryPolicy(givingUpAfter: .seconds(600))
        policy.receiveAudio(at: .zero)
        let waits = waits(&policy, Self.failure(.status(404, retryAfter: nil)))
        #expect((60..<75).contains(waits.reduce(0, +)))
    }

    @Test(
        "temporary failures are retried up to the time limit",
        arguments: [
            .unknownHost("radio.example"), .refused, .unreachable(""), .connectTimedOut, .noAnswer,
            .stalled(.seconds(10)), .brokenOff, .proxy(""), .status(408, retryAfter: nil),
            .status(429, retryAfter: nil), .status(500, retryAfter: nil),
            .status(502, retryAfter: nil), .status(503, retryAfter: nil),
            .status(504, retryAfter: nil),
        ] as [HTTPAccessError.Reason])
    func passing(reason: HTTPAccessError.Reason) {
        var policy = RetryPolicy(givingUpAfter: .seconds(300))
        policy.receiveAudio(at: .zero)
        #expect(waits(&policy, Self.failure(reason)).reduce(0, +) == 299)
    }

    @Test(
        "a mount point that is missing at the beginning is retried for 10 s", arguments: [404, 410])
    func absentAtFirst(status: Int) {
        var policy = RetryPolicy(givingUpAfter: .seconds(300))
        policy.begin(at: .zero)
        let waits = waits(&policy, Self.failure(.status(status, retryAfter: nil)))
        #expect(waits.reduce(0, +) == 9)
    }

    @Test("a stream that is repeatedly too slow does not count as recovered")
    func tooSlow() {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        for second in 0...100 { policy.receiveAudio(at: .seconds(second)) }
        var random = FixedRandom(value: 1 << 52)
        var now = Duration.seconds(105)
        while case .retry(let wait) = policy.decide(
            on: .short(.slowness, address: ""), at: now, using: &random)
        {
            now += wait
            for _ in 0..<4 {
                policy.receiveAudio(at: now)
                now += .seconds(1)
            }
        }
        #expect((150...170).contains(now / .seconds(1)), "\(now)")
    }

    @Test("bytes without sound do not make a stream count as played")
    func silent() {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.begin(at: .zero)
        // A connection without audio ends after ten seconds and a little.
        for tenth in 1...110 { policy.receiveAudio(at: .milliseconds(100 * tenth)) }
        let waits = waits(&policy, .short(.silence, address: ""), from: .seconds(11))
        #expect(waits == [])
    }

    @Test(
        "a stream that played briefly, and then no more, is retried up to the time limit",
        arguments: [.silence, .slowness] as [Shortage])
    func heardForAMoment(shortage: Shortage) {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.begin(at: .zero)
        for second in 1...5 { policy.receiveAudio(at: .seconds(second)) }
        var random = FixedRandom(value: 1 << 52)
        var failure = FetchFailure.ended(address: "")
        var now = Duration.seconds(5)
        while case .retry(let wait) = policy.decide(on: failure, at: now, using: &random) {
            now += wait
            for _ in 0..<105 {
                policy.receiveAudio(at: now)
                now += .milliseconds(100)
            }
            failure = .short(shortage, address: "")
        }
        #expect((60...80).contains(now / .seconds(1)), "\(now)")
    }

    @Test("a server that gives a retry time is not asked before it, or not at all")
    func retryAfter() {
        var policy = RetryPolicy(givingUpAfter: .seconds(20))
        policy.receiveAudio(at: .zero)
        let soon = Self.failure(.status(503, retryAfter: .seconds(7)))
        #expect(waits(&policy, soon, limit: 2) == [7, 7])
        policy.receiveAudio(at: .seconds(30))
        let late = Self.failure(.status(503, retryAfter: .seconds(21)))
        #expect(waits(&policy, late, from: .seconds(30)) == [])
        policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        let never = Self.failure(.status(429, retryAfter: .seconds(Int.max)))
        #expect(waits(&policy, never, limit: 1) == [3600])
    }

    @Test(
        "a server whose retry time is later than the last try is not asked again",
        arguments: [(59, [59]), (59.5, []), (60, []), (61, [])] as [(Double, [Double])])
    func lateRetryAfter(seconds: Double, expected: [Double]) {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.receiveAudio(at: .zero)
        let busy = Self.failure(.status(503, retryAfter: .seconds(seconds)))
        #expect(waits(&policy, busy, limit: 1) == expected)
    }

    @Test("a server that gives a short retry time is asked as long as one that gives none")
    func shortRetryAfter() {
        var policy = RetryPolicy(givingUpAfter: .seconds(20))
        policy.receiveAudio(at: .zero)
        let busy = Self.failure(.status(503, retryAfter: .seconds(1)))
        #expect(waits(&policy, busy) == [1, 1, 1, 1, 2, 4, 8, 1])
    }

    @Test(
        "the last try comes a second before the time limit, or a tenth of it",
        arguments: [(60, 59, []), (60, 58.875, [0.125]), (2, 1.8, []), (2, 1.75, [0.05])]
            as [(Int, Double, [Double])])
    func lastTry(limit: Int, moment: Double, expected: [Double]) {
        var policy = RetryPolicy(givingUpAfter: .seconds(limit))
        policy.receiveAudio(at: .zero)
        var random = FixedRandom(value: 0)
        _ = policy.decide(on: .ended(address: ""), at: .zero, using: &random)
        #expect(waits(&policy, .ended(address: ""), from: .seconds(moment)) == expected)
    }

    @Test("an outage lasts as long as it is worth trying again")
    func longestOutage() {
        let failures: [FetchFailure] = [
            .ended(address: ""), Self.failure(.refused),
            Self.failure(.status(404, retryAfter: nil)),
            Self.failure(.status(401, retryAfter: nil)), Self.failure(.forbiddenAddress),
        ]
        let outages = { (limit: Duration?) in failures.map { $0.longestOutage(within: limit) } }
        #expect(outages(nil) == [nil, nil, nil, nil, nil])
        #expect(outages(.seconds(9)) == [.seconds(9), .seconds(9), .seconds(9), nil, nil])
        #expect(outages(.seconds(99)) == [.seconds(99), .seconds(99), .seconds(60), nil, nil])
    }

    @Test("a mount point that was back is missing from then on, for another minute")
    func absentAgain() {
        var policy = RetryPolicy(givingUpAfter: .seconds(600))
        policy.receiveAudio(at: .zero)
        let missing = Self.failure(.status(404, retryAfter: nil))
        _ = waits(&policy, missing, from: .seconds(10), limit: 3)
        policy.receiveAudio(at: .seconds(20))
        let waits = waits(&policy, missing, from: .seconds(100))
        #expect((60..<75).contains(waits.reduce(0, +)))
    }

    @Test("a missing mount point is retried without end if there is no limit, once it was heard")
    func absentWithoutLimit() {
        let missing = Self.failure(.status(404, retryAfter: nil))
        var policy = RetryPolicy(givingUpAfter: nil)
        #expect(waits(&policy, missing).reduce(0, +) < 10)
        policy = RetryPolicy(givingUpAfter: nil)
        policy.receiveAudio(at: .zero)
        #expect(waits(&policy, missing, limit: 500).count == 500)
    }

    @Test("the time limit begins again once there was audio")
    func limitAgain() {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.receiveAudio(at: .zero)
        _ = waits(&policy, Self.failure(.refused), from: .seconds(10), limit: 2)
        policy.receiveAudio(at: .seconds(20))
        #expect(policy.remainingTime(at: .seconds(100)) == .seconds(60))
        #expect(
            waits(&policy, Self.failure(.refused), from: .seconds(100)).reduce(0, +) == 59)
    }

    @Test(
        "audio counts once it has lasted for 20 s, also if it then stays away", arguments: [19, 20])
    func returned(seconds: Int) {
        var policy = RetryPolicy(givingUpAfter: .seconds(60))
        policy.begin(at: .zero)
        for second in 0...seconds { policy.receiveAudio(at: .seconds(second)) }
        _ = waits(&policy, .short(.silence, address: ""), from: .seconds(25), limit: 1)
        #expect(policy.remainingTime(at: .seconds(25)) == (seconds < 20 ? .zero : .seconds(60)))
    }
}
