import Foundation
import SampleStation
import TestFiles

/// A folder with the sample media and a changed manifest.
struct MediaCopy {
    private let folder: TemporaryFolder
    let media: MediaFolder

    init(_ change: (inout StationManifest) throws -> Void) throws {
        folder = try TemporaryFolder()
        let samples = try Samples.folder()
        for name in ["banners", "media", "programme", "spots", "truex"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: "\(samples.path)/\(name)")
        }
        var manifest = samples.manifest
        try change(&manifest)
        try folder.write(JSONEncoder().encode(manifest), to: "station.json")
        media = try MediaFolder(path: folder.path)
    }

    /// Runs a station with these media.
    func withStation(
        _ body: @escaping @Sendable (StationClient, StationAddresses) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(StationConfiguration(media: media)) { addresses in
            try await body(StationClient(base: addresses.url), addresses)
        }
    }
}
