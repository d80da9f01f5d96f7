import AudioSinks
import Foundation
import Interlude
import SampleStation

/// A sample station, an operator of its controls, and a listener.
struct Stage: Sendable {
    let service: Mycrocast
    let desk: Operator
    let witness: Witness

    private static let media = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../SampleMedia").standardized.path()

    /// Runs `body` on a stage whose spots last `spotLength`, and stops it. Reports are kept in
    /// `reportFolder`; `nil` for memory.
    static func run(
        spotLength: Duration = .milliseconds(60), reportFolder: String? = nil,
        _ body: @escaping @Sendable (Stage) async throws -> Void
    ) async throws {
        let configuration = StationConfiguration(media: try MediaFolder(path: media))
        try await SampleStation.withStation(configuration) { addresses in
            let service = Mycrocast(service: addresses.url, reportFolder: reportFolder) {
                configuration, options in
                AudioSession(configuration, options: options) {
                    var parts = SessionParts(
                        sink: NullSink(clock: .real(speed: 1)), clock: .real,
                        streams: SilentStreams(), spots: EqualSpots(length: spotLength),
                        muteMusicURL: options.muteMusicURL)
                    parts.audioData = options.audioData
                    parts.levels = options.levels
                    return parts
                }
            }
            let stage = Stage(
                service: service, desk: Operator(base: addresses.url),
                witness: Witness(of: service))
            do {
                try await body(stage)
            } catch {
                await service.terminate()
                throw error
            }
            await service.terminate()
        }
    }

    /// Runs `body` on a stage with an established session.
    static func runStarted(
        spotLength: Duration = .milliseconds(60),
        _ body: @escaping @Sendable (Stage) async throws -> Void
    ) async throws {
        try await run(spotLength: spotLength) { stage in
            try await stage.service.start(apiKey: "sample-key", customerToken: "sample-token")
            try await body(stage)
        }
    }
}
