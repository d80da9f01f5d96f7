import AdPlayback
import Advertising
import AudioDecoding
import MediaTime
import PCMAudio

/// Loads whole spots: from the network, from files, or from a test's samples.
package protocol SpotSupply: Sendable {
    /// Starts to load the audio of `advertisement`. Returns at once.
    ///
    /// `report` is called on any thread: with ``SpotEvent/connected`` and ``SpotEvent/received`` as
    /// bytes arrive, with ``SpotEvent/arrived`` after the last one, then once with
    /// ``SpotEvent/loaded(_:)`` or ``SpotEvent/failed(_:)``.
    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad
}

/// A load in progress.
package protocol SpotLoad: AnyObject, Sendable {
    /// Whether its input may wait without end: a server or a named pipe, but not a file on disk.
    var mayHang: Bool { get }

    /// Cancels the load. The caller ignores its later reports.
    func cancel()
}

extension SpotLoad {
    package var mayHang: Bool { true }
}

package enum SpotEvent: Sendable {
    /// The first bytes have arrived.
    case connected
    /// More bytes have arrived.
    case received
    /// All bytes have arrived, and are decoded now.
    case arrived
    /// The whole spot is in memory.
    case loaded(LoadedSpot)
    case failed(SpotFailure)
}

/// A spot in memory.
package struct LoadedSpot: Sendable {
    /// Holds exactly the spot's samples, from programme frame 0 on.
    package var store: SampleStore

    /// `nil` if the spot is silent throughout, or too short to be measured.
    package var loudness: SpotLoudness?

    /// What is missing of its file; `nil` if that is whole.
    package var cut: SpotCut?

    package init(store: SampleStore, loudness: SpotLoudness? = nil, cut: SpotCut? = nil) {
        self.store = store
        self.loudness = loudness
        self.cut = cut
    }

    package var frameCount: Int { store.end - store.start }
}
