import MediaTime
import Testing

@testable import Interlude

@Suite("The search for silences as the listener proceeds")
struct SilenceSearchTests {
    private static func search() -> SilenceSearch {
        SilenceSearch(StreamMarkers.Silence(.starts, length: .seconds(4)))
    }

    private func frames(_ start: Int64, _ end: Int64) -> FrameRange {
        FrameRange(FrameTime(start), FrameTime(end))
    }

    @Test("asks for the loudness in steps of half a second, each part once")
    func steps() {
        var search = Self.search()
        #expect(search.nextPlace == nil)
        #expect(search.takeRange(to: FrameTime(1_000)) == nil)
        #expect(search.nextPlace == FrameTime(25_000))
        #expect(search.takeRange(to: FrameTime(24_999)) == nil)
        #expect(search.takeRange(to: FrameTime(25_000)) == frames(1_000, 25_000))
        // The next block begins 200 ms later.
        #expect(search.receive([1, 1], from: FrameTime(1_000)).isEmpty)
        #expect(search.takeRange(to: FrameTime(505_000)) == frames(10_600, 505_000))
    }

    @Test("begins again where the listener has jumped to", arguments: [505_001, 24_999, 0])
    func jump(place: Int64) {
        var search = Self.search()
        _ = search.takeRange(to: FrameTime(1_000))
        _ = search.takeRange(to: FrameTime(25_000))
        #expect(search.takeRange(to: FrameTime(place)) == nil)
        #expect(search.nextPlace == FrameTime(place + 24_000))
        let next = search.takeRange(to: FrameTime(place + 24_000))
        #expect(next == frames(place, place + 24_000))
    }

    @Test("does not take what was asked for before a jump")
    func late() {
        var search = Self.search()
        _ = search.takeRange(to: .zero)
        _ = search.takeRange(to: FrameTime(24_000))
        _ = search.takeRange(to: FrameTime(960_000))
        let silence = [Double](repeating: 0, count: 40)
        #expect(search.receive(silence, from: FrameTime(959_999)).isEmpty)
        #expect(search.receive(silence, from: FrameTime(960_000)).count == 1)
        search.forgetStream()
        #expect(search.nextPlace == nil)
        #expect(search.receive(silence, from: .zero).count == 1)
    }
}
