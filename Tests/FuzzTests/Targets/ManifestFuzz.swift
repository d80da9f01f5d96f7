import Foundation
import MediaTime
import SampleStation

/// The `station.json` of a folder of media.
enum ManifestFuzz: FuzzTarget {
    static let name = "manifest"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + JSONWords.spot + [
            "\"programme\":{", "\"titles\":[", "\"start\":", "\"muteMusic\":", "\"spots\":[",
            "\"advertising\":{", "\"preStream\":[", "\"preStreamCount\":", "\"inStream\":[",
            "\"default\":[", "\"fallback\":[", "\"groups\":[", "\"pods\":{", "\"truex\":{",
        ]

    static func run(_ bytes: [UInt8]) {
        // try?: a malformed manifest is refused.
        guard
            let manifest = try? JSONDecoder().decode(StationManifest.self, from: Data(bytes))
        else { return }
        _ = manifest.programme.title(at: .seconds(3))
        for spot in manifest.spots { _ = spot.duration?.frameCount }
    }
}
