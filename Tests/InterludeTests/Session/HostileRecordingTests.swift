import Foundation
import Interlude
import MediaTime
import Testing

@Suite("A recording with an impossible number")
struct HostileRecordingTests {
    /// A recording whose configuration contains every kind of time.
    private static var recording: String {
        get throws {
            var configuration = SessionConfiguration(source: "file:1000000")
            configuration.duration = .seconds(2)
            let lines =
                try [SessionRecording.line(SessionRecording.Header(configuration))]
                + [SessionEvent.began, .heard(FrameTime(480), liveEdge: nil)]
                .map { try SessionRecording.line($0) }
            return String(decoding: Data(lines.joined()), as: UTF8.self)
        }
    }

    private func replay(_ text: String) -> SessionRecording.Unreadable? {
        #expect(throws: SessionRecording.Unreadable.self) {
            try SessionRecording.replay(Data(text.utf8), named: "a.rec") { _ in }
        }
    }

    @Test(
        "is refused if the number is a time of its configuration",
        arguments: [
            "duration", "fade", "giveUp", "maxDelay", "rebufferThreshold", "start",
            "startThreshold",
        ], ["9223372036854775807,0", "-9223372036854775808,0", "9223372036854775807,1"])
    func configuration(name: String, time: String) throws {
        let pattern = try Regex("\"\(name)\":\\[[0-9,]*\\]")
        let text = try Self.recording.replacing(pattern, with: "\"\(name)\":[\(time)]")
        let error = replay(text)
        #expect(
            error?.description.hasPrefix("a.rec, line 1: \"\(name)\" must be at ") == true,
            "\(error?.description ?? "")")
    }

    @Test(
        "is refused if the number is in an event",
        arguments: [
            #"{"heard":{"_0":9223372036854775806}}"#,
            #"{"switchable":{"_0":-9223372036854775808}}"#,
            #"{"starved":{"at":1,"sourceFrame":4611686018427387904}}"#,
            #"{"command":{"_0":{"seek":{"_0":[9223372036854775807,0]}}}}"#,
            #"{"command":{"_0":{"setDelay":{"_0":[9223372036854775807,0]}}}}"#,
            #"{"command":{"_0":{"setVolume":{"_0":1e300}}}}"#,
            #"{"command":{"_0":{"push":{"_0":[{"id":1,"url":"a","duration":1e300}]}}}}"#,
            #"{"muteMusicLoaded":{"frameCount":9223372036854775807}}"#,
            #"{"underrun":{"count":9223372036854775807}}"#,
            #"{"changedLate":{"from":1,"frameCount":-9223372036854775808}}"#,
            #"{"sinkVolume":{"percent":9223372036854775807,"isMuted":false}}"#,
            #"{"truex":{"_0":{"nextPing":{"at":9223372036854775806}}}}"#,
        ])
    func event(line: String) throws {
        let error = try replay(Self.recording + line + "\n")
        #expect(
            error?.description.hasPrefix("a.rec, line 4: ") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("replays if nothing in it was changed")
    func unchanged() throws {
        var records: [EventRecord] = []
        try SessionRecording.replay(Data(Self.recording.utf8), named: "a.rec") {
            records.append($0)
        }
        #expect(records.first?.event == "session.connecting", "\(records)")
    }
}
