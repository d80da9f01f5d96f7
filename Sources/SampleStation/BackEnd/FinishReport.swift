import Advertising

/// A listener's player is through with a spot.
package struct FinishReport: Codable, Hashable, Sendable {
    package var advertisementId: Int
    package var streamerId: Int
    package var mountPoint: String
    package var finishStatus: FinishStatus

    package init(
        advertisementId: Int, streamerId: Int, mountPoint: String, finishStatus: FinishStatus
    ) {
        self.advertisementId = advertisementId
        self.streamerId = streamerId
        self.mountPoint = mountPoint
        self.finishStatus = finishStatus
    }
}
