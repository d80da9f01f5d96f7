import Advertising
import Foundation
import Interlude
import TestFiles
import TestServers
import Testing

@Suite("A push for the end of a file that does not declare its length", .timeLimit(.minutes(2)))
struct FoundEndTests {
    private static let encodings = [
        ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-f", "mp3"],
        ["-c:a", "aac", "-b:a", "128k", "-f", "adts"],
    ]

    @Test(
        "A22: is loaded at the end and heard from there, in virtual time each time in the same way",
        arguments: encodings)
    func end(encoding: [String]) async throws {
        let folder = try TemporaryFolder()
        let (programme, spot) = (folder.file("programme"), folder.file("spot.wav"))
        try Command(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=20:r=48000"]
                + encoding + [programme]
        ).successful()
        let samples = [Float](repeating: 0.25, count: 2 * 48_000)
        try Data(WAVBytes.file(samples)).write(to: URL(filePath: spot))
        let push = SessionCommand.pushInStream(
            [Advertisement(id: 1, title: "spot", audioFileURL: spot)], at: .end)

        var logs: Set<[String]> = []
        for _ in 0..<6 {
            let outcome = try await PlayedSource(programme).at(0, push).run()
            logs.insert(outcome.log)
            let end = try #require(outcome.frames(of: "slot.loading").first)
            #expect(end >= 20 * 48_000)
            #expect(outcome.frames(of: "slot.loaded") == [end])
            #expect(outcome.frames(of: "slot.started") == [end])
            #expect(outcome.frames(of: "session.stopped") == [end + 48_000])
            #expect(try outcome.replayed() == outcome.log)
        }
        #expect(logs.count == 1)
    }
}
