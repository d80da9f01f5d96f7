import FoundationEssentials
import Glibc
import MediaTime
import Platform

/// What is measured: the server, the sink, and the sounds.
struct LatencyStage: Sendable {
    /// The address of the server.
    let server: String
    let sinkName: String
    let files: LatencyFiles
    /// The program of the players.
    var program = ExecutablePath.current
    /// How many times as fast as in real time the live stream comes.
    var stationSpeed = 1.0

    /// The environment of the measured processes. Their control sockets have a folder of their own,
    /// so the address of the sound server must be explicit.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": files.folder, "PULSE_SERVER": server]
    }

    /// The options of the players: the sink, the default buffer, and a stream that is held without
    /// a loss.
    var playOptions: [String] {
        [
            "--sink", "pulse:\(sinkName)", "--break", "hold", "--resume", "continue",
            "--match-loudness", "off",
        ]
    }

    /// The same without fades, so that every frame can be identified.
    var exactOptions: [String] { playOptions + ["--fade", "0ms"] }

    /// The options of a player of a live stream whose marked breaks a spot covers, frame by frame.
    var markedOptions: [String] {
        [
            "--sink", "pulse:\(sinkName)", "--break", "mute", "--match-loudness", "off", "--fade",
            "0ms", "--cues", "icy", "--fill", files.markedSpot,
        ]
    }
}

/// The sound files, in a temporary folder that is removed with this value.
final class LatencyFiles: Sendable {
    let folder: String

    init() throws(MeasurementError) {
        let name = "interlude-latency-\(UUID().uuidString.prefix(8))"
        folder = FileManager.default.temporaryDirectory.appending(path: name).path
        guard mkdir(folder, 0o700) == 0 else {
            throw MeasurementError(.cannotWrite, "\(folder): \(SystemError.newest)")
        }
        for (path, sound) in [
            (programme, CodedSound.programme), (otherProgramme, .otherProgramme), (spot, .spot),
            (markedSpot, .markedSpot),
        ] {
            try Self.write(sound.samples, to: path)
        }
    }

    deinit {
        // try?: a deinit cannot report it, and a leftover folder does no harm.
        try? FileManager.default.removeItem(atPath: folder)
    }

    var programme: String { folder + "/programme.wav" }
    var otherProgramme: String { folder + "/other.wav" }
    var spot: String { folder + "/spot.wav" }
    var markedSpot: String { folder + "/marked-spot.wav" }

    /// The event log of a player with `--events`.
    var events: String { folder + "/events.jsonl" }

    /// Writes a sound, and returns its path.
    func write(_ samples: [Float], to name: String) throws(MeasurementError) -> String {
        let path = "\(folder)/\(name).wav"
        try Self.write(samples, to: path)
        return path
    }

    private static func write(_ samples: [Float], to path: String) throws(MeasurementError) {
        do throws(SystemError) {
            let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
            try Descriptor.write(FloatWAV.file(of: samples).span.bytes, to: file.number)
        } catch {
            throw MeasurementError(.cannotWrite, "\(path): \(error)")
        }
    }
}
