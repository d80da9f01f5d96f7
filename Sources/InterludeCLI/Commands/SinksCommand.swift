import ArgumentParser
import AudioSinks
import PlainText

/// `interlude sinks`: lists the outputs of this machine.
struct SinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sinks",
        abstract: "List the outputs of this machine.",
        discussion: "Each line begins with a value for 'interlude play --sink'.")

    func run() throws {
        var sinks: [PulseServer.Sink] = []
        do throws(SinkFailure) {
            sinks = try PulseServer.sinks(within: .seconds(2))
        } catch {
            Console.say(
                "no sound server: \(error); start PulseAudio or PipeWire")
        }
        var devices: [ALSAList.Device] = []
        do throws(SinkFailure) {
            devices = try ALSAList.devices()
        } catch {
            Console.say("no ALSA devices: \(error)")
        }
        for line in Self.lines(listing: sinks, devices) { try Console.print(line) }
        // Unchanged, because the place of a password would be hidden like one.
        for line in Self.others { try Console.print(ownText: line) }
    }

    /// One line per output of this machine. `sinks` are those of the sound server, empty without one;
    /// `devices` are ALSA's.
    static func lines(
        listing sinks: [PulseServer.Sink], _ devices: [ALSAList.Device]
    ) -> [String] {
        let standard = sinks.isEmpty ? [] : ["pulse\tthe sound server's default"]
        let named = sinks.map { "pulse:\($0.name)\t\($0.description.printable(limit: 200))" }
        let alsa = devices.map { device in
            "alsa:\(device.name.printable(limit: 200))\t\(device.description.printable(limit: 200))"
        }
        return standard + named + alsa
    }

    /// The outputs that any machine has.
    static let others = [
        "null\tno output", "wav:FILE\ta file of 32-bit floats",
        "wav16:FILE\ta file of 16-bit integers",
        "icecast:http://source:PASSWORD@HOST:8000/live.mp3\ta mount of an Icecast server",
        "hls:DIR\ta folder with a live HLS stream",
    ]
}
