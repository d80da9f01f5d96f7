import Interlude
import Testing

@Suite("A negative time of a configuration", .timeLimit(.minutes(1)))
struct NegativeTimeTests {
    @Test(
        "fails the start, with its name",
        arguments: [
            ("fade", \.fade), ("start", \.start), ("maxDelay", \.maxDelay),
            ("startThreshold", \.startThreshold), ("rebufferThreshold", \.rebufferThreshold),
        ] as [(String, WritableKeyPath<SessionConfiguration, Duration> & Sendable)])
    func time(name: String, path: WritableKeyPath<SessionConfiguration, Duration> & Sendable) async
    {
        var configuration = SessionConfiguration(source: "live")
        configuration[keyPath: path] = .nanoseconds(-1)
        await Self.expectFailure(of: configuration, name)
    }

    @Test(
        "that may be nil fails the start as well",
        arguments: [
            ("crossfade", \.crossfade), ("duration", \.duration),
            ("firstSpotLimit", \.firstSpotLimit), ("giveUp", \.giveUp),
        ] as [(String, WritableKeyPath<SessionConfiguration, Duration?> & Sendable)])
    func limit(
        name: String, path: WritableKeyPath<SessionConfiguration, Duration?> & Sendable
    ) async {
        var configuration = SessionConfiguration(source: "live")
        configuration[keyPath: path] = .seconds(-1)
        await Self.expectFailure(of: configuration, name)
    }

    private static func expectFailure(of configuration: SessionConfiguration, _ name: String) async
    {
        let failure = SessionFailure(.output, "\(name) must not be negative")
        let session = AudioSession(configuration, output: AudioOutput(.null))
        #expect(throws: failure) { try session.play() }
        #expect(await session.ended() == .failed(failure))
    }
}
