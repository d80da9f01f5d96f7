import Advertising
import Interlude
import MediaTime
import Testing

@Suite("A hundred pods in a row")
struct ManyPodsTests {
    private static let count = 100
    /// Frames from pod to pod, of a pod, and of its placeholder.
    private static let (period, length, placeholder) = (14_000, 7000, 2400)
    /// Frames in each unit.
    private static let stay = 9600

    private static func pod(_ number: Int) -> AdSchedule.Break {
        let start = FrameTime(Int64(4000 + number * period))
        var ads = [0, placeholder, 4700].map {
            AdSchedule.Ad(range: FrameRange(start + $0, count: $0 == 0 ? placeholder : 2300))
        }
        ads[0].kind = .truex
        ads[0].truexParameters = .oneStage(
            json: PodSessionScenario.unit(voiceOver: "", attention: "0.1"))
        return AdSchedule.Break(
            id: "pod-\(number)", position: .midroll, range: FrameRange(start, count: length),
            ads: ads)
    }

    @Test(
        "are left on the exact sample, each as far behind live as its unit exceeded it",
        arguments: [
            ("opt-in@20ms,interact@40ms,done@200ms", length), ("opt-out@200ms", placeholder),
        ])
    func lag(viewer: String, skipped: Int) async throws {
        var scenario = try PodSessionScenario("live", pods: [], viewer: viewer)
        scenario.schedule = .init(breaks: (0..<Self.count).map(Self.pod))
        let (stay, period) = (Self.stay, Self.period)
        let turn = stay + period - skipped
        scenario.configuration.duration = .frames(4000 + Self.count * turn)
        let outcome = try await scenario.run()
        let backs = (0..<Self.count).map { 4000 + stay + $0 * turn }
        #expect(outcome.frames(of: "stream.resumed") == backs)
        #expect(
            outcome.values("streamFrame", of: "stream.resumed")
                == (0..<Self.count).map { "\(4000 + skipped + $0 * period)" })
        // The listener began a second behind live.
        let lags = (1...Self.count).map { Double(48_000 + $0 * (stay - skipped)) / 48_000 }
        let told = outcome.values("behindLive", of: "stream.resumed").compactMap(Double.init)
        #expect(told.count == lags.count && zip(told, lags).allSatisfy { abs($0 - $1) < 0.000_1 })
        for (number, back) in backs.enumerated() {
            let heard = turn - stay - 384
            #expect(
                outcome.sound[back + 384..<back + 384 + heard]
                    == Sound.stream(4384 + skipped + number * period, count: heard))
        }
        #expect(try outcome.replayed() == outcome.log)
    }
}
