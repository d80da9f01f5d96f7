import Foundation
import TestFiles
import TestServers
import Testing

@Suite("A player whose sources end or cannot be played")
struct ReturnHomeTests {
    private static let programme = Peers.sample("programme/programme.mp3")

    /// A file with a second of a tone.
    private static func jingle(in folder: TemporaryFolder) throws -> String {
        let file = folder.file("jingle.wav")
        try Command(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", file]
        ).successful()
        return file
    }

    @Test("refuses a 404, plays a file in between, and returns to where it was")
    func fileInBetween() async throws {
        let server = FaultServer { _, _ in .answer(status: "404 Not Found", type: "text/plain") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let (missing, jingle) = (server.address("/nowhere.mp3"), try Self.jingle(in: folder))
        let recording = folder.file("recording")
        let (refusal, status, outcome) = try await onThread {
            let player = try Player(Self.programme, ["--record", recording])
            try player.wait(for: "session.playing")
            let refusal = try player.control("play", missing)
            try player.control("play", jingle).successful()
            try player.wait(for: "session.playing", count: 3)
            try player.waitUntilShown("nowhere.mp3: the server answers 404", "connecting to ")
            let status = try player.control("status").output
            try player.control("stop").successful()
            return (refusal, status, player.finish(within: .seconds(30)))
        }
        #expect(refusal.status == 1)
        #expect(refusal.errors.contains("404"))
        #expect(status.contains(#""source":"\#(Self.programme)""#), "\(status)")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let back = outcome.events.all("session.playing").last
        #expect((back?.streamFrame ?? 0) > 48_000, "\(outcome.log)")
        let replay = try Command([Player.executable, "replay", recording])
        #expect(replay.output == outcome.log)
    }

    @Test("with --give-up 0 tries from the start until the station answers, and says why it waits")
    func fromTheStart() async throws {
        let programme = try [UInt8](Data(contentsOf: URL(filePath: Self.programme)))
        let isRead = Gate()
        // Each try of the player makes three requests. The second try waits for the test.
        let server = FaultServer { _, index in
            switch index {
            case 3: [.wait(isRead)] + .answer(status: "403 Forbidden")
            case ..<5: .answer(status: "403 Forbidden")
            default: .answer(programme)
            }
        }
        defer { server.stop() }
        let (status, outcome) = try await onThread {
            let player = try Player(server.address("/live.mp3"), ["--give-up", "0"])
            try player.wait(for: "session.warning")
            let status = try player.control("status").output
            isRead.open()
            try player.wait(for: "session.playing")
            try player.control("stop").successful()
            return (status, player.finish(within: .seconds(30)))
        }
        #expect(status.contains(#""failed":{"source":"http://127.0.0.1"#), "\(status)")
        #expect(status.contains(#""state":"connecting""#), "\(status)")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.events.all("session.warning").count == 1, "\(outcome.log)")
    }

    @Test("plays its home where the source cannot be played, and ends with that")
    func home() async throws {
        let folder = try TemporaryFolder()
        let jingle = try Self.jingle(in: folder)
        let page = try folder.write(Array("no sound".utf8), to: "notes.txt")
        let run = try await onThread {
            try CommandRun([
                "play", page, "--home", jingle, "--clock", "virtual", "--sink", "null",
            ])
        }
        #expect(run.status == 0, "\(run.lines)")
        #expect(run.lines.first?.contains("notes.txt") == true, "\(run.lines)")
    }
}
