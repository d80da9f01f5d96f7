/// Sends reports to the ad service, one after the other, without blocking the caller.
///
/// A report that did not get through is sent again. One that may have been accepted is not, because
/// no spot may count twice.
final class ReportQueue: Sendable {
    enum Report: Sendable {
        case finish(FinishReport, onReply: @Sendable (FinishReport.Reply) -> Void)
        case click(ClickReport)
    }

    private struct Item: Sendable {
        let report: Report
        /// Its number on disk; `nil` if it is not there.
        let storedID: Int64?
    }

    private let queue: DeliveryQueue<Item>
    private let outbox: ReportOutbox?

    /// Sends reports below `path`, that of the session: first those that earlier sessions have left in
    /// `outbox`. Without an outbox, reports are in memory only, and tried for half a minute.
    init(
        to client: ServiceClient, at path: String, clock: any Clock<Duration>,
        keptIn outbox: ReportOutbox? = nil
    ) {
        self.outbox = outbox
        queue = DeliveryQueue(
            clock: clock, capacity: outbox == nil ? 256 : ReportOutbox.limit,
            patience: outbox == nil ? .brief : .lasting,
            gaveUp: { outbox?.remove($0.storedID) },
            deliver: { item in
                do throws(ServiceFailure) {
                    try await Self.send(item.report, to: client, at: path)
                } catch {
                    switch error {
                    case .undelivered: return .undelivered
                    case .postponed(_, let wait): return .postponed(wait: wait)
                    // The service has ended the session. The next one sends what is on disk.
                    case .refused(let reason) where outbox != nil && reason.kind == .authentication:
                        return .unwanted
                    case .refused, .uncertain, .cancelled: break
                    }
                }
                outbox?.remove(item.storedID)
                return .isOver
            })
        for left in outbox?.leftovers ?? [] {
            queue.send(Item(report: left.report.sent, storedID: left.id))
        }
    }

    /// Returns at once.
    func send(_ report: Report) {
        // What finds no room in the queue finds none on disk, or is left to the next session.
        queue.send(Item(report: report, storedID: outbox?.add(StoredReport(report))))
    }

    /// Accepts no more reports, and waits at most `limit` until the queued ones are sent. What is on
    /// disk stays there for the next session, except a report that is just on its way.
    func close(within limit: Duration) async {
        await queue.close(within: limit)
        await outbox?.close()
    }

    private static func send(
        _ report: Report, to client: ServiceClient, at path: String
    ) async throws(ServiceFailure) {
        switch report {
        case .finish(let report, let onReply):
            onReply(try await client.ask(.post, "\(path)/finish-reports", sending: report))
        case .click(let report):
            try await client.tell(.post, "\(path)/click-reports", sending: report)
        }
    }
}

extension StoredReport {
    fileprivate init(_ report: ReportQueue.Report) {
        self =
            switch report {
            case .finish(let report, _): .finish(report)
            case .click(let report): .click(report)
            }
    }

    /// The report again. The reply says what becomes of a spot in the session that has ended.
    fileprivate var sent: ReportQueue.Report {
        switch self {
        case .finish(let report): .finish(report) { _ in }
        case .click(let report): .click(report)
        }
    }
}
