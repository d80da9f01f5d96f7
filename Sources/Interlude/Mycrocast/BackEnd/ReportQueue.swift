/// Sends reports to the back end, one after the other, without holding up the caller.
///
/// A report that did not get through is sent again; one that may have been taken in is not, since
/// no spot may be counted twice.
final class ReportQueue: Sendable {
    enum Report: Sendable {
        case finish(FinishReport, onReply: @Sendable (FinishReport.Reply) -> Void)
        case click(ClickReport)
    }

    private let queue: DeliveryQueue<Report>

    /// Reports below `path`, the session's.
    init(to backEnd: BackEnd, at path: String, clock: any Clock<Duration>) {
        queue = DeliveryQueue(clock: clock) { report in
            do throws(BackEndFailure) {
                try await Self.send(report, to: backEnd, at: path)
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

    /// Takes no more reports, and waits at most `limit` until those that wait are sent.
    func close(within limit: Duration) async {
        await queue.close(within: limit)
    }

    private static func send(
        _ report: Report, to backEnd: BackEnd, at path: String
    ) async throws(BackEndFailure) {
        switch report {
        case .finish(let report, let onReply):
            onReply(try await backEnd.ask(.post, "\(path)/finish-reports", sending: report))
        case .click(let report):
            try await backEnd.tell(.post, "\(path)/click-reports", sending: report)
        }
    }
}
