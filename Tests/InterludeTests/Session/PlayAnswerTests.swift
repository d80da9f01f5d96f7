import Interlude
import Synchronization
import Testing

@Suite("The answer to a request for another source", .timeLimit(.minutes(2)))
struct PlayAnswerTests {
    @Test("comes once that has audio")
    func accepted() async throws {
        let stage = try HandSession()
        await stage.settle()
        #expect(await stage.session.send(.play(source: "other")) == .accepted)
        #expect(stage.session.status.source == "other")
        _ = await stage.session.send(.stop)
    }

    @Test("says why it cannot be played, and the playing one continues")
    func refused() async throws {
        let stage = try HandSession()
        await stage.settle()
        let words = "missing: there is no such stream"
        #expect(await stage.session.send(.play(source: "missing")) == .refused(words))
        #expect(stage.session.status.failedSource?.reason == words)
        #expect(await stage.session.send(.playPublic(source: "missing")) == .refused(words))
        #expect(stage.session.status.source == "live")
        _ = await stage.session.send(.stop)
    }

    @Test("and to every other command is reported to delegates if it is accepted")
    func reported() async throws {
        let stage = try HandSession()
        await stage.settle()
        let watcher = CommandWatcher()
        stage.session.addDelegate(watcher)
        for command in [
            SessionCommand.setVolume(.silence), .play(source: "missing"), .seek(.seconds(-1)),
            .playPublic(source: "http://ann:pw@other/"), .play(source: "other"),
        ] {
            _ = await stage.session.send(command)
        }
        let accepted = watcher.commands.withLock { $0 }
        #expect(accepted.contains(.setVolume(.silence)))
        #expect(accepted.last == .play(source: "other"))
        #expect(!accepted.contains(.play(source: "missing")))
        #expect(!"\(accepted)".contains("pw"))
        _ = await stage.session.send(.stop)
    }
}

/// Collects the accepted commands.
final class CommandWatcher: AudioSessionDelegate {
    let commands = Mutex<[SessionCommand]>([])

    func onCommandAccepted(_ command: SessionCommand) {
        commands.withLock { $0.append(command) }
    }
}
