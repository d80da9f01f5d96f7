import FoundationEssentials

/// The sounds that are played to measure, in a folder of their own that goes with this value.
final class LatencyFiles: Sendable {
    let folder: String

    init() throws(CommandError) {
        let name = "interlude-latency-\(UUID().uuidString.prefix(8))"
        folder = FileManager.default.temporaryDirectory.appending(path: name).path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for (path, sound) in [
                (programme, CodedSound.programme), (otherProgramme, .otherProgramme), (spot, .spot),
            ] {
                try FloatWAV.file(of: sound.samples).write(to: URL(filePath: path))
            }
        } catch {
            throw CommandError(.cannotWrite, "\(folder): \(error)")
        }
    }

    deinit {
        // try?: a folder that stays behind harms nobody, and a deinit has no one to tell.
        try? FileManager.default.removeItem(atPath: folder)
    }

    var programme: String { folder + "/programme.wav" }
    var otherProgramme: String { folder + "/other.wav" }
    var spot: String { folder + "/spot.wav" }

    /// Where a player writes its event log that is asked to.
    var events: String { folder + "/events.jsonl" }

    /// Writes another sound, and returns its path.
    func write(_ samples: [Float], to name: String) throws(CommandError) -> String {
        let path = "\(folder)/\(name).wav"
        do {
            try FloatWAV.file(of: samples).write(to: URL(filePath: path))
        } catch {
            throw CommandError(.cannotWrite, "\(path): \(error)")
        }
        return path
    }
}
