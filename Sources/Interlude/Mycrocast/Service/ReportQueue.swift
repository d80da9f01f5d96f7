/// Sends reports to the ad service, one after the other, without blocking the caller.
///
/// A report that did not get through is sent again. One that may have been accepted is not, because
/// no spot may count twice.
final class ReportQueue: Sendable {
    enum Report: Sendable {
        case finish(FinishReport, onReply: @Sendable (FinishReport.Reply) -> Void)
        case click(ClickReport)
    }

    private let queue: DeliveryQueue<Report>

    /// Sends reports below `path`, that of the session.
    init(to client: ServiceClient, at path: String, clock: any Clock<Duration>) {
        queue = DeliveryQueue(clock: clock) { report in
            do throws(ServiceFailure) {
                try await Self.send(report, to: client, at: path)
            } catch {
                if case .undelivered = error { return .undelivered }
            }
            return .isOver
        }
    }

    /// Returns at once.
    func send(_ report: Report) {
        queue.send(report)
    }

    /// Accepts no more reports, and waits at most `limit` until the queued ones are sent.
    func close(within limit: Duration) async {
        await queue.close(within: limit)
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
