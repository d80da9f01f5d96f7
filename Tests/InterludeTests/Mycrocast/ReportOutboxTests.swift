import Advertising
import BeaconStorage
import Foundation
import HTTPAccess
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import Interlude

/// Reports that an ad service does not take at first.
@Suite("Reports on disk", .timeLimit(.minutes(1)))
struct ReportOutboxTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A clock whose sleeps end only when they are cancelled, and at once if they last no time.
    private final class StandingClock: Clock {
        let now = ContinuousClock.now
        let minimumResolution = Duration.zero
        private let (never, _) = AsyncStream.makeStream(of: Never.self)
        private let isAsleep: @Sendable () -> Void

        /// `isAsleep` is called when a sleep begins.
        init(_ isAsleep: @escaping @Sendable () -> Void) { self.isAsleep = isAsleep }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            guard deadline > now else { return }
            isAsleep()
            for await _ in never {}
            try Task.checkCancellation()
        }
    }

    private static func report(_ number: Int) -> FinishReport {
        FinishReport(
            advertisementId: .number(number), streamerId: 1, mountPoint: "/live.mp3",
            finishStatus: .finished)
    }

    private static let good: [FaultServer.Step] =
        .answer(Array(#"{"canBePlayedAgain":true}"#.utf8), type: "application/json") + [.halfClose]

    private static func refusal(_ status: String) -> [FaultServer.Step] {
        .answer([], status: status) + [.halfClose]
    }

    private func outbox(
        of server: FaultServer, in folder: TemporaryFolder? = nil
    ) async throws -> ReportOutbox {
        let address = try #require(WebAddress(server.address("")))
        let path = (folder ?? self.folder).file("reports")
        return try await ReportOutbox.open(path, for: address)
    }

    private func client(of server: FaultServer) throws -> ServiceClient {
        ServiceClient(at: try #require(WebAddress(server.address(""))), environment: [:])
    }

    private func ids(_ outbox: ReportOutbox) -> [AdID] {
        outbox.leftovers.map { left in
            switch left.report {
            case .finish(let report): report.advertisementId
            case .click(let report): report.adId
            }
        }
    }

    @Test("that a busy service does not take are sent by the next session, in order and once")
    func busy() async throws {
        let isBusy = Mutex(true)
        let server = FaultServer { _, _ in
            isBusy.withLock { $0 } ? Self.refusal("503 Busy") : Self.good
        }
        defer { server.stop() }
        let client = try client(of: server)
        let (sleeps, sleep) = AsyncStream.makeStream(of: Void.self)
        let outbox = try await outbox(of: server)
        let first = ReportQueue(
            to: client, at: "/api/sessions/one", clock: StandingClock { sleep.yield() },
            keptIn: outbox)
        first.send(.finish(Self.report(1)) { _ in })
        first.send(
            .click(ClickReport(userId: 7, adId: 2, mountPoint: "/live.mp3", application: "a")))
        first.send(.finish(Self.report(3)) { _ in })
        for await _ in sleeps { break }
        await outbox.written()
        // A copy of the files of a store that is in use is what a kill leaves.
        let copy = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: folder.file("reports"), toPath: copy.file("reports"))
        let killed = try await self.outbox(of: server, in: copy)
        #expect(ids(killed) == [1, 2, 3])
        await killed.close()

        await first.close(within: .zero)
        isBusy.withLock { $0 = false }
        let left = try await self.outbox(of: server)
        #expect(ids(left) == [1, 2, 3])
        let second = ReportQueue(
            to: client, at: "/api/sessions/two", clock: ContinuousClock(), keptIn: left)
        await second.close(within: .seconds(30))
        #expect(
            server.requests.map(\.target) == [
                "/api/sessions/one/finish-reports", "/api/sessions/two/finish-reports",
                "/api/sessions/two/click-reports", "/api/sessions/two/finish-reports",
            ])
        let after = try await self.outbox(of: server)
        #expect(after.leftovers.isEmpty)
        await after.close()
        await client.close()
    }

    @Test(
        "that the service has refused or may have accepted are not sent again",
        arguments: ["400 Bad", "404 None", "no answer"])
    func over(answer: String) async throws {
        let server = FaultServer { _, _ in
            answer == "no answer" ? [] : Self.refusal(answer)
        }
        defer { server.stop() }
        let client = try client(of: server)
        let queue = ReportQueue(
            to: client, at: "/api/sessions/one", clock: ContinuousClock(),
            keptIn: try await outbox(of: server))
        for number in 1...2 { queue.send(.finish(Self.report(number)) { _ in }) }
        await queue.close(within: .seconds(30))
        #expect(server.requests.count == 2)
        let left = try await outbox(of: server)
        #expect(left.leftovers.isEmpty)
        await left.close()
        await client.close()
    }

    @Test("for another service are left to a session with that")
    func others() async throws {
        let server = FaultServer { _, _ in Self.good }
        let other = FaultServer { _, _ in Self.good }
        defer {
            server.stop()
            other.stop()
        }
        let first = try await outbox(of: other)
        _ = first.add(.finish(Self.report(1)))
        await first.close()
        let second = try await outbox(of: server)
        #expect(second.leftovers.isEmpty)
        _ = second.add(.finish(Self.report(2)))
        await second.close()
        let third = try await outbox(of: other)
        #expect(ids(third) == [1])
        await third.close()
    }

    /// A service that ends the session `one` at once, and takes the reports of `two`, after which it
    /// calls `hasReport`.
    private static func forgetful(_ hasReport: @escaping @Sendable () -> Void) -> FaultServer {
        let count = Mutex(0)
        return FaultServer { request, _ in
            var body = "[]"
            switch request.target {
            case "/api/sessions":
                let id = count.withLock { count in
                    count += 1
                    return count == 1 ? "one" : "two"
                }
                body = #"{"sessionId":"\#(id)","userId":7}"#
            case "/api/sessions/one/events", "/api/sessions/one/finish-reports":
                return refusal("401 Unauthorized")
            case "/api/sessions/two/events":
                return [.head("200 OK", "Content-Type: text/event-stream"), .stall]
            case "/api/sessions/two/finish-reports":
                hasReport()
                return good
            default: break
            }
            return .answer(Array(body.utf8), type: "application/json") + [.halfClose]
        }
    }

    @Test(
        "of a session that the service has forgotten are sent by the next, without its key on disk")
    func forgotten() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = Self.forgetful { arrival.yield() }
        defer { server.stop() }
        let earlier = try await outbox(of: server)
        for number in 1...2 { _ = earlier.add(.finish(Self.report(number))) }
        await earlier.close()
        let service = Mycrocast(
            service: server.address(""), reportFolder: folder.file("reports")
        ) {
            AudioSession($0, output: AudioOutput(.null), options: $1)
        }
        let witness = Witness(of: service)
        try await service.start(apiKey: "secret-key", customerToken: "secret-token")
        await witness.note(.failure(.authentication))
        try await service.start(apiKey: "secret-key", customerToken: "secret-token")
        var next = arrivals.makeAsyncIterator()
        for _ in 1...2 { await next.next() }
        await service.terminate()
        let reports = server.requests.map(\.target).filter { $0.hasSuffix("/finish-reports") }
        #expect(reports.filter { $0.contains("/two/") }.count == 2)
        #expect(reports.filter { $0.contains("/one/") }.count <= 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("reports"))
        #expect(!files.isEmpty)
        for name in files {
            let bytes = try Data(contentsOf: URL(filePath: folder.file("reports/\(name)")))
            #expect(bytes.firstRange(of: Data("secret".utf8)) == nil)
        }
    }

    @Test("are in the log of the next session's service in their order, before its own")
    func station() async throws {
        let path = folder.file("reports")
        try await Stage.run(reportFolder: path) { stage in
            let address = try #require(WebAddress(stage.desk.base))
            let earlier = try await ReportOutbox.open(path, for: address)
            for number in [104, 101] { _ = earlier.add(.finish(Self.report(number))) }
            await earlier.close()
            try await stage.service.start(apiKey: "sample-key", customerToken: "sample-token")
            stage.service.sessionControl.play(streamId: 1)
            await stage.witness.note(.finished(105, .finished))
            await stage.service.terminate()
            let log = try await stage.desk.log()
            #expect(log.finishReports.map(\.advertisementId) == [104, 101, 105])
        }
    }

    @Test(
        "that cannot be kept on disk are sent, and the app learns the folder and what to try",
        arguments: ["a file", "removed"])
    func unusable(kind: String) async throws {
        let isFile = kind == "a file"
        let path = isFile ? try folder.write([], to: "file") + "/reports" : folder.file("reports")
        try await Stage.run(reportFolder: path) { stage in
            try await stage.service.start(apiKey: "sample-key", customerToken: "sample-token")
            if !isFile { try FileManager.default.removeItem(atPath: path) }
            stage.service.sessionControl.play(streamId: 1)
            // The warning about a removed folder and the end of the spot come in any order.
            var line = ""
            var isFinished = false
            while line.isEmpty || !isFinished {
                let note = try await stage.witness.next { $0 }
                if case .warning(let text) = note { line = text }
                if note == .finished(105, .finished) { isFinished = true }
            }
            let place =
                isFile
                ? "\(path)/beacons-1.sqlite cannot be opened: "
                : "\(path): cannot be written: the file was removed"
            #expect(line.hasPrefix("reports are kept in memory only: \(place)"))
            #expect(line.hasSuffix("; check the folder and its permissions"))
            await stage.service.terminate()
            let log = try await stage.desk.log()
            #expect(log.finishReports.map(\.advertisementId) == [105])
        }
    }
}
