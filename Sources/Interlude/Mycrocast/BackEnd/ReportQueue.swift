/// Sends reports to the back end, one after the other, without holding up who has them sent.
///
/// A report that did not get through is tried again; one of which nobody knows
/// whether it got through is not, since no spot may be counted twice.
final class ReportQueue: Sendable {
    enum Report: Sendable {
        case finish(FinishReport, onReply: @Sendable (FinishReport.Reply) -> Void)
        case click(ClickReport)
    }

    private let waiting: AsyncStream<Report>.Continuation
    private let worker: Task<Void, Never>
    private let clock: any Clock<Duration>

    /// Reports beyond these are dropped: a back end that is away for so long has lost count.
    private static let capacity = 256

    /// What is waited after each try before the next one; `nil` for none.
    private static let waits: [Duration?] = [.milliseconds(500), .seconds(1), .seconds(2), nil]

    /// Reports below `path`, the session's.
    init(to backEnd: BackEnd, at path: String, clock: any Clock<Duration>) {
        let (reports, waiting) = AsyncStream.makeStream(
            of: Report.self, bufferingPolicy: .bufferingOldest(Self.capacity))
        self.waiting = waiting
        self.clock = clock
        worker = Task {
            for await report in reports {
                await Self.send(report, to: backEnd, at: path, clock: clock)
            }
        }
    }

    deinit {
        waiting.finish()
    }

    /// Returns at once.
    func send(_ report: Report) {
        waiting.yield(report)
    }

    /// Takes no more reports, and waits at most `limit` until those that wait are sent.
    func close(within limit: Duration) async {
        waiting.finish()
        let clock = clock
        let worker = worker
        let watchdog = Task {
            try await clock.sleep(for: limit)
            worker.cancel()
        }
        await worker.value
        watchdog.cancel()
    }

    private static func send(
        _ report: Report, to backEnd: BackEnd, at path: String, clock: any Clock<Duration>
    ) async {
        for wait in waits {
            do throws(BackEndFailure) {
                return try await send(report, to: backEnd, at: path)
            } catch {
                guard case .undelivered = error, let wait else { return }
                do {
                    try await clock.sleep(for: wait)
                } catch {
                    return
                }
            }
        }
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
