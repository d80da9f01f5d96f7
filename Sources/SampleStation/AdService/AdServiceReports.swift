import Advertising

/// All reports since the start of the station, in order of arrival.
package struct ReportLog: Codable, Sendable {
    package private(set) var finishReports: [FinishReport] = []
    package private(set) var clickReports: [ClickReport] = []

    mutating func add(_ report: FinishReport) { finishReports.append(report) }
    mutating func add(_ report: ClickReport) { clickReports.append(report) }
}

/// A player's report that a spot ended.
package struct FinishReport: Codable, Hashable, Sendable {
    package var advertisementId: AdID
    package var streamerId: Int
    package var mountPoint: String
    package var finishStatus: FinishStatus

    package init(
        advertisementId: AdID, streamerId: Int, mountPoint: String, finishStatus: FinishStatus
    ) {
        self.advertisementId = advertisementId
        self.streamerId = streamerId
        self.mountPoint = mountPoint
        self.finishStatus = finishStatus
    }
}

/// The reply to a finish report.
package struct FinishReply: Codable, Sendable {
    package var canBePlayedAgain: Bool

    /// Replaces a spot that must not be played again.
    package var advertisement: Advertisement?
}

/// A listener's click on a spot's banner (rule M14).
package struct ClickReport: Codable, Hashable, Sendable {
    package var userId: Int
    package var adId: AdID
    package var mountPoint: String
    package var application: String

    package init(userId: Int, adId: AdID, mountPoint: String, application: String) {
        self.userId = userId
        self.adId = adId
        self.mountPoint = mountPoint
        self.application = application
    }
}
