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
}
