import Synchronization

/// An ad server that has its documents at any time, and takes no report before ``comeBack()``.
package final class RecoveringAdServer: Sendable {
    /// The answer with the document at `path`, whose addresses begin with `base`; `nil` if there is
    /// none, so that the request is a report.
    package typealias Documents =
        @Sendable (_ path: String, _ base: String) -> [FaultServer.Step]?

    private let server: FaultServer
    private let reports: Reports

    private final class Reports: Sendable {
        let isDown = Mutex(true)
        let accepted = Mutex<[String]>([])
        let counts = AsyncStream.makeStream(of: Int.self)

        func answer(_ target: String) -> [FaultServer.Step] {
            if isDown.withLock({ $0 }) {
                return [.head("503 Service Unavailable", "Content-Length: 0")]
            }
            let count = accepted.withLock { targets in
                targets.append(target)
                return targets.count
            }
            counts.continuation.yield(count)
            return .answer([], status: "204 No Content")
        }
    }

    package init(_ documents: @escaping Documents) {
        let reports = Reports()
        self.reports = reports
        server = FaultServer { request, _ in
            let path = String(request.target.prefix { $0 != "?" })
            return documents(path, "http://\(request.headers["host"] ?? "")")
                ?? reports.answer(request.target)
        }
    }

    /// The targets of the accepted reports, in order.
    package var accepted: [String] { reports.accepted.withLock { $0 } }

    package func comeBack() { reports.isDown.withLock { $0 = false } }

    /// Waits until `count` reports were accepted, for one task at a time.
    package func accepts(_ count: Int) async {
        for await reached in reports.counts.stream where reached >= count { break }
    }

    package func address(_ path: String) -> String { server.address(path) }

    package func stop() { server.stop() }
}
