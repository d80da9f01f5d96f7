import Glibc
import Synchronization
import TestServers
import Testing

@testable import AudioSinks

@Suite("A connection to a streaming server", .timeLimit(.minutes(1)))
struct IcecastConnectionTests {
    @Test(
        "soon has bytes waiting if the server reads nothing",
        arguments: ["a.mp3?bitrate=32k", "a.mp3?bitrate=320k", "a.opus", "a.flac"])
    func hangingServer(mount: String) throws {
        let gate = Gate()
        let server = FaultServer { _, _ in
            [.text("HTTP/1.0 200 OK\r\n\r\n"), .wait(gate)]
        }
        defer {
            // libshout connects more than once.
            for _ in 0..<4 { gate.open() }
            server.stop()
        }
        let address = try IcecastAddress(
            parsing: "http://source:x@127.0.0.1:\(server.port)/\(mount)")
        try BrokenPipes.blocked {
            let connection = try IcecastConnection(address)
            var progress = connection.open()
            while progress == .connecting { progress = connection.progress }
            #expect(progress == .connected)
            let bytes = [UInt8](repeating: 0, count: 4096)
            let limit = 2 << 20
            var sent = 0
            while connection.waitingByteCount == 0, sent < limit {
                try connection.send(bytes)
                sent += bytes.count
            }
            #expect(sent < limit)
        }
    }

    /// A server that accepts each source, reads nothing, and opens `told` once it learns the title
    /// `Tea`.
    private static func server(told: Gate = Gate()) -> FaultServer {
        FaultServer { request, _ in
            guard request.target.contains("song=Tea") else {
                return [.text("HTTP/1.0 200 OK\r\n\r\n"), .stall]
            }
            told.open()
            return [.text("HTTP/1.0 200 OK\r\n\r\n")]
        }
    }

    private static func address(of server: FaultServer) throws -> IcecastAddress {
        try IcecastAddress(parsing: "http://source:x@127.0.0.1:\(server.port)/a.mp3")
    }

    @Test("ends with its owner")
    func end() throws {
        let server = Self.server()
        defer { server.stop() }
        let before = PeerConnections(toPort: UInt16(server.port))
        try BrokenPipes.blocked {
            let connection = try IcecastConnection(try Self.address(of: server))
            var progress = connection.open()
            while progress == .connecting { progress = connection.progress }
            #expect(progress == .connected)
            #expect(PeerConnections(toPort: UInt16(server.port)) != before)
        }
        #expect(PeerConnections(toPort: UInt16(server.port)) == before)
    }

    @Test("of a restream is over when the restream is closed")
    func sender() throws {
        let server = Self.server()
        defer { server.stop() }
        let before = PeerConnections(toPort: UInt16(server.port))
        let sender = try IcecastSender(try Self.address(of: server))
        try sender.start { _ in }
        sender.write([Float](repeating: 0.1, count: 96_000).span)
        #expect(PeerConnections(toPort: UInt16(server.port)) != before)
        sender.close()
        // On a busy machine it waits no longer for the thread that ends the connection.
        let deadline = ContinuousClock.now + .seconds(30)
        while PeerConnections(toPort: UInt16(server.port)) != before, .now < deadline {
            sched_yield()
        }
        #expect(PeerConnections(toPort: UInt16(server.port)) == before)
    }

    @Test("for the titles of a restream is over when the restream is closed")
    func titlesOfSender() throws {
        let server = Self.server()
        defer { server.stop() }
        weak var titles: IcecastTitles?
        do {
            let sender = try IcecastSender(try Self.address(of: server))
            titles = sender.titles
            #expect(titles != nil)
            try sender.start { _ in }
            sender.close()
        }
        // Their threads keep them, and end a moment later.
        let deadline = ContinuousClock.now + .seconds(30)
        while titles != nil, .now < deadline { sched_yield() }
        #expect(titles == nil)
    }

    @Test("that is made again after a loss begins with a stream of its own")
    func again() throws {
        let gate = Gate()
        let isBroken = Atomic<Bool>(false)
        let server = FaultServer { _, _ in
            let isFirst = !isBroken.load(ordering: .sequentiallyConsistent)
            return [.text("HTTP/1.0 200 OK\r\n\r\n"), isFirst ? .wait(gate) : .stall, .reset]
        }
        defer { server.stop() }
        let log = ReportLog()
        let sender = try IcecastSender(try Self.address(of: server))
        let first = try #require(sender.stream)
        try sender.start(log.receive)
        isBroken.store(true, ordering: .sequentiallyConsistent)
        // libshout connects more than once.
        for _ in 0..<16 { gate.open() }
        let deadline = ContinuousClock.now + .seconds(30)
        let portion = [Float](repeating: 0.1, count: 9_600)
        var isBack = false
        while !isBack, .now < deadline {
            // It notices a loss, and connects again, only while it has something to send.
            sender.write(portion.span)
            isBack = log.first(within: .milliseconds(20)) { $0 == .listenersBack } != nil
        }
        #expect(isBack)
        sender.close()
        #expect(sender.stream !== first)
    }

    @Test("of its own tells the server a title")
    func title() throws {
        let told = Gate()
        let server = Self.server(told: told)
        defer { server.stop() }
        let titles = IcecastTitles(try Self.address(of: server))
        try titles.start()
        titles.show("Tea")
        told.wait()
        titles.finish()
    }
}
