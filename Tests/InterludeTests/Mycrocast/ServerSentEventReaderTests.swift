import Interlude
import Testing

@Suite("Server-sent events")
struct ServerSentEventReaderTests {
    @Test(
        "are the same wherever they are cut, and with any line ending",
        arguments: ["\n", "\r", "\r\n"])
    func cuts(lineEnd: String) {
        let text = [
            "\u{FEFF}: hello", "", "id: 7", "event: a", "data: one", "data:  two", "",
            "data:ü", "", "event: nothing", "", "id", "unknown: x", "data", "", "id: 9",
        ].joined(separator: lineEnd)
        let expected = [
            ServerSentEvent(id: "7", name: "a", data: "one\n two"),
            ServerSentEvent(id: nil, name: "message", data: "ü"),
            ServerSentEvent(id: "", name: "message", data: ""),
        ]
        let bytes = Array(text.utf8)
        for size in 1...bytes.count {
            var reader = ServerSentEventReader(after: "5")
            var events: [ServerSentEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += reader.receive(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(events == expected)
            #expect(reader.lastID?.isEmpty == true)
        }
    }

    @Test(
        "may have several line endings",
        arguments: [
            "event: a\rdata: one\n\n", "event: a\r\ndata: one\n\r", "event: a\ndata: one\r\r\n",
        ])
    func mixed(text: String) {
        var reader = ServerSentEventReader()
        let expected = ServerSentEvent(id: nil, name: "a", data: "one")
        #expect(reader.receive(Array(text.utf8)) == [expected])
    }

    @Test("one that is incomplete does not count as received")
    func incomplete() {
        var reader = ServerSentEventReader(after: "5")
        #expect(reader.receive(Array("id: 6\ndata: x\n".utf8)).isEmpty)
        #expect(reader.lastID == "5")
        #expect(reader.receive([10]).map(\.id) == ["6"])
        #expect(reader.lastID == "6")
    }

    @Test("one without end is dropped, and the next one is read")
    func oversized() {
        var reader = ServerSentEventReader()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        #expect(reader.receive(Array("data: ".utf8)).isEmpty)
        for _ in 0..<20 { #expect(reader.receive(chunk).isEmpty) }
        #expect(reader.receive(Array("\n\ndata: y\n\n".utf8)).map(\.data) == ["y"])
    }
}
