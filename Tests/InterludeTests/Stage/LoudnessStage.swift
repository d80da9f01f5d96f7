import AdPlayback
import Advertising
import Interlude
import MediaTime
import PCMAudio
import TestFiles
import TestServers
import TestSignals

/// A session in virtual time that plays a programme and spots of known loudness.
struct LoudnessStage {
    private let folder: TemporaryFolder
    private var configuration: SessionConfiguration
    private var spotCount = 0

    /// Plays `programme`, with the spots matched to it by `profile`.
    init(_ programme: Signal, _ profile: LoudnessProfile = .match) throws {
        folder = try TemporaryFolder()
        let path = try folder.write(Sound.of(programme).file, to: "programme.wav")
        configuration = SessionConfiguration(source: path)
        configuration.loudness = profile
    }

    /// Plays the source at `address` for `frameCount` output frames.
    init(at address: String, frames frameCount: Int) throws {
        folder = try TemporaryFolder()
        configuration = SessionConfiguration(source: address)
        configuration.duration = .frames(frameCount)
    }

    /// Sends `command` at output frame `frame`.
    mutating func at(_ frame: Int, _ command: SessionCommand) {
        configuration.script.append(.init(at: FrameTime(Int64(frame)), command))
    }

    mutating func policy(_ policy: BreakPolicy) { configuration.breakPolicy = policy }

    /// Pushes `spots` at output frame `frame`.
    mutating func push(_ frame: Int, _ spots: Signal...) throws {
        let advertisements = try spots.map { spot in
            spotCount += 1
            let path = try folder.write(Sound.of(spot).file, to: "spot\(spotCount).wav")
            return Advertisement(
                id: spotCount, title: "spot \(spotCount)", audioFileURL: path)
        }
        at(frame, .push(advertisements))
    }

    func run() async throws -> Outcome {
        var played = PlayedSource(configuration.source)
        played.configuration = configuration
        return try await played.run()
    }
}

extension Outcome {
    /// The ranges of the heard spots, in order.
    var spotRanges: [Range<Int>] {
        zip(frames(of: "slot.started"), frames(of: "slot.completed")).map { $0..<$1 }
    }

    /// The loudness of `range` of the output, measured by ffmpeg.
    func loudness(of range: Range<Int>) throws -> LoudnessReading {
        let folder = try TemporaryFolder()
        return try LoudnessReading(of: folder.write(sound[range].file, to: "part.wav"))
    }
}

extension Signal {
    /// White noise of a loudness in LUFS that repeats every two seconds.
    static func noise(
        at loudness: Double, frames frameCount: Int, seed: UInt64 = 1
    ) throws -> Signal {
        var random = SeededRandom(seed: seed)
        let turn = try Signal.noise(peak: 0.25, frameCount: 96_000, from: &random)
            .brought(to: loudness).samples
        var noise = Signal(samples: [])
        while noise.frameCount < frameCount {
            noise.samples += turn.prefix(2 * (frameCount - noise.frameCount))
        }
        return noise
    }

    /// This signal at the given loudness in LUFS.
    func brought(to loudness: Double) throws -> Signal {
        let folder = try TemporaryFolder()
        let path = try folder.write(Sound.of(self).file, to: "signal.wav")
        let gain = Gain.decibels(loudness - (try LoudnessReading(of: path).integrated)).linear
        return Signal(samples: samples.map { $0 * gain })
    }
}
