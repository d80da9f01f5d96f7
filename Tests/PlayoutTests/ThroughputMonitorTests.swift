import MediaTime
import StreamFetching
import Testing

@testable import Playout

@Suite("Pace of a live connection")
struct ThroughputMonitorTests {
    /// The data that a connection delivers, in seconds.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The station's initial burst.
        var burst = 0.0
        /// How long it then keeps up, with the interval of its packets.
        var steady = 60.0
        var interval = 0.02
        /// The audio per second from then on.
        var rate = 0.0
        /// How long after that it is reported; `nil` if it is not.
        var givenUpAfter: ClosedRange<Double>?
    }

    static let scenarios = [
        Scenario(
            testDescription: "nothing comes any more, with four seconds ahead", burst: 4,
            givenUpAfter: 2.5...3.1),
        Scenario(
            testDescription: "nothing comes any more, with nothing ahead", givenUpAfter: 4.9...5.1),
        Scenario(
            testDescription: "nothing comes any more, with half a minute ahead", burst: 30,
            givenUpAfter: 14...15.1),
        Scenario(
            testDescription: "nothing comes any more, where a packet came every four seconds",
            burst: 6, interval: 4, givenUpAfter: 7.9...8.1),
        Scenario(
            testDescription: "a tenth of what is heard comes", burst: 4, rate: 0.1,
            givenUpAfter: 2.5...3.6),
        Scenario(
            testDescription: "nine tenths of what is heard come", burst: 4, rate: 0.9,
            givenUpAfter: 20...36),
        Scenario(
            testDescription: "a clock that is half a percent slow", burst: 4, rate: 0.995),
        Scenario(testDescription: "a station that keeps up", burst: 4, rate: 1),
        Scenario(testDescription: "one that keeps up and has nothing ready", rate: 1),
    ]

    private static func time(_ seconds: Double) -> Duration {
        Duration(clamping: seconds, to: .session)
    }

    @Test("is judged by what arrives", arguments: scenarios)
    func slowness(scenario: Scenario) {
        var pace = ThroughputMonitor()
        var now = 0.05
        pace.receive(Self.time(scenario.burst), at: Self.time(now))
        while now < scenario.steady {
            now += scenario.interval
            #expect(pace.shortage(at: Self.time(now - 0.001)) == nil, "at \(now) s")
            pace.receive(Self.time(scenario.interval), at: Self.time(now))
        }
        let last = now
        while now < last + 3600, pace.shortage(at: Self.time(now)) == nil {
            now += 0.02
            if scenario.rate > 0 {
                pace.receive(Self.time(0.02 * scenario.rate), at: Self.time(now))
            }
        }
        if let expected = scenario.givenUpAfter {
            #expect(pace.shortage(at: Self.time(now)) == .slowness)
            #expect(expected.contains(now - last), "\(now - last) s")
        } else {
            #expect(pace.shortage(at: Self.time(now)) == nil, "\(now - last) s")
        }
    }

    @Test("is too slow if a byte a second arrives from the beginning")
    func silence() {
        let pace = ThroughputMonitor()
        #expect(pace.shortage(at: .milliseconds(9900)) == nil)
        #expect(pace.shortage(at: .seconds(10)) == .silence)
    }

    @Test("is judged by packets if their lengths are unknown")
    func unknownLengths() {
        var pace = ThroughputMonitor()
        for second in 1...100 {
            pace.receive(nil, at: .seconds(second))
            #expect(pace.shortage(at: .seconds(second)) == nil)
        }
        #expect(pace.shortage(at: .seconds(104)) == nil)
        #expect(pace.shortage(at: .seconds(106)) == .slowness)
    }
}
