import Testing

@testable import HLSStreaming

@Suite("The pace of an HLS client")
struct LoadPaceTests {
    private static func nextTime(_ pacing: LoadPacing) -> Duration {
        var pace = LoadPace(pacing)
        for _ in 0..<10 { pace.note(.seconds(10), at: .zero) }
        return pace.nextTime(holdingBack: .seconds(20))
    }

    @Test("lets it load half a minute before real time, beyond its distance from live")
    func inRealTime() {
        #expect(Self.nextTime(.inRealTime) == .seconds(50))
    }

    @Test("does not matter to one that loads on demand")
    func onDemand() {
        #expect(Self.nextTime(.onDemand) == .zero)
    }

    @Test("begins with the first media", arguments: [LoadPacing.inRealTime, .onDemand])
    func begun(pacing: LoadPacing) {
        var pace = LoadPace(pacing)
        #expect(!pace.hasBegun)
        #expect(pace.nextTime(holdingBack: .zero) == .zero)
        pace.note(.seconds(1), at: .zero)
        #expect(pace.hasBegun)
    }
}
