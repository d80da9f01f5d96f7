import AudioSinks
import Interlude
import MediaTime
import Testing

@Suite("A session that does not run")
struct NotRunningTests {
    private static let failure = SessionFailure(.output, "there is no output")

    private static let over = SessionFailure(
        .over, "the session is over; create another session to play again")

    private static func unplayable() -> AudioSession {
        AudioSession(SessionConfiguration(source: "live")) { throw failure }
    }

    @Test("that could not begin answers every request", .timeLimit(.minutes(1)))
    func couldNotBegin() async throws {
        let session = Self.unplayable()
        async let end = session.ended()
        #expect(throws: Self.failure) { try session.play() }
        #expect(await end == .failed(Self.failure))
        #expect(await session.ended() == .failed(Self.failure))
        #expect(await session.send(.pause) == .refused("the session is over"))
        #expect(session.advertisements.getAdvertisement() == nil)
        #expect(session.status.state == .failed)
        #expect(session.status.failedSource?.reason == Self.failure.description)
        #expect(throws: Self.over) { try session.play() }
    }

    @Test("whose recording cannot be written answers every request", .timeLimit(.minutes(1)))
    func noRecording() async throws {
        var options = SessionOptions()
        options.recording = .file(path: "/nonexistent/recording")
        let session = AudioSession(
            SessionConfiguration(source: "live"), output: AudioOutput(.null), options: options)
        #expect(throws: SessionFailure.self) { try session.play() }
        #expect(await session.send(.stop) == .refused("the session is over"))
        #expect(session.advertisements.getAdvertisement() == nil)
    }

    @Test(
        "says which address of a streaming server is wrong, without its login",
        arguments: [
            ("hello", "'hello': "), ("", "'': "),
            ("ann:secret@cast.test/a.mp3", "'cast.test/a.mp3': "),
            ("ftp://ann:sec@ret@cast.test/a.mp3", "'cast.test/a.mp3': "),
        ])
    func castAddress(address: String, shown: String) async {
        let session = AudioSession(
            SessionConfiguration(source: "live"), output: AudioOutput(.icecast(address: address)))
        let failure = SessionFailure(
            .output, shown + "the address must begin with http://, https:// or icecast://")
        #expect(throws: failure) { try session.play() }
        #expect(await session.ended() == .failed(failure))
    }

    @Test("takes commands before it begins, and applies them at its start", .timeLimit(.minutes(1)))
    func beforePlay() async throws {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .seconds(1)
        let session = AudioSession(configuration) {
            let sink = NullSink(clock: .virtual)
            return SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        let listener = Listener()
        session.addDelegate(listener)
        #expect(session.advertisements.getAdvertisement() == nil)
        #expect(await session.send(.push([.spot(1, frames: 4800)])) == .accepted)
        try session.play()
        #expect(await session.ended() == .asked)
        #expect(listener.calls.filter { $0.hasSuffix(" 1") } == ["banner 1", "FINISHED 1"])
    }

    @Test(
        "refuses what is about audio that is heard before it begins",
        arguments: [
            SessionCommand.pause, .unpause, .goLive, .setDelay(.seconds(1)), .seek(.seconds(1)),
            .skip, .skipBreak, .ignoreAdvertisement(id: 1),
        ])
    func nothingPlays(command: SessionCommand) async {
        let session = AudioSession(SessionConfiguration(source: "live"))
        #expect(await session.send(command) == .refused("nothing plays yet"))
    }

    @Test("answers after its end", .timeLimit(.minutes(1)))
    func afterEnd() async throws {
        let stage = try HandSession()
        #expect(try stage.session.play() == false)
        _ = await stage.session.send(.stop)
        await stage.report(.heard(FrameTime(1000)))
        #expect(await stage.session.ended() == .asked)
        #expect(await stage.session.send(.pause) == .refused("the session is over"))
        #expect(throws: Self.over) { try stage.session.play() }
        #expect(stage.session.advertisements.getAdvertisement() == nil)
        #expect(stage.sink.finishCount == 1)
        #expect(stage.listener.calls.count { $0 == "end" } == 1)
    }
}
