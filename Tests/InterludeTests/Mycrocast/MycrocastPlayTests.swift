import Advertising
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

    @Test("M-audio-data: hands what is heard to audio delegates that were there before")
    func audio() async throws {
        try await Stage.runStarted { stage in
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.audio(sampleCount: 960))
        }
    }

    @Test("of a stream that goes stops it")
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

    @Test("tells when the streamer mutes and unmutes, and hands it to the session")
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
