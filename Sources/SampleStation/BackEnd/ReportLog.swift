/// All reports since the station began, in the order in which they came.
package struct ReportLog: Codable, Sendable {
    package private(set) var finishReports: [FinishReport] = []
    package private(set) var clickReports: [ClickReport] = []

    mutating func add(_ report: FinishReport) { finishReports.append(report) }
    mutating func add(_ report: ClickReport) { clickReports.append(report) }
}
