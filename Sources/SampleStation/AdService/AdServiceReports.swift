import Advertising

/// All reports since the station began, in the order in which they came.
package struct ReportLog: Codable, Sendable {
    package private(set) var finishReports: [FinishReport] = []
    package private(set) var clickReports: [ClickReport] = []

    mutating func add(_ report: FinishReport) { finishReports.append(report) }
    mutating func add(_ report: ClickReport) { clickReports.append(report) }
}

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

/// What becomes of a spot that was reported finished.
package struct FinishReply: Codable, Sendable {
    package var canBePlayedAgain: Bool

    /// Takes the place of a spot that is not to be played again.
    package var advertisement: Advertisement?
}

/// A listener clicked a spot's banner (rule M14).
package struct ClickReport: Codable, Hashable, Sendable {
    package var userId: Int
    package var adId: Int
    package var mountPoint: String
    package var application: String

    package init(userId: Int, adId: Int, mountPoint: String, application: String) {
        self.userId = userId
        self.adId = adId
        self.mountPoint = mountPoint
        self.application = application
    }
}
