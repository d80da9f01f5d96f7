import Interlude
import Testing

@Suite("A volume of a session", .timeLimit(.minutes(1)))
struct VolumeBoundTests {
    static let outside: [Float] = [.nan, .infinity, -.infinity, -1, -0.001, 1.501, 100]

    @Test("outside of 0 to 1.5 is refused, before and after the start", arguments: outside)
    func refused(linear: Float) async throws {
        let gain = Gain(linear: linear)
        let refusal = CommandReply.refused("a volume must be between 0 and 1.5")
        let silent = AudioSession(SessionConfiguration(source: "live"))
        #expect(await silent.send(.setVolume(gain)) == refusal)
        let stage = try HandSession()
        #expect(await stage.session.send(.setVolume(gain)) == refusal)
        #expect(await stage.session.send(.setAdVolume(gain)) == refusal)
        #expect(stage.session.status.volume == .unity)
        #expect(stage.session.status.adVolume == .unity)
        _ = await stage.session.send(.stop)
    }

    @Test("of 0 or of 1.5 is accepted", arguments: [0, 1.5] as [Float])
    func accepted(linear: Float) async throws {
        let gain = Gain(linear: linear)
        let stage = try HandSession()
        #expect(await stage.session.send(.setVolume(gain)) == .accepted)
        #expect(await stage.session.send(.setAdVolume(gain)) == .accepted)
        #expect(stage.session.status.volume == gain && stage.session.status.adVolume == gain)
        _ = await stage.session.send(.stop)
    }

    @Test("outside of 0 to 1.5 in the configuration fails the start", arguments: outside)
    func configured(linear: Float) async {
        let gain = Gain(linear: linear)
        var loud = SessionConfiguration(source: "live")
        loud.volume = gain
        await Self.expectFailure(of: loud, "volume must be between 0 and 1.5")
        var loudAds = SessionConfiguration(source: "live")
        loudAds.adVolume = gain
        await Self.expectFailure(of: loudAds, "adVolume must be between 0 and 1.5")
        var scripted = SessionConfiguration(source: "live")
        scripted.script = [.init(at: .zero, .setVolume(gain))]
        await Self.expectFailure(
            of: scripted, "in the script, a volume must be between 0 and 1.5")
    }

    private static func expectFailure(of configuration: SessionConfiguration, _ words: String) async
    {
        let failure = SessionFailure(.output, words)
        let session = AudioSession(configuration, output: AudioOutput(.null))
        #expect(throws: failure) { try session.play() }
        #expect(await session.ended() == .failed(failure))
    }
}
