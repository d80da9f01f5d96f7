import AdPlayback
import Advertising
import Interlude
import MediaTime
import PCMAudio

/// Spots of one length that are available at once, for any address.
struct EqualSpots: SpotSupply {
    var length: Duration

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        let samples = [Float](
            repeating: 0.1, count: 2 * Int(saturating: length / .microseconds(1) * 0.048))
        let store = SampleStore(capacity: samples.count / 2)
        _ = store.append(samples.span)
        store.finish()
        report(.connected)
        report(.loaded(LoadedSpot(store: store)))
        return NothingToCancel()
    }

    private final class NothingToCancel: SpotLoad {
        func cancel() {}
    }
}
