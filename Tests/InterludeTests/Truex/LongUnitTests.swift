import AdPlayback
import MediaTime
import TestSignals
import Testing

@testable import Interlude

@Suite("A unit that is open for longer than its live stream is kept")
struct LongUnitTests {
    /// A placeholder of a second and two seconds of ads, after a second of programme.
    private static let pod = TruexPod(
        id: "pod", range: FrameRange(FrameTime(48_000), count: 144_000), slotType: .midroll,
        ads: [
            .init(range: FrameRange(FrameTime(48_000), count: 48_000), kind: .truex),
            .init(range: FrameRange(FrameTime(96_000), count: 96_000), kind: .linear),
        ])

    private static var ad: TruexAdConfiguration {
        var ad = TruexAdConfiguration(
            adID: 1, campaignName: "Coffee", engagementID: "e1",
            creative: "http://example.com/unit")
        ad.attentionTime = .seconds(5)
        return ad
    }

    /// A session whose listener is in the unit, with 30 s of the stream kept.
    private static func playing() -> SessionHarness {
        var configuration = SessionConfiguration(source: "live")
        configuration.maxDelay = .seconds(30)
        var session = SessionHarness(configuration)
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.take(.truex(.pods([pod])))
        session.take(.truex(.answered(TruexToken(1), .ad(ad))))
        session.hear(48_000)
        for message: TruexMessage in [.optIn, .interact] { session.command(.truex(message)) }
        return session
    }

    private static func jumps(of session: SessionHarness) -> [(generation: Int, to: FrameTime)] {
        session.effects.compactMap {
            if case .jump(_, let generation, let frame) = $0 { (generation, frame) } else { nil }
        }
    }

    @Test("has another place prepared every ten seconds at most, where the stream continues")
    func prepared() throws {
        var session = Self.playing()
        for second in 2...120 { session.hear(second * 48_000) }
        let jumps = Self.jumps(of: session)
        // To the first frame after the pod, and once that is no longer kept to later ones.
        #expect((6...14).contains(jumps.count), "\(jumps.map(\.to.seconds))")
        let last = try #require(jumps.last)
        #expect(last.to >= FrameTime(.seconds(91)))
        session.take(.source(generation: last.generation, .ready))
        session.command(.truex(.done))
        session.hear(121 * 48_000)
        #expect(Self.jumps(of: session).count == jumps.count)
        let resumed = session.records.last { $0.event == "stream.resumed" }
        #expect(resumed?.json["streamFrame"] == .integer(last.to.frames))
        let skipped = session.records.last { $0.event == "pod.skipped" }
        #expect(skipped?.json["route"] == "oldest")
    }
}
