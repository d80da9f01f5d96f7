@testable import AdPlayback
import MediaTime
import Testing

@Suite("The loudness of a spot")
struct LoudnessTests {
    private static func spot(_ integrated: Double) -> SpotLoudness {
        SpotLoudness(integrated: integrated, truePeak: -3)
    }

    @Test(
        "is brought to the profile's, by at most 15 dB down or 9 dB up",
        arguments: [
            (.match, -20, -18.5, 1.5), (.match, -8, -18, -10), (.match, -27, -18, 9),
            (.match, -35, -18, 9), (.match, -2, -20, -15),
            // With less than ten seconds of programme it is -18 LUFS.
            (.match, -20, nil, 2),
            (.tech1008, -20, -30, 2), (.r128, -20, -30, -3), (.fixed(-16), -20, -30, 4),
            (.off, -20, -30, 0),
        ] as [(LoudnessProfile, Double, Double?, Double)])
    func gain(profile: LoudnessProfile, spot: Double, programme: Double?, gain: Double) {
        #expect(profile.gain(for: Self.spot(spot), in: programme) == gain)
    }

    @Test("is left as it is if it could not be measured")
    func unknown() {
        #expect(LoudnessProfile.match.gain(for: nil, in: -10) == 0)
    }

    /// The gains of the spots in each layout.
    private func gains(_ stage: Stage) -> [[Double]] {
        stage.effects.compactMap {
            if case .lay(let layout) = $0 { layout.spots.map(\.decibels) } else { nil }
        }
    }

    @Test("is fixed with its first layout, from the programme at that moment")
    func settled() {
        var stage = Stage(.init(loudness: .match))
        stage.push(1)
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000, loudness: Self.spot(-20)))
        stage.send(.programmeMeasured(loudness: -18))
        stage.switchable(100)
        // The next spot is in the same break, with another programme loudness.
        stage.push(2)
        stage.send(.spotLoaded(PlayToken(2), frameCount: 1000, loudness: Self.spot(-20)))
        stage.send(.programmeMeasured(loudness: -23))
        stage.switchable(300)
        stage.refuse(from: 400)
        #expect(gains(stage) == [[2], [2, -3], [2, -3]])
    }

    @Test("is reported when the spot begins and when it is loaded")
    func told() {
        var stage = Stage(.init(loudness: .r128))
        stage.push(1)
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000, loudness: Self.spot(-20)))
        stage.switchable(100)
        stage.send(.heard(FrameTime(200)))
        let kinds = stage.effects.compactMap {
            if case .log(let event) = $0 { event.kind } else { nil }
        }
        #expect(kinds.contains(.slotLoaded(frameCount: 1000, Self.spot(-20))))
        #expect(kinds.contains(.slotStarted(decibels: -3)))
    }

    @Test("is ignored where spots keep their own loudness")
    func off() {
        var stage = Stage(.init(loudness: .off))
        stage.push(1)
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000, loudness: Self.spot(-20)))
        stage.send(.programmeMeasured(loudness: -18))
        stage.switchable(100)
        stage.send(.heard(FrameTime(200)))
        #expect(gains(stage) == [[0]])
        #expect(
            stage.effects.contains {
                if case .log(let event) = $0 {
                    event.kind == .slotStarted(decibels: nil)
                } else {
                    false
                }
            })
    }

    @Test("no longer follows one stream's programme after the stream has gone")
    func forgotten() {
        var stage = Stage(.init(loudness: .match))
        stage.send(.programmeMeasured(loudness: -18))
        stage.send(.stop(.streamChanged))
        stage.send(.streamOpened)
        #expect(stage.manager.programmeLoudness == nil)
    }
}
