import AudioSinks
import Testing

@testable import InterludeCLI

@Suite("Sinks command")
struct SinksCommandTests {
    @Test("each line begins with a sink that play takes")
    func lines() throws {
        let sinks = [PulseServer.Sink(name: "hdmi", description: "HDMI\u{1B}[31m 1")]
        let devices = [ALSAList.Device(name: "hw:0,0", description: "USB\u{1B}[31m Audio")]
        let lines = SinksCommand.lines(listing: sinks, devices) + SinksCommand.others
        let arguments = try lines.map {
            try SinkArgument(parsing: String($0.prefix { $0 != "\t" }))
        }
        #expect(
            arguments == [
                .pulse(name: nil), .pulse(name: "hdmi"), .alsa(name: "hw:0,0"), .null,
                .wav(path: "FILE"), .wav16(path: "FILE"),
                .icecast(address: "http://source:PASSWORD@HOST:8000/live.mp3"),
                .hls(address: "DIR"),
            ])
        #expect(lines[1] == "pulse:hdmi\tHDMI [31m 1")
        #expect(lines[2] == "alsa:hw:0,0\tUSB [31m Audio")
    }

    @Test("without a sound server it lists nowhere, files, and what listeners elsewhere hear")
    func withoutServer() throws {
        #expect(SinksCommand.lines(listing: [], []) == [])
        let run = try BuiltCommand().run(["sinks"], environment: ["PULSE_SERVER": "127.0.0.1:9"])
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(!lines.contains { $0.hasPrefix("pulse") })
        #expect(lines.suffix(5) == SinksCommand.others[...], "each as it is, with all its words")
    }
}
