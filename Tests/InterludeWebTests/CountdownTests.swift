import AdPlayback
import Advertising
import Foundation
import Interlude
import MediaTime
import Synchronization
import TestFiles
import Testing

@testable import InterludeWeb

@Suite("Countdown", .timeLimit(.minutes(1)))
struct CountdownTests {
    /// Records the events of a session, as the page's hub does.
    private final class Witness: AudioSessionDelegate {
        struct Notes {
            var statuses: [PlayerStatus] = []
            var records: [EventRecord] = []
        }

        private let state = Mutex(Notes())
        var notes: Notes { state.withLock { $0 } }

        func onStatusUpdate(_ status: PlayerStatus) {
            state.withLock { $0.statuses.append(status) }
        }
        func onEvent(_ record: EventRecord) { state.withLock { $0.records.append(record) } }
    }

    /// Plays a file of 40 s in virtual time, with a push of spots of 3, 5 and 2 s at 4 s.
    private func play(
        networkDelay: Duration = .zero, _ policy: @Sendable (inout SessionConfiguration) -> Void
    ) async throws -> Witness.Notes {
        let folder = try TemporaryFolder()
        let programme = try folder.write(WAVBytes(seconds: 40), to: "programme.wav")
        var spots: [Advertisement] = []
        for (index, seconds) in [3, 5, 2].enumerated() {
            let file = try folder.write(WAVBytes(seconds: seconds), to: "spot\(index).wav")
            spots.append(Advertisement(id: index + 1, title: "spot \(index)", audioFileURL: file))
        }
        var configuration = SessionConfiguration(source: programme)
        configuration.loudness = .off
        configuration.duration = .seconds(30)
        configuration.script = [.init(at: FrameTime(.seconds(4)), .push(spots))]
        policy(&configuration)
        var options = SessionOptions()
        options.networkDelay = networkDelay
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .virtual), options: options)
        let witness = Witness()
        session.addDelegate(witness)
        try session.play()
        _ = await session.ended()
        return witness.notes
    }

    @Test(
        "gives the time left of the spot and until the stream is back, to 100 ms",
        arguments: [
            BreakPolicy.mute, .hold, .duck,
        ])
    func countdown(policy: BreakPolicy) async throws {
        let notes = try await play { $0.breakPolicy = policy }
        let ends = notes.records.filter { $0.event == "slot.completed" }.map(\.t)
        let back = try #require(notes.records.first { $0.event == "break.ended" }).t
        #expect(ends.count == 3)
        let inBreak = notes.statuses.filter { $0.adBreak != nil }
        #expect(inBreak.count >= 3)
        for status in inBreak {
            let shown = try #require(status.adBreak)
            #expect(shown.spotCount == 3)
            let end = ends[shown.spotNumber - 1]
            let now = status.outputTime.inSeconds
            #expect(abs(now + shown.spotRemaining.inSeconds - end) <= 0.001)
            // Everything is loaded before the break, so all lengths are known.
            let remaining = try #require(shown.remaining)
            #expect(abs(now + remaining.inSeconds - back) <= 0.001)
        }
        #expect(Set(inBreak.compactMap { $0.adBreak?.spotNumber }) == [1, 2, 3])
    }

    @Test("gives a lower bound while a spot's length is unknown")
    func unknownLength() async throws {
        let notes = try await play(networkDelay: .seconds(1)) { configuration in
            // The second spot loads for a second during the first.
            guard case .push(let spots) = configuration.script[0].command else { return }
            configuration.script = [
                .init(at: FrameTime(.seconds(4)), .push([spots[1]])),
                .init(at: FrameTime(.seconds(6)), .push([spots[2]])),
            ]
        }
        let end = try #require(notes.records.first { $0.event == "slot.completed" }).t
        let unknown = notes.statuses.filter { $0.adBreak != nil && $0.adBreak?.remaining == nil }
        #expect(!unknown.isEmpty)
        for status in unknown {
            let least = try #require(status.adBreak).leastRemaining
            #expect(abs(status.outputTime.inSeconds + least.inSeconds - end) <= 0.001)
            let json = try #require(status.json["break"])
            #expect(json["remaining"] == .null)
            #expect(json["remainingAtLeast"] == .decimal(least.inSeconds))
        }
        let known = notes.statuses.compactMap(\.adBreak).filter { $0.remaining != nil }
        #expect(!known.isEmpty)
        #expect(known.allSatisfy { $0.leastRemaining == $0.remaining })
        #expect(known.allSatisfy { $0.json["remainingAtLeast"] == .null })
    }

    @Test("lets a page count down to within 100 ms until the next state")
    func countingOn() async throws {
        let notes = try await play { _ in }
        let ends = notes.records.filter { $0.event == "slot.completed" }.map(\.t)
        let back = try #require(notes.records.first { $0.event == "break.ended" }).t
        var checked = 0
        for (status, next) in zip(notes.statuses, notes.statuses.dropFirst())
        where status.adBreak != nil {
            let gap = next.outputTime - status.outputTime
            for step in 0..<10 {
                let reckoned = status.projected(after: gap * step / 10)
                let shown = try #require(reckoned.adBreak)
                let now = reckoned.outputTime.inSeconds
                #expect(
                    abs(now + shown.spotRemaining.inSeconds - ends[shown.spotNumber - 1]) <= 0.1)
                #expect(abs(now + (shown.remaining?.inSeconds ?? .infinity) - back) <= 0.1)
                checked += 1
            }
        }
        #expect(checked >= 30)
    }

    @Test("gives the time of a break that is known in advance")
    func coming() async throws {
        let notes = try await play { _ in }
        let begun = try #require(notes.records.first { $0.event == "break.started" }).t
        let before = notes.statuses.filter { !$0.comingBreaks.isEmpty }
        #expect(!before.isEmpty)
        for status in before {
            let coming = try #require(status.comingBreaks.first)
            #expect(coming.spotCount == 3)
            #expect(abs((status.outputTime + coming.wait).inSeconds - begun) <= 0.1)
        }
    }

    @Test("the position advances under a break that mutes, and stops under one that holds")
    func position() async throws {
        for (policy, isRunning) in [(BreakPolicy.mute, true), (.hold, false)] {
            let notes = try await play { $0.breakPolicy = policy }
            let inBreak = notes.statuses.filter { $0.adBreak?.spotNumber == 2 }
            #expect(!inBreak.isEmpty)
            #expect(inBreak.allSatisfy { $0.isStreamRunning == isRunning })
            let back = try #require(notes.records.first { $0.event == "stream.resumed" })
            let frame = try #require(back.json["streamFrame"])
            let lost = isRunning ? 10 * FrameTime.rate : 0
            #expect(frame == .integer(Int64(4 * FrameTime.rate + lost)))
        }
    }
}
