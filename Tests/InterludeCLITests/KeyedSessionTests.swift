import Foundation
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("Keys that a session gets", .timeLimit(.minutes(2)))
struct KeyedSessionTests {
    private static let source = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../SampleMedia/programme/programme.mp3")
        .standardized.path()

    @Test(
        "each + is a decibel more, and each − one less, however fast they follow each other",
        arguments: [([KeyCommand.louder], 1.0), ([.quieter, .quieter, .quieter], -3)])
    func volume(keys: [KeyCommand], decibels: Double) async throws {
        var configuration = SessionConfiguration(source: Self.source)
        configuration.duration = .milliseconds(200)
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .virtual))
        for key in keys { session.carryOut(key) }
        try session.play()
        _ = await session.ended()
        #expect(abs(session.status.volume.decibels - decibels) < 0.001)
    }
}
