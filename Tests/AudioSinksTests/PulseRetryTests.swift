import MediaTime
import Testing

@testable import AudioSinks

@Suite("The retries at a sound server that is gone")
struct PulseRetryTests {
    private func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(by: seconds)
    }

    @Test("come after 100 ms, then after twice as long each time, at most a second apart")
    func backoff() {
        var outage = DeviceOutage()
        var delays: [Double] = []
        for number in 0..<6 {
            let now = time(Double(number) * 10)
            let isBeginning = outage.begin(at: now)
            #expect(isBeginning == (number == 0))
            delays.append(outage.retry.seconds(since: now))
        }
        #expect(zip(delays, [0.1, 0.2, 0.4, 0.8, 1, 1]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("begin with 100 ms again after a connection")
    func secondOutage() {
        var outage = DeviceOutage()
        for _ in 0..<5 { _ = outage.begin(at: time(0)) }
        let hasEnded = outage.end()
        let endsTwice = outage.end()
        #expect(hasEnded && !endsTwice)
        let isBeginning = outage.begin(at: time(100))
        #expect(isBeginning)
        #expect(abs(outage.retry.seconds(since: time(100)) - 0.1) < 1e-6)
    }
}
