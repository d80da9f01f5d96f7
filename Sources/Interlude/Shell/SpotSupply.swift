import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// Loads spots whole: from the network, from files, or from samples that a test makes up.
package protocol SpotSupply: Sendable {
    /// Begins to load `advertisement`'s audio. Returns at once.
    ///
    /// `report` is called on any thread: ``SpotNews/connected`` and ``SpotNews/received`` as bytes
    /// come, then once ``SpotNews/loaded(_:)`` or ``SpotNews/failed(_:)``.
    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotNews) -> Void
    ) -> any SpotLoad
}

/// A load that is going on.
package protocol SpotLoad: AnyObject, Sendable {
    /// Lets go of it; what it still reports is dropped.
    func cancel()
}

package enum SpotNews: Sendable {
    /// The first bytes are here.
    case connected
    /// More bytes are here.
    case received
    /// The whole spot is in memory.
    case loaded(LoadedSpot)
    case failed(SpotFailure)
}

/// A spot in memory.
package struct LoadedSpot: Sendable {
    /// Holds exactly the spot's samples, from programme frame 0 on.
    package var store: SampleStore

    /// `nil` if it is silent throughout, or too short to be measured.
    package var loudness: SpotLoudness?

    package init(store: SampleStore, loudness: SpotLoudness? = nil) {
        self.store = store
        self.loudness = loudness
    }

    package var frameCount: Int { store.end - store.start }
}
