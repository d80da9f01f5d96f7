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
        "+ is a decibel more, and − one less",
        arguments: [(KeyCommand.louder, 1.0), (.quieter, -1)])
    func volume(key: KeyCommand, decibels: Double) async throws {
        var configuration = SessionConfiguration(source: Self.source)
        configuration.duration = .milliseconds(200)
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .virtual))
        session.carryOut(key)
        try session.play()
        _ = await session.ended()
        #expect(session.status.volume == .decibels(decibels))
    }
}
