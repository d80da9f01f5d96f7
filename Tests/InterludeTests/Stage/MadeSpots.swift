import AdPlayback
import Advertising
import Interlude
import MediaTime
import PCMAudio
import TestSignals

/// Spots with one constant value each.
struct MadeSpots: SpotSupply {
    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        let parts = advertisement.audioFileURL.split(separator: "x")
        if parts.count == 2, let count = Int(parts[0]), let level = Float(parts[1]) {
            let heardCount = max(0, count - advertisement.startOffset.frameCount)
            let samples = Signal(samples: [Float](repeating: level, count: 2 * heardCount))
            report(.connected)
            report(.received)
            report(.loaded(LoadedSpot(store: samples.stored())))
        } else {
            report(.failed(SpotFailure(.notFound, "there is no \(advertisement.audioFileURL)")))
        }
        return Load()
    }

    private final class Load: SpotLoad {
        func cancel() {}
    }
}

extension Advertisement {
    /// A spot of `frameCount` frames of value `level`.
    static func spot(_ id: Int, frames frameCount: Int, level: Float = 0.5) -> Advertisement {
        Advertisement(
            id: id, title: "spot \(id)", audioFileURL: "\(frameCount)x\(level)",
            bannerTargetURL: "http://example.com/\(id)")
    }

    /// A spot that cannot be loaded.
    static func broken(_ id: Int) -> Advertisement {
        Advertisement(id: id, title: "broken \(id)", audioFileURL: "nothing")
    }
}
