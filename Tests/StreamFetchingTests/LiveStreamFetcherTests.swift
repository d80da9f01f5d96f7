import HTTPAccess
import Synchronization
import TestServers
import Testing

@testable import StreamFetching

@Suite("Live stream fetcher", .timeLimit(.minutes(1)))
struct LiveStreamFetcherTests {
    /// Records a fetcher's reports, and skips its waits.
    private final class Log: Sendable {
        let clock = ManualClock()
        private let events = Mutex<[String]>([])
        /// Called before each wait.
        let onWait: @Sendable () -> Void

        init(onWait: @escaping @Sendable () -> Void = {}) {
            self.onWait = onWait
        }

        func note(_ event: FetchEvent) {
            let line: String
            switch event {
            case .connecting(let attempt): line = "connecting \(attempt)"
            case .connected(let headers): line = "connected \(headers.metadataInterval ?? 0)"
            case .received: return
            case .lost(.access(let error)): line = "lost \(error.reason)"
            case .lost(.ended): line = "lost ended"
            case .lost(.abandoned): line = "lost abandoned"
            case .lost(.short(let shortage, _)): line = "lost \(shortage)"
            case .lost(.source(let error)): line = "lost \(error)"
            case .waiting(let wait):
                onWait()
                clock.skipSleep(of: wait)
                line = wait == .zero ? "retry" : "wait"
            case .resumed: line = "resumed"
            case .gaveUp: line = "gave up"
            }
            events.withLock { $0.append(line) }
        }

        var text: String { events.withLock { $0.joined(separator: "\n") } }
    }

    private func fetcher(
        _ address: String, givingUpAfter timeLimit: Duration? = .seconds(60), log: Log,
        stallLimit: Duration = .seconds(10)
    ) throws -> LiveStreamFetcher {
        var configuration = WebClientConfiguration()
        configuration.stallLimit = stallLimit
        let client = WebClient(configuration: configuration)
        return LiveStreamFetcher(
            StreamOpener(try #require(WebAddress(address)), client: client),
            policy: RetryPolicy(givingUpAfter: timeLimit), clock: log.clock,
            report: { log.note($0) })
    }

    private static func live(_ body: [UInt8], interval: Int) -> [FaultServer.Step] {
        [
            .head("200 OK", "Content-Type: audio/mpeg", "icy-metaint: \(interval)"),
            .send(
                ICYDemuxerTests.body(
                    audio: body, interval: interval, blocks: ["StreamTitle='\(interval)';"])),
        ]
    }

    @Test("a lost stream is requested again, until that is refused")
    func reconnecting() async throws {
        let server = FaultServer { _, index in
            switch index {
            case 0: Self.live([1, 2, 3, 4, 5], interval: 2)
            case 1: .answer([], status: "503 Busy")
            case 2: [.reset]
            case 3: Self.live([6, 7, 8, 9], interval: 3) + [.reset]
            default: .answer([], status: "400 No")
            }
        }
        defer { server.stop() }
        let log = Log()
        let fetcher = try fetcher(server.address(), log: log)
        try await onThread {
            let first = try #require(try fetcher.nextConnection())
            #expect(try first.readAll() == [1, 2, 3, 4, 5])
            #expect(first.takeTitles(before: 5) == [.init(text: "2", position: 2)])
            let second = try #require(try fetcher.nextConnection())
            #expect(try second.readOnce(4).starts(with: [6]))
            #expect(throws: HTTPAccessError.self) { try second.readAll() }
            #expect(second.takeTitles(before: 3) == [.init(text: "3", position: 3)])
            #expect(throws: FetchFailure.self) { try fetcher.nextConnection() }
        }
        #expect(
            log.text == """
                connecting 1
                connected 2
                lost ended
                retry
                connecting 1
                lost status(503, retryAfter: nil)
                wait
                connecting 2
                lost brokenOff
                wait
                connecting 3
                connected 3
                lost brokenOff
                wait
                connecting 1
                lost status(400, retryAfter: nil)
                gave up
                """)
    }

    @Test("a connection that only repeats what was known is a try that failed")
    func repetition() async throws {
        let server = FaultServer { _, _ in Self.live([1, 2, 3, 4, 5], interval: 2) }
        defer { server.stop() }
        let log = Log()
        let fetcher = try fetcher(server.address(), log: log)
        try await onThread {
            _ = try #require(try fetcher.nextConnection()).readAll()
            for count in 1...3 {
                let connection = try #require(try fetcher.nextConnection())
                #expect(fetcher.retries?.count == count)
                _ = try connection.readAll()
                // It is not known yet whether the audio is new.
                #expect(fetcher.retries?.count == count)
                connection.breakOff(because: .repetition)
            }
            let connection = try #require(try fetcher.nextConnection())
            _ = try connection.readAll()
            _ = try #require(try fetcher.nextConnection())
            #expect(fetcher.retries?.count == 1)
            fetcher.cancel()
        }
    }

