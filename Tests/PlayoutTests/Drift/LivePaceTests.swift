import MediaTime
import PCMAudio
import Testing

@testable import Playout

@Suite("The pace of a live stream")
struct LivePaceTests {
    /// In milliseconds: what comes over the network at once, and what the sink takes at once.
    private static let beats = [(477.0, 496.0), (96, 492), (1000, 992), (496, 496.01), (26, 92)]

    @Test("is left alone where clocks agree, however bursts and blocks beat", arguments: beats)
    func beating(burst: Double, block: Double) {
        let pace = LivePace(of: .byClock)
        let store = SampleStore(capacity: 1)
        pace.follow(store, in: ProgrammeTime())
        var (came, taken) = (0.0, 0.0)
        var corrections: Set<Int> = []
        while came < 900_000 {
            while taken <= came {
                store.handle.advance(
                    to: Self.frame(taken + block), keeping: 0, at: Self.time(taken))
                taken += block
            }
            // Three seconds came at once, and packets of a burst come one by one.
            for packet in 0..<5 {
                let edge = 3000 + came + burst * Double(packet) / 5
                pace.note(edge: Self.frame(edge), at: Self.time(came))
            }
            corrections.insert(pace.correction.partsPerMillion)
            came += burst
        }
        #expect(corrections == [0])
    }

    private static func frame(_ milliseconds: Double) -> FrameTime {
        FrameTime(Int64(saturating: milliseconds * 48))
    }

    private static func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(saturating: milliseconds * 1e6))
    }
}
