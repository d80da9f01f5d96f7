import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("The length of a spot")
struct LengthTests {
    private static func failure(
        declared: Int, heard frameCount: Int, change: (inout Advertisement) -> Void = { _ in }
    ) -> SpotFailure? {
        var ad = Advertisement.tracked(1)
        ad.duration = .seconds(declared)
        change(&ad)
        var player = AdvertisementPlayer(
            QueuedAdvertisement(token: PlayToken(1), advertisement: ad))
        switch player.loaded(SpotAudio(frameCount: frameCount)) {
        case .failed(let failure): return failure
        case .moved, .stale: return nil
        }
    }

    @Test(
        "may differ from what its ad server says by a second, or by a tenth of a longer one",
        arguments: [
            (10, 528_000, true), (10, 528_001, false), (10, 432_000, true), (10, 431_999, false),
            (20, 1_056_000, true), (20, 1_056_001, false), (20, 864_000, true),
            (20, 863_999, false), (5, 288_000, true), (5, 288_001, false),
        ])
    func tolerance(declared: Int, frameCount: Int, isTaken: Bool) {
        let failure = Self.failure(declared: declared, heard: frameCount)
        #expect((failure == nil) == isTaken)
        if !isTaken { #expect(failure?.reason == .otherLength) }
    }

    @Test("is told to a tenth of a second where it is another")
    func told() {
        #expect(
            Self.failure(declared: 10, heard: 60_000)?.words
                == "it is 1.2 s long, and its ad server says 10.0 s")
    }

    @Test("is any where no ad server says it, or the beginning of the ad is left out")
    func any() {
        #expect(Self.failure(declared: 10, heard: 48_000) { $0.tracking = nil } == nil)
        #expect(Self.failure(declared: 10, heard: 48_000) { $0.startOffset = .seconds(9) } == nil)
        #expect(Self.failure(declared: 10, heard: 48_000) { $0.duration = nil } == nil)
    }

    @Test("has no silence at its beginning unless it is said")
    func leadIn() {
        #expect(SpotAudio(frameCount: 1).leadIn == 0)
    }

    @Test("is told once: a spot that is loaded twice is stale")
    func twice() {
        var player = AdvertisementPlayer(
            QueuedAdvertisement(token: PlayToken(1), advertisement: .sample(1)))
        #expect(player.isLoading && !player.isReady)
        #expect(player.connected() == .moved)
        #expect(player.connected() == .stale)
        #expect(player.isLoading && !player.isReady)
        #expect(player.loaded(SpotAudio(frameCount: 0)) != .moved)
        #expect(player.loaded(SpotAudio(frameCount: 1)) == .moved)
        #expect(!player.isLoading && player.isReady)
        #expect(player.loaded(SpotAudio(frameCount: 1)) == .stale)
        #expect(player.connected() == .stale)
    }
}
