import Glibc
import TestFiles
import Testing

@testable import PlayerControl

@Suite("Connection of a client", .timeLimit(.minutes(1)))
struct ControlConnectionTests {
    private static let readable = Int16(POLLIN)
    private static let writable = Int16(POLLOUT)

    private let temporary: TemporaryFolder
    private let client: UnixSocket
    private var connection: ControlConnection

    init() throws {
        temporary = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: temporary.file("socket"))
        client = try UnixSocket.connect(to: temporary.file("socket"))
        connection = ControlConnection(try #require(try listener.accept()))
    }

    private func send(_ text: String) {
        #expect(Glibc.send(client.descriptor, text, text.utf8.count, 0) == text.utf8.count)
    }

    /// What has arrived at the client, up to `count` bytes.
    private func received(_ count: Int = 1 << 16) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let taken = recv(client.descriptor, &bytes, count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, taken)), as: UTF8.self)
    }

    @Test("is busy from a request to its reply, and reads nothing meanwhile")
    mutating func busy() {
        #expect(!connection.isBusy && connection.events == Self.readable)
        send("{\"verb\":\"pause\"}\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
        #expect(connection.isBusy && connection.events == 0)
        #expect(connection.deliver(.accepted) == .nothing)
        #expect(!connection.isBusy && connection.events == Self.readable)
        #expect(received() == "{\"ok\":true}\n")
    }

    @Test("takes a request byte by byte")
    mutating func bytes() {
        for byte in "{\"verb\":\"pause\"}" {
            send(String(byte))
            #expect(connection.advance(Self.readable) == .nothing)
        }
        send("\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
    }

    @Test("hands on the next request after the reply, and ignores a second reply")
    mutating func order() {
        send("{\"verb\":\"pause\"}\n{\"verb\":\"stop\"}\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
        #expect(connection.deliver(.accepted) == .request(.stop))
        #expect(connection.deliver(.refused("no")) == .nothing)
        #expect(connection.deliver(.accepted) == .nothing)
        #expect(received() == "{\"ok\":true}\n{\"ok\":false,\"error\":\"no\"}\n")
    }

    @Test("answers a client that sends no more, and then closes")
    mutating func end() {
        send("{\"verb\":\"pause\"}\n{\"verb\":\"stop\"}\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
        shutdown(client.descriptor, Int32(SHUT_WR))
        #expect(connection.deliver(.accepted) == .request(.stop))
        #expect(connection.isBusy)
        #expect(connection.deliver(.accepted) == .nothing)
        #expect(connection.advance(Self.readable) == .nothing)
        #expect(connection.isClosed && !connection.isBusy)
        #expect(received() == "{\"ok\":true}\n{\"ok\":true}\n")
    }

    @Test("answers requests that came with the client's end")
    mutating func lastRequests() {
        #expect(connection.advance(Self.readable) == .nothing)
        send("{\"verb\":\"pause\"}\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
        #expect(connection.deliver(.accepted) == .nothing)
        send("{\"verb\":\"stop\"}\n{\"verb\":\"skip\"}\n")
        shutdown(client.descriptor, Int32(SHUT_WR))
        #expect(connection.advance(Self.readable) == .request(.stop))
        #expect(connection.deliver(.accepted) == .request(.skip))
        #expect(connection.deliver(.accepted) == .nothing)
        #expect(connection.advance(Self.readable) == .nothing)
        #expect(connection.isClosed)
    }

    @Test("goes on after a false alarm")
    mutating func falseAlarm() {
        #expect(connection.advance(Self.readable | Self.writable) == .nothing)
        #expect(!connection.isClosed)
        send("{\"verb\":\"pause\"}\n")
        #expect(connection.advance(Self.readable) == .request(.pause))
    }

    @Test("sends the rest of a long reply when the client takes it")
    mutating func longReply() {
        let source = String(repeating: "a", count: 1 << 21)
        send("{\"verb\":\"status\"}\n{\"verb\":\"stop\"}\n")
        #expect(connection.advance(Self.readable) == .request(.status))
        #expect(connection.deliver(.status(["source": .string(source)])) == .nothing)
        #expect(connection.isBusy && connection.events == Self.writable)
        // Nothing was taken yet, so there is no room.
        #expect(connection.advance(Self.writable) == .nothing)
        var count = 0
        var next = ControlConnection.Received.nothing
        while !connection.isClosed, next == .nothing {
            count += received().utf8.count
            next = connection.advance(Self.writable)
        }
        while case let more = received().utf8.count, more > 0 { count += more }
        #expect(next == .request(.stop))
        let frame = "{\"ok\":true,\"status\":{\"source\":\"\"}}\n".utf8.count
        #expect(count == source.utf8.count + frame)
    }
}

@Suite("Connection of a client that has gone", .timeLimit(.minutes(1)))
struct LostControlConnectionTests {
    private let temporary: TemporaryFolder
    private var connection: ControlConnection
    private var client: UnixSocket?

    init() throws {
        temporary = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: temporary.file("socket"))
        let client = try UnixSocket.connect(to: temporary.file("socket"))
        self.client = client
        connection = ControlConnection(try #require(try listener.accept()))
        let text = "{\"verb\":\"pause\"}\n"
        #expect(send(client.descriptor, text, text.utf8.count, 0) == text.utf8.count)
        #expect(connection.advance(Int16(POLLIN)) == .request(.pause))
    }

    @Test("is closed by the reply that cannot be sent")
    mutating func reply() {
        client = nil
        #expect(connection.deliver(.accepted) == .nothing)
        #expect(connection.isClosed && !connection.isBusy)
        #expect(connection.deliver(.accepted) == .nothing)
    }

    @Test("is closed when the client leaves without its reply")
    mutating func reset() {
        #expect(connection.deliver(.accepted) == .nothing)
        client = nil
        #expect(connection.advance(Int16(POLLIN | POLLHUP)) == .nothing)
        #expect(connection.isClosed)
    }

    @Test("is closed when it hangs up, though a reply is awaited", arguments: [POLLHUP, POLLERR])
    mutating func hangUp(event: Int32) {
        #expect(connection.advance(Int16(event)) == .nothing)
        #expect(connection.isClosed && !connection.isBusy)
    }
}
