import AdDisplay
import AdPlayback
import AudioSinks
import Interlude
import MediaTime
import Testing

@Suite("The spots of ads in a feed", .timeLimit(.minutes(1)))
struct FeedSpotsTests {
    /// A session whose stream has been heard for half a second.
    private static func playing(
        _ playback: AdvertisementPlayback = .automatic
    ) async throws -> HandSession {
        let stage = try HandSession(playback: playback)
        await stage.settle()
        await stage.report(.heard(FrameTime(24_000)))
        await stage.settle()
        return stage
    }

    private static func all(_ news: AsyncStream<FeedAudioEvent>) async -> [FeedAudioEvent] {
        var all: [FeedAudioEvent] = []
        for await one in news { all.append(one) }
        return all
    }

    @Test("are granted when they are heard, and ended after their last frame")
    func heard() async throws {
        let stage = try await Self.playing()
        let spots = FeedSpots(in: stage.session)
        let news = spots.play(.spot(1, frames: 4800))
        await stage.settle()
        await stage.report(.heard(FrameTime(36_000)))
        #expect(await Self.all(news) == [.granted, .ended])
    }

    @Test("are granted if the output is past their end before the session learns of their start")
    func lateReport() async throws {
        let stage = try await Self.playing()
        let spots = FeedSpots(in: stage.session)
        let news = spots.play(.spot(1, frames: 4800))
        await stage.settle()
        stage.sink.render(to: FrameTime(36_000))
        await stage.settle()
        await stage.report(.heard(FrameTime(36_000)))
        #expect(await Self.all(news) == [.granted, .ended])
    }

    @Test(
        "are refused if they are dropped before they are heard, and no report is sent",
        arguments: [Drop.ignored, .takenByApp])
    func dropped(by drop: Drop) async throws {
        let stage = try await Self.playing(.byApp)
        let spots = FeedSpots(in: stage.session)
        let news = spots.play(.spot(1, frames: 4800))
        await stage.settle()
        switch drop {
        case .ignored: _ = await stage.session.send(.ignoreAdvertisements)
        case .takenByApp: _ = stage.session.advertisements.getAdvertisement()
        }
        await stage.settle()
        #expect(await Self.all(news) == [.refused])
    }

    enum Drop {
        case ignored
        case takenByApp
    }

    @Test("are refused while the stream is held, and do not wait for it to continue")
    func paused() async throws {
        let stage = try await Self.playing()
        let spots = FeedSpots(in: stage.session)
        _ = await stage.session.send(.pause)
        await stage.report(.heard(FrameTime(48_000)))
        #expect(await Self.all(spots.play(.spot(1, frames: 4800))) == [.refused])
        #expect(stage.session.status.waitingSpots.isEmpty)
    }
}
