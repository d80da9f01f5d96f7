import AdPlayback
import Advertising
import Foundation
import Interlude
import MediaTime
import PCMAudio
import Synchronization
import Testing

@Suite("What a listener may request", .timeLimit(.minutes(1)))
struct ListenerControlsTests {
    /// Keeps every status of a session.
    private final class Statuses: AudioSessionDelegate {
        private let state = Mutex<[PlayerStatus]>([])
        var all: [PlayerStatus] { state.withLock { $0 } }
        func onStatusUpdate(_ status: PlayerStatus) { state.withLock { $0.append(status) } }
    }

    private func statuses(_ scenario: Scenario) async throws -> [PlayerStatus] {
        let statuses = Statuses()
        _ = try await scenario.run { $0.addDelegate(statuses) }
        return statuses.all
    }

    @Test("during an advertisement is to skip it, and after it to pause and to seek")
    func advertisement() async throws {
        let all = try await statuses(
            Scenario("live").push(24_000, .spot(1, frames: 24_000))
                .at(80_000, .ignoreAdvertisements))
        let inBreak = all.filter { $0.adBreak != nil }.map(\.controls)
        #expect(!inBreak.isEmpty)
        var skipOnly = ListenerControls()
        skipOnly.skip = true
        #expect(inBreak.allSatisfy { $0 == skipOnly })
        let last = try #require(all.last { $0.adBreak == nil && $0.state == .playing }).controls
        #expect(last.pause && last.seek && last.delay && !last.skip && !last.resume)
        // The listener is where the stream began to play, so nothing is closer to live.
        #expect(!last.live)
    }

    @Test("behind live is to go back to live, and in a file never")
    func live() async throws {
        let behind = try await statuses(
            Scenario("live").at(48_000, .setDelay(.milliseconds(1_900)))
                .at(80_000, .ignoreAdvertisements))
        #expect(try #require(behind.last { $0.state == .playing }).controls.live)
        let file = try await statuses(Scenario("file:480000"))
        let controls = file.map(\.controls)
        #expect(controls.contains { $0.seek })
        #expect(controls.allSatisfy { !$0.live && !$0.delay })
    }

    @Test("while paused is to resume, and in a pipe never to seek")
    func pause() async throws {
        let all = try await statuses(
            Scenario("pipe:480000").at(24_000, .pause).at(72_000, .unpause))
        let paused = all.filter { $0.state == .paused }.map(\.controls)
        #expect(!paused.isEmpty)
        #expect(paused.allSatisfy { $0.resume && !$0.pause })
        #expect(all.allSatisfy { !$0.controls.seek })
    }

    @Test("the waiting spots are listed in order, and the known breaks")
    func waiting() async throws {
        let all = try await statuses(
            Scenario("live", frames: 144_000)
                .push(24_000, .spot(1, frames: 12_000), .spot(2, frames: 12_000))
                .push(72_000, .spot(3, frames: 12_000)))
        let first = try #require(all.first { $0.adBreak?.spotNumber == 1 })
        #expect(first.waitingSpots.map(\.id) == [2])
        #expect(first.comingBreaks.map(\.spotCount) == [1])
        let wait = try #require(first.comingBreaks.first).wait
        #expect(first.outputTime + wait == .milliseconds(1_500))
        #expect(all.last?.comingBreaks == [])
    }

    @Test("a step of the volume changes the volume of that moment, up to 150 %")
    func volumeSteps() async throws {
        let stage = try HandSession()
        await stage.settle()
        let watcher = CommandWatcher()
        stage.session.addDelegate(watcher)
        let steps: [(SessionCommand, reply: CommandReply)] = [
            (.changeVolume(by: Gain(linear: 0.5)), .accepted),
            (.changeVolume(by: Gain(linear: 0.5)), .accepted),
            (.changeVolume(by: Gain(linear: 8)), .accepted),
            (.changeVolume(by: Gain(linear: 8)), .refused("the volume is at its maximum")),
            (.changeVolume(by: Gain(linear: .nan)), .refused("the step is not a gain")),
            (.changeVolume(by: Gain(linear: -1)), .refused("the step is not a gain")),
            (.setVolume(.silence), .accepted),
            (.changeVolume(by: Gain(linear: 0.5)), .refused("volume is 0 already")),
            (.changeVolume(by: Gain(linear: 2)), .accepted),
        ]
        for (command, reply) in steps {
            #expect(await stage.session.send(command) == reply, "\(command)")
        }
        #expect(
            watcher.commands.withLock { $0 }
                == [0.5, 0.25, 1.5, 0, 0.1].map { .setVolume(Gain(linear: $0)) })
        #expect(stage.session.status.volume == Gain(linear: 0.1))
        _ = await stage.session.send(.stop)
    }

    @Test("is shown with the volume, the possible delay, and whether the output runs")
    func status() async throws {
        let all = try await statuses(
            Scenario("live").at(24_000, .setVolume(Gain(linear: 0.5)))
                .at(80_000, .ignoreAdvertisements))
        let playing = all.filter { $0.state == .playing && $0.outputTime > .zero }
        #expect(!playing.isEmpty && playing.allSatisfy(\.isOutputRunning))
        #expect(playing.last?.volume == Gain(linear: 0.5))
        #expect(playing.last?.availableDelay != nil)
        let ended = all.filter { $0.state == .stopped }
        #expect(ended.allSatisfy { !$0.isOutputRunning })
    }
}
