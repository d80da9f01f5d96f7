import FFmpegCalls
import HTTPServing
import Hummingbird
import MediaTime

/// The station's true[X] service: ad server, schedules, and the stream with pods.
struct TruexPart: Sendable {
    /// The path of the live stream with pods.
    static let mountPoint = "/live-with-pods.mp3"

    private let configuration: StationConfiguration
    private let programme: PodProgramme
    private let live: LiveProgramme
    private let adServer: TruexAdServer
    private let sessions = PodSessions()

    /// `nil` if the media have no programme with pods, or no ad for it.
    init?(_ configuration: StationConfiguration) throws(MediaError) {
        let media = configuration.media
        guard let pods = media.manifest.pods, let campaign = media.manifest.truex else {
            return nil
        }
        self.configuration = configuration
        programme = pods
        live = try media.programme(.mp3, inFile: pods.live)
        guard live.timeline.sampleRate == FrameTime.rate else {
            throw .notAProgramme(
                path: "\(media.path)/\(pods.live)",
                why:
                    "its sample rate must be \(FrameTime.rate) Hz, because pods are located by sample"
            )
        }
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .cannotSign(error)
        }
        adServer = TruexAdServer(
            TruexAdService(campaign, secret: configuration.truexSecret), clock: configuration.clock)
    }

    func add(to router: Router<ConnectionContext>) {
        let title = programme.title
        LiveMount(
            programme: live, path: Self.mountPoint, configuration: configuration,
            audience: PodAudience(sessions: sessions, timeline: live.timeline),
            title: { _ in title }, markers: nil
        ).add(to: router)
        TruexRoutes(
            adServer: adServer, files: FileRoutes(media: configuration.media),
            clock: configuration.clock
        ).add(to: router)
        ScheduleRoutes(programme: programme, sessions: sessions, adServer: adServer).add(to: router)
        PingRoutes(
            pods: LivePods(programme, samplesPerRound: live.timeline.samplesPerRound),
            sessions: sessions, adServer: adServer
        ).add(to: router)
    }
}

/// The audio of a placeholder.
enum Silence {
    /// Two seconds of WAV: 8 kHz, mono, 16 bits (RIFF, little-endian).
    static let wav: [UInt8] = {
        let rate: UInt32 = 8000
        let byteCount = 2 * rate * 2
        let numbers: [any FixedWidthInteger] = [
            UInt32(16), UInt16(1), UInt16(1), rate, rate * 2, UInt16(2), UInt16(16),
        ]
        return Array("RIFF".utf8) + bytes(36 + byteCount) + Array("WAVEfmt ".utf8)
            + numbers.flatMap { bytes($0) } + Array("data".utf8) + bytes(byteCount)
            + [UInt8](repeating: 0, count: Int(byteCount))
    }()

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
