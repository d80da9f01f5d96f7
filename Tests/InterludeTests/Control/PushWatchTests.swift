import AudioSinks
import Advertising
import MediaTime
import Synchronization
import Testing

@testable import Interlude

@Suite("A push that waits for its spots", .timeLimit(.minutes(1)))
struct PushWatchTests {
    /// Pushes `spots` at the start of a live stream of a second, and returns the replies in words.
    private static func replies(
        to spots: [Advertisement], of source: String = "live"
    ) async throws -> [String] {
        var configuration = SessionConfiguration(source: source)
        configuration.duration = .seconds(1)
        let session = AudioSession(configuration) {
            let sink = NullSink(clock: .virtual)
            return SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        let replies = Mutex<[ControlReply]>([])
        session.carryOut(.pushAndWait(spots)) { reply in replies.withLock { $0.append(reply) } }
        try session.play()
        _ = await session.ended()
        return replies.withLock { $0 }.map { reply in
            switch reply {
            case .progress(let progress): "\(progress.spot) \(progress.words)"
            case .accepted, .pushed, .status, .refused: reply.line
            }
        }
    }

    @Test("A3: is told what becomes of each, and is answered when all have ended")
    func progress() async throws {
        let replies = try await Self.replies(
            to: [.spot(7, frames: 4800), .broken(2), .spot(7, frames: 9600)])
        #expect(
            replies.map { $0.replacing(/failed: broken 2: .+/, with: "failed") } == [
                "2 failed", "1 playing: spot 7", "1 completed: spot 7", "3 playing: spot 7",
                "3 completed: spot 7", #"{"ok":true}"#,
            ])
    }

    @Test("is answered when the session ends first")
    func end() async throws {
        let replies = try await Self.replies(to: [.spot(1, frames: 96_000), .spot(2, frames: 4800)])
        #expect(
            replies == [
                "1 playing: spot 1", "1 skipped: spot 1: stopped", "2 not played: spot 2: stopped",
                #"{"ok":true}"#,
            ])
    }

    @Test("is refused by a session that is over")
    func over() async throws {
        let session = AudioSession(SessionConfiguration(source: "live")) {
            throw SessionFailure(.output, "there is no output")
        }
        #expect(throws: SessionFailure.self) { try session.play() }
        let reply = await withCheckedContinuation { continuation in
            session.carryOut(.pushAndWait([.spot(1, frames: 4800)])) {
                continuation.resume(returning: $0)
            }
        }
        #expect(reply == .refused("the session is over"))
    }

    @Test("that is dropped as a whole has no spot left to wait for")
    func dropped() {
        var progress = PushProgress(
            of: [.spot(1, frames: 1), .spot(2, frames: 1)], numbers: [4, 5])
        #expect(
            progress.drop("noStream").map(\.words) == [
                "not played: spot 1: noStream", "not played: spot 2: noStream",
            ])
        #expect(progress.isOver)
    }

    @Test("is told with the end of a spot that its file is cut off")
    func cut() {
        var progress = PushProgress(of: [.spot(1, frames: 1)], numbers: [4])
        let warning = EventRecord(
            "session.warning", at: .zero,
            [
                "slot": .integer(9), "spot": .integer(4), "declared": .integer(10),
                "reason": .string("the file is cut off"),
            ])
        #expect(progress.note(warning) == nil)
        let start = EventRecord("slot.started", at: .zero, ["spot": .integer(4)])
        #expect(progress.note(start)?.words == "playing: spot 1")
        let end = EventRecord("slot.completed", at: .zero, ["spot": .integer(4)])
        #expect(progress.note(end)?.words == "completed: spot 1: the file is cut off")
        #expect(progress.isOver)
    }

    @Test("takes no notice of other spots, nor of events that end none")
    func others() {
        var progress = PushProgress(of: [.spot(1, frames: 1)], numbers: [4])
        for (event, spot) in [
            ("slot.completed", 1), ("slot.midpoint", 4), ("slot.loading", 4), ("break.ended", 4),
        ] as [(String, Int64)] {
            let record = EventRecord(event, at: .zero, ["spot": .integer(spot)])
            #expect(progress.note(record) == nil)
        }
        #expect(!progress.isOver)
    }
}
