import AdPlayback
import Advertising
import Interlude
import PCMAudio

/// Spots of one length that are there at once, whatever is asked for.
<<<<<<<< HEAD:Tests/InterludeTests/Mycrocast/EqualSpots.swift
struct EqualSpots: SpotSupply {
========
struct InstantSpots: SpotSupply {
>>>>>>>> 8013ed3 (Fit Mycrocast to the client that lives as long as its answers; let go of what nobody holds):Tests/InterludeTests/Mycrocast/InstantSpots.swift
    var length: Duration

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotNews) -> Void
    ) -> any SpotLoad {
        let samples = [Float](repeating: 0.1, count: 2 * Int(length / .microseconds(1) * 0.048))
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
