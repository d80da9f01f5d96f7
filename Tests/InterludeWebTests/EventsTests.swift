import Interlude
import MediaTime
import TestServers
import Testing

@testable import InterludeWeb

@Suite("Events of the page", .timeLimit(.minutes(2)))
struct EventsTests {
    private static func record(_ number: Int, padding: Int = 0) -> EventRecord {
        let text = JSONValue.string(String(repeating: "x", count: 1000))
        return EventRecord(
            "line.\(number)", at: FrameTime(Int64(number)),
            ["padding": .array(Array(repeating: text, count: padding / 1000))])
    }

    @Test("begin with the state, and have each line of the log with its id")
    func beginning() async throws {
        try await Stage.with { stage in
            stage.hub.post(.record(Self.record(1)))
            let text = try await stage.listen { $0.contains("line.1") }
            let answer = try Answer(text)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/event-stream")
            #expect(answer.headers["cache-control"] == "no-store")
            let state = try #require(text.firstRange(of: "event: state\ndata: {"))
            let log = try #require(text.firstRange(of: "event: log"))
            #expect(state.lowerBound < log.lowerBound)
            #expect(text.contains(#/id: \w+-1\nevent: log/#))
        }
    }

    @Test("continue where a returning listener had left")
    func comingBack() async throws {
        try await Stage.with { stage in
            for number in 1...3 { stage.hub.post(.record(Self.record(number))) }
            let text = try await stage.listen { $0.contains("line.3") }
            let ids = text.matches(of: #/id: (\w+-\d+)/#).map { String($0.1) }
            #expect(ids.count == 3)
            stage.hub.post(.record(Self.record(4)))
            let rest = try await stage.listen(after: ids[1]) { $0.contains("line.4") }
            #expect(!rest.contains("line.2") && rest.contains("line.3"))
        }
    }

    @Test("end with the player, after its last event")
    func end() async throws {
        let text = try await Stage.with { stage in
            let port = stage.port
            let exchange = try RawExchange(port: port)
            exchange.listen(port: port)
            _ = try await onThread { exchange.receive { $0.contains("event: state") } }
            stage.hub.post(.status(PlayerStatus(state: .stopped, source: "a")))
            stage.hub.close()
            return try await onThread { exchange.receive() }
        }
        #expect(text.contains(#""state":"stopped""#))
        // The last chunk shows that the response is complete.
        #expect(text.hasSuffix("0\r\n\r\n"))
    }

    @Test("end with the session, and at once for a listener that comes later")
    func sessionEnd() async throws {
        try await Stage.with { stage in
            let port = stage.port
            for isLate in [false, true] {
                let exchange = try RawExchange(port: port)
                exchange.listen(port: port)
                if !isLate {
                    _ = try await onThread { exchange.receive { $0.contains("event: state") } }
                    stage.hub.onSessionEnd(.asked)
                }
                let isWhole = { @Sendable (text: String) in text.hasSuffix("0\r\n\r\n") }
                #expect(isWhole(try await onThread { exchange.receive(until: isWhole) }))
            }
        }
    }

    @Test("are refused to one listener too many: 503")
    func full() async throws {
        try await Stage.with(maximumListenerCount: 1) { stage in
            let port = stage.port
            let exchange = try RawExchange(port: port)
            exchange.listen(port: port)
            _ = try await onThread { exchange.receive { $0.contains("event: state") } }
            let answer = try await stage.ask("GET /api/events")
            #expect(answer.status == 503)
            #expect(answer.error?.contains("too many listeners") == true)
        }
    }

    @Test("are dropped for a listener that takes nothing, and others lose nothing")
    func stuck() async throws {
        try await Stage.with { stage in
            let port = stage.port
            let stuck = try RawExchange(port: port)
            stuck.listen(port: port)
            let quick = try RawExchange(port: port)
            quick.listen(port: port)
            _ = try await onThread { quick.receive { $0.contains("event: state") } }
            // The other listener may join later.
            while stage.hub.listenerCount < 2 { await Task.yield() }
            // More than the sockets and the backlog hold. Each line is received before the
            // next is sent, so the fast listener is never behind.
            var number = 0
            while stage.hub.listenerCount > 1, number < 500 {
                number += 1
                stage.hub.post(.record(Self.record(number, padding: 100_000)))
                let last = "\"line.\(number)\""
                _ = try await onThread {
                    quick.receive { $0.contains(last) && $0.hasSuffix("\n\n\r\n") }
                }
            }
            #expect(stage.hub.listenerCount == 1)
            #expect(number > 5)
            #expect(number < 20, "the system keeps little for a connection")
            stage.hub.post(.record(Self.record(501)))
            let text = try await onThread { quick.receive { $0.contains("line.501") } }
            #expect(text.contains("line.501"))
        }
    }

    @Test("reach 500 concurrent listeners")
    func many() async throws {
        try await Stage.with { stage in
            let port = stage.port
            let exchanges = try await onThread {
                try (0..<500).map { _ in
                    let exchange = try RawExchange(port: port)
                    exchange.listen(port: port)
                    return exchange
                }
            }
            let begun = try await onThread {
                exchanges.map { $0.receive { $0.contains("event: state") } }
            }
            #expect(begun.allSatisfy { $0.contains("event: state") })
            #expect(stage.hub.listenerCount == 500)
            for number in 1...20 { stage.hub.post(.record(Self.record(number))) }
            let texts = try await onThread {
                exchanges.map { $0.receive { $0.contains("line.20") } }
            }
            #expect(texts.allSatisfy { $0.contains("line.1\"") && $0.contains("line.20\"") })
        }
    }

    @Test("cost nothing for a listener that has left")
    func leaving() async throws {
        try await Stage.with { stage in
            _ = try await stage.listen { $0.contains("event: state") }
            var number = 0
            // The listener leaves once the server notices the closed connection.
            while stage.hub.listenerCount > 0, number < 1_000 {
                number += 1
                try await stage.post(.record(Self.record(number)))
            }
            #expect(stage.hub.listenerCount <= 1)
        }
    }
}
