import Advertising

/// Counts the batches reported to it.
final class BatchCounter: AdvertisementDelegate {
    // Only used by the test that made it.
    nonisolated(unsafe) private(set) var batches = 0

    func onAdvertisementAvailable() { batches += 1 }
}
