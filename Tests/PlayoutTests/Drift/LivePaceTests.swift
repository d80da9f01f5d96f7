import MediaTime
import PCMAudio
import Testing

@testable import Playout

@Suite("The pace of a live stream")
struct LivePaceTests {
    /// In milliseconds: the bursts of the network, and the blocks of the sink.
    private static let beats = [(477.0, 496.0), (96, 492), (1000, 992), (496, 496.01), (26, 92)]

    @Test("is left alone if clocks agree, however bursts and blocks interfere", arguments: beats)
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
            // Three seconds arrived at once, and packets of a burst arrive one by one.
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