    @Test("the tries of a lost stream are known while the first is awaited")
    func awaiting() async throws {
        let server = FaultServer { _, _ in Self.live([1, 2, 3], interval: 2) }
        defer { server.stop() }
        let fetcher = Mutex<LiveStreamFetcher?>(nil)
        let counts = Mutex<[Int?]>([])
        let log = Log {
            let count = fetcher.withLock { $0?.retries?.count }
            counts.withLock { $0.append(count) }
        }
        let opened = try self.fetcher(server.address(), log: log)
        fetcher.withLock { $0 = opened }
        try await onThread {
            #expect(opened.retries == nil)
            _ = try #require(try opened.nextConnection()).readAll()
            for _ in 1...2 {
                _ = try #require(try opened.nextConnection()).readAll()
                #expect(opened.retries?.count == 1)
            }
            opened.cancel()
        }
        #expect(counts.withLock { $0 } == [0, 0])
    }

    @Test("a stream that never arrives fails after 10 s")
    func neverThere() async throws {
        let server = FaultServer { _, _ in [.reset] }
        defer { server.stop() }
        let log = Log()
        let fetcher = try fetcher(server.address(), givingUpAfter: nil, log: log)
        let error = await #expect(throws: FetchFailure.self) {
            try await onThread { _ = try fetcher.nextConnection() }
        }
        #expect(error?.description.contains("broke off") == true)
        #expect(log.clock.now.offset <= .seconds(10))
        #expect(log.clock.now.offset >= .seconds(8))
        #expect(log.text.hasSuffix("gave up"))
    }

    @Test("a stream that stalls is requested again")
    func stalling() async throws {
        let server = FaultServer { _, index in
            Self.live([1, 2, 3, 4], interval: 8) + (index == 0 ? [.stall] : [])
        }
        defer { server.stop() }
        let log = Log()
        let fetcher = try fetcher(server.address(), log: log, stallLimit: .seconds(1))
        try await onThread {
            let first = try #require(try fetcher.nextConnection())
            #expect(throws: HTTPAccessError.self) { try first.readAll() }
            #expect(try fetcher.nextConnection()?.readAll() == [1, 2, 3, 4])
        }
        #expect(log.text.contains("lost stalled"))
    }

    @Test("a recording ends where it ends, and does not restart when it breaks off")
    func recordings() async throws {
        let server = FaultServer { request, _ in
            let isWhole = request.target == "/whole"
            return [.head("200 OK", "Content-Length: 3"), .send(isWhole ? [1, 2, 3] : [1])]
        }
        defer { server.stop() }
        let whole = try fetcher(server.address("/whole"), log: Log())
        let broken = try fetcher(server.address("/broken"), log: Log())
        try await onThread {
            #expect(try whole.nextConnection()?.readAll() == [1, 2, 3])
            #expect(try whole.nextConnection() == nil)
            let connection = try #require(try broken.nextConnection())
            #expect(throws: HTTPAccessError.self) { try connection.readAll() }
            #expect(throws: FetchFailure.self) { try broken.nextConnection() }
        }
        #expect(server.requests.count == 2)
    }

    @Test("cancelling ends the connection that was handed over")
    func cancellingConnection() async throws {
        let server = FaultServer { _, _ in Self.live([1, 2, 3], interval: 8) + [.stall] }
        defer { server.stop() }
        let fetcher = try fetcher(server.address(), log: Log())
        try await onThread {
            let connection = try #require(try fetcher.nextConnection())
            fetcher.cancel()
            #expect(throws: CancellationError.self) { try connection.readAll() }
        }
    }

    @Test("cancelling ends a wait for a retry, a connect and a read at once")
    func cancelling() async throws {
        let server = FaultServer { request, _ in
            switch request.target {
            case "/busy": .answer([], status: "503 Busy\r\nRetry-After: 5")
            case "/body": Self.live([1, 2, 3], interval: 8) + [.stall]
            default: [.stall]
            }
        }
        defer { server.stop() }
        for path in ["/busy", "/silent", "/body"] {
            let (steps, step) = AsyncStream<Void>.makeStream()
            let client = WebClient(configuration: WebClientConfiguration())
            let fetcher = LiveStreamFetcher(
                StreamOpener(try #require(WebAddress(server.address(path))), client: client),
                policy: RetryPolicy(givingUpAfter: nil)
            ) { event in
                switch (path, event) {
                case ("/busy", .waiting), ("/silent", .connecting), ("/body", .received):
                    step.finish()
                case (_, _):
                    break
                }
            }
            let reading = Task {
                try await onThread { _ = try fetcher.nextConnection()?.readAll() }
            }
            for await _ in steps {}
            let start = ContinuousClock.now
            fetcher.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            // The shortest wait is that for a retry, of five seconds.
            #expect(.now - start < .seconds(4), "\(path)")
            #expect(throws: CancellationError.self) { try fetcher.nextConnection() }
        }
    }
}
