import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("The title in the listener's mixer", .timeLimit(.minutes(1)))
struct StreamTitleTests {
    @Test("counts the playing advertisement, and otherwise names the stream")
    func advertisements() async throws {
        let stage = try HandSession()
        await stage.report(.heard(FrameTime(24_000)))
        try await stage.sink.shows("Interlude")
        _ = await stage.session.send(
            .push([.spot(1, frames: 48_000), .spot(2, frames: 48_000)]))
        await stage.settle()
        // The mixer is updated when the session has nothing else to do.
        await stage.report(.heard(FrameTime(24_001)))
        try await stage.sink.shows("Advertisement 1/2")
        await stage.report(.heard(FrameTime(71_999)))
        await stage.report(.heard(FrameTime(72_001)))
        try await stage.sink.shows("Advertisement 2/2")
        await stage.report(.heard(FrameTime(119_999)))
        await stage.report(.heard(FrameTime(120_001)))
        try await stage.sink.shows("Interlude")
        #expect(
            stage.sink.titles == [
                "Interlude", "Advertisement 1/2", "Advertisement 2/2", "Interlude",
            ])
        _ = await stage.session.send(.stop)
    }

    @Test(
        "is the station and its title, as far as they are known",
        arguments: [
            ("Radio", "Song", "Radio - Song"), ("Radio", "", "Radio"), (nil, "Song", "Song"),
            (nil, nil, "Interlude"),
        ] as [(String?, String?, String)])
    func station(station: String?, title: String?, expected: String) {
        var status = PlayerStatus(state: .playing, source: "live")
        status.title = title
        status.station = station
        #expect(MixerTitle(status).text == expected)
    }

    @Test(
        "is only that of what is heard for listeners of a streaming server",
        arguments: [
            ("Radio", "Song", nil, "Song"), ("Radio", nil, nil, "Radio"), (nil, nil, nil, ""),
            ("Radio", "Song", "Ferry", "Ferry"), ("Radio", "Song", "", "Advertisement"),
        ] as [(String?, String?, String?, String)])
    func elsewhere(station: String?, title: String?, spot: String?, expected: String) {
        var status = PlayerStatus(state: .playing, source: "live")
        status.title = title
        status.station = station
        status.adBreak = spot.map { title in
            BreakStatus(
                Advertisement(id: 1, title: title, audioFileURL: "spot.mp3"), spotNumber: 1,
                spotCount: 2,
                spotRemaining: .seconds(1))
        }
        #expect(MixerTitle(status).programmeText == expected)
    }
}
