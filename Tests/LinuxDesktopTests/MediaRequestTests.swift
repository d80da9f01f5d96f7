import Advertising
import Interlude
import PCMAudio
import Testing

@testable import LinuxDesktop

@Suite("A request of the desktop")
struct MediaRequestTests {
    private var file: MediaPlayer {
        var status = PlayerStatus(
            state: .playing, source: "show.wav", position: .seconds(10), length: .seconds(60))
        status.controls.pause = true
        status.controls.seek = true
        return MediaPlayer(status)
    }

    /// A live stream 20 s behind live, with this much stored.
    private func live(available: Duration) -> MediaPlayer {
        var status = PlayerStatus(
            state: .playing, source: "http://example.org/live", position: .seconds(100),
            behindLive: .seconds(20))
        status.availableDelay = available
        status.controls.seek = true
        return MediaPlayer(status)
    }

    @Test(
        "seeks in a file from its position, neither before its beginning nor past its end",
        arguments: [
            (5, .command(.seek(.seconds(15)))), (-5, .command(.seek(.seconds(5)))),
            (-30, .command(.seek(.zero))), (50, .command(.seek(.seconds(60)))), (51, .nothing),
        ] as [(Int, MediaAnswer)])
    func seek(seconds: Int, answer: MediaAnswer) {
        #expect(file.answer(.seek(by: .seconds(seconds))) == answer)
    }

    @Test(
        "seeks in a live stream as far as it is kept, and up to live",
        arguments: [
            (-10, .command(.setDelay(.seconds(30)))), (-500, .command(.setDelay(.seconds(60)))),
            (15, .command(.setDelay(.seconds(5)))), (20, .command(.goLive)),
            (100, .command(.goLive)),
        ] as [(Int, MediaAnswer)])
    func seekLive(seconds: Int, answer: MediaAnswer) {
        #expect(live(available: .seconds(60)).answer(.seek(by: .seconds(seconds))) == answer)
    }

    @Test("does not seek in a live stream if nothing of it is kept")
    func nothingKept() {
        let player = live(available: .milliseconds(900))
        #expect(player.value(of: .canSeek) == .bool(false))
        let answer = player.answer(.seek(by: .seconds(-5)))
        #expect(answer == .refusal("this stream has no stored part to seek in"))
    }

    @Test("sets a position only in the track that it names")
    func setPosition() {
        let here = "/interlude/programme/1"
        let there = "/interlude/advertisement/1"
        let seconds = Duration.seconds(30)
        #expect(file.answer(.setPosition(seconds, track: here)) == .command(.seek(seconds)))
        #expect(file.answer(.setPosition(seconds, track: there)) == .nothing)
        #expect(file.answer(.setPosition(.zero, track: here)) == .command(.seek(.zero)))
        #expect(file.answer(.setPosition(.seconds(-1), track: here)) == .nothing)
        #expect(file.answer(.setPosition(.seconds(61), track: here)) == .nothing)
    }

    @Test(
        "is refused in an advertisement if it would leave it",
        arguments: [
            .pause, .playPause, .seek(by: .seconds(5)), .setRate(0),
            .setPosition(.seconds(5), track: "/interlude/advertisement/1"),
        ] as [MediaRequest])
    func refused(request: MediaRequest) {
        #expect(advertised.answer(request) == .refusal("an advertisement plays"))
    }

    @Test(
        "is allowed in an advertisement otherwise",
        arguments: [
            (.next, .command(.skip)), (.setVolume(0.5), .command(.setVolume(Gain(linear: 0.5)))),
            (.stop, .command(.stop)), (.quit, .command(.stop)), (.play, .command(.unpause)),
        ] as [(MediaRequest, MediaAnswer)])
    func done(request: MediaRequest, answer: MediaAnswer) {
        #expect(advertised.answer(request) == answer)
    }

    private var advertised: MediaPlayer {
        var player = file
        var status = player.status
        status.adBreak = BreakStatus(
            Advertisement(id: 1, title: "Ferry", audioFileURL: ""), spotNumber: 1, spotCount: 1,
            spotRemaining: .seconds(4))
        status.controls = ListenerControls()
        status.controls.skip = true
        _ = player.receive(status, at: .now)
        return player
    }

    @Test(
        "sets a volume within the range",
        arguments: [(-1, 0), (0.25, 0.25), (1.5, 1.5), (9, 1.5)] as [(Double, Float)])
    func volume(asked: Double, set: Float) {
        #expect(file.answer(.setVolume(asked)) == .command(.setVolume(Gain(linear: set))))
    }

    @Test("is refused if its volume is not a number")
    func noVolume() {
        #expect(
            file.answer(.setVolume(.nan)) == .refusal("a volume is a number from 0 to 1.5"))
    }

    @Test(
        "opens an address that a player understands",
        arguments: [
            ("http://example.org/live", .command(.play(source: "http://example.org/live"))),
            ("HTTPS://example.org/live", .command(.play(source: "HTTPS://example.org/live"))),
            ("file:///music/late%20show.ogg", .command(.play(source: "/music/late show.ogg"))),
            ("ftp://example.org/a", .refusal("'ftp' is not supported; use http, https or file")),
            ("", .refusal("this is not an address; use http, https or file")),
        ] as [(String, MediaAnswer)])
    func open(address: String, answer: MediaAnswer) {
        #expect(file.answer(.open(address)) == answer)
    }

    @Test("has no effect if it pauses a paused player, or sets an unsupported speed")
    func nothing() {
        var status = file.status
        status.state = .paused
        let player = MediaPlayer(status)
        #expect(player.answer(.pause) == .nothing)
        #expect(player.answer(.playPause) == .command(.unpause))
        #expect(file.answer(.setRate(2)) == .nothing)
        #expect(file.answer(.setRate(0)) == .command(.pause))
        #expect(file.answer(.pause) == .command(.pause))
        #expect(file.answer(.playPause) == .command(.pause))
        #expect(file.answer(.next) == .nothing)
        #expect(file.answer(.previous) == .nothing)
        #expect(file.answer(.raise) == .nothing)
    }
}
