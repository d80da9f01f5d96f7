import Advertising

/// Counts the batches it was told of.
final class BatchCounter: AdvertisementDelegate {
    // Only ever touched by the one test that made it.
    nonisolated(unsafe) private(set) var batches = 0

    func onAdvertisementAvailable() { batches += 1 }
}
