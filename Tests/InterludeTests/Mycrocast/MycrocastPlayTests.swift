import Advertising
import AudioSinks
import Interlude
import Testing

@Suite("Mycrocast play", .timeLimit(.minutes(1)))
struct MycrocastPlayTests {
    @Test("is refused for unknown streams and for the one that is played")
    func refusals() async throws {
        try await Stage.runStarted { stage in
            let control = stage.service.sessionControl
            #expect(control.currentStatus() == .idle)
            #expect(!control.play(streamId: 9))
            #expect(control.play(streamId: 1))
            #expect(control.currentStatus() == .connecting)
            #expect(!control.play(streamId: 1))
            #expect(control.currentPlaying(1) && !control.currentPlaying(2))
            await stage.witness.note(.state(.playing))
            #expect(!control.play(streamId: 1))
            control.stop()
            #expect(!control.currentPlaying(1))
            await stage.witness.note(.state(.stopped))
            #expect(control.currentStatus() == .stopped)
            #expect(control.play(streamId: 1))
            await stage.witness.note(.state(.playing))
        }
    }

    @Test("has no delay to set without a stream, and sets one within what is available")
    func delay() async throws {
        try await Stage.runStarted { stage in
            let control = stage.service.sessionControl
            #expect(control.currentDelay() == .zero)
            #expect(control.availableDelay() == .zero)
            #expect(control.setDelay(.seconds(5)) == .zero)
            #expect(control.audioSession == nil)
            // A length below nothing is none.
            control.play(streamId: 1, bufferDuration: .seconds(-1), maxDelay: .seconds(-1))
            await stage.witness.note(.state(.playing))
            #expect(control.audioSession != nil)
            #expect(control.availableDelay() <= .zero)
            #expect(control.setDelay(.seconds(-5)) == .zero)
            #expect(control.setDelay(.seconds(3000)) == control.availableDelay())
            control.stop()
            await stage.witness.note(.state(.stopped))
            #expect(control.availableDelay() == .zero)
        }
    }

    @Test("M-audio-data: passes heard audio to its delegates")
    func audio() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.audio(sampleCount: 960))
        }
    }

    /// Records the first packet and the first level.
    private final class Ear: StreamSessionDelegate {
        let packets = AsyncStream.makeStream(of: AudioPacket.self)
        let levels = AsyncStream.makeStream(of: HeardLevel.self)

        func onAudioDataAvailable(_ audio: AudioPacket) { packets.continuation.yield(audio) }
        func onLevelMeasured(_ level: HeardLevel) { levels.continuation.yield(level) }
    }

    @Test("M-audio-data: passes heard audio to a delegate that is added while it plays")
    func audioForLateDelegate() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.state(.playing))
            let ear = Ear()
            stage.service.sessionControl.addObserver(ear)
            var packets = ear.packets.stream.makeAsyncIterator()
            #expect(await packets.next()?.samples.count == 960)
            var levels = ear.levels.stream.makeAsyncIterator()
            #expect(await levels.next() != nil)
        }
    }

    @Test("by an app starts no advertisement by itself, and hands each to the app")
    func byApp() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1, adPlayback: .byApp)
            await stage.witness.note(.advertisementAvailable)
            await stage.witness.note(.state(.playing))
            let advertisements = stage.service.advertisements
            let spot = try #require(advertisements.getAdvertisement())
            // A request for the next one reports its end.
            #expect(advertisements.getAdvertisement() == nil)
            await stage.witness.note(.finished(spot.id, .finished))
            stage.service.sessionControl.stop()
            await stage.witness.note(.state(.stopped))
            #expect(await !stage.witness.rest().contains(.adPlayStarted))
        }
    }

    @Test("stops when its stream is removed")
    func removed() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.state(.playing))
            try await stage.desk.ask(.delete, "/control/streams/1")
            await stage.witness.note(.state(.stopped))
            #expect(!stage.service.sessionControl.currentPlaying(1))
            #expect(!stage.service.sessionControl.play(streamId: 1))
        }
    }

    @Test("reports when the streamer mutes and unmutes, and passes it to the session")
    func mute() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.adPlayFinished)
            try await stage.desk.ask(.post, "/control/mute?stream=1")
            let first = try await stage.witness.next(Self.muting)
            let second = try await stage.witness.next(Self.muting)
            #expect(Set([first, second]) == [.muted(1), .event("stream.muted")])
            #expect(stage.service.streams.getStream(1)?.muted == true)
            try await stage.desk.ask(.post, "/control/unmute?stream=1")
            await stage.witness.note(.event("stream.unmuted"))
            #expect(stage.service.streams.getStream(1)?.muted == false)
            try await stage.desk.ask(.post, "/control/mute?stream=2")
            await stage.witness.note(.muted(2))
            stage.service.sessionControl.play(streamId: 2)
            await stage.witness.note(.event("stream.muted"))
        }
    }

    private static func muting(_ note: Witness.Note) -> Witness.Note? {
        note == .muted(1) || note == .event("stream.muted") ? note : nil
    }
}
