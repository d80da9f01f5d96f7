import AdCues
import HLSStreaming
import Synchronization
import TestServers
import Testing

@testable import StreamFetching

@Suite("The segments of one HLS connection", .timeLimit(.minutes(1)))
struct HLSConnectionTests {
    private struct Fault: Error {}

    /// Two bytes with a title and a marker before them.
    private static func segment(_ number: Int) -> SegmentContent {
        let text = [3] + Array("\(number)".utf8)
        let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let bytes = tag + [UInt8(number & 0xFF), 0]
        var reader = SegmentReader()
        return SegmentContent(
            bytes, reader.read(bytes),
            cues: [Cue(id: "\(number)", .in, at: .zero, source: .hls)])
    }

    private static func connection(
        _ onShortage: @escaping @Sendable (HLSConnection, Shortage) -> Void = { _, _ in }
    ) -> HLSConnection {
        HLSConnection(.continued, onShortage: onShortage)
    }

    @Test("are one sequence of bytes, with titles and markers at their places in it")
    func places() async throws {
        let connection = Self.connection()
        for number in 0..<3 { try await connection.write(Self.segment(number)) }
        #expect(connection.takeTitles(before: 2).map(\.text) == ["0", "1"])
        #expect(connection.takeTitles(before: 3).isEmpty)
        #expect(connection.takeTitles(before: 4).map(\.position) == [4])
        #expect(connection.takeMarkers(before: 1).map(\.position) == [0])
        #expect(connection.takeMarkers(before: 100).map(\.position) == [2, 4])
        #expect(connection.takeMarkers(before: 100).isEmpty)
        connection.finish()
        #expect(try connection.readAll() == [0, 0, 1, 0, 2, 0])
        #expect(!connection.seek(to: 0) && connection.size == nil)
        #expect(connection.contentType == nil)
    }

    @Test("have at most 1024 titles and markers that wait, the newest ones")
    func queue() async throws {
        let connection = Self.connection()
        for number in 0..<1026 { try await connection.write(Self.segment(number)) }
        let titles = connection.takeTitles(before: .max)
        #expect(titles.count == 1024 && titles.first?.text == "2")
        #expect(titles.last?.position == 2050)
        let markers = connection.takeMarkers(before: .max)
        #expect(markers.count == 1024 && markers.first?.position == 4)
    }

    @Test("are finished once no more bytes come, also with an error, or if nobody reads them")
    func ends() async throws {
        let whole = Self.connection()
        #expect(!whole.isFinished)
        try await whole.write(Self.segment(1))
        whole.finish(throwing: Fault())
        #expect(whole.isFinished)
        #expect(try whole.readOnce(9) == [1, 0])
        #expect(throws: Fault.self) { try whole.readOnce(9) }
        let dropped = Self.connection()
        dropped.cancel()
        #expect(dropped.isFinished)
        #expect(throws: CancellationError.self) { try dropped.readOnce(9) }
        await #expect(throws: CancellationError.self) { try await dropped.write(Self.segment(1)) }
    }

    @Test("tell what is wrong with them to the one who loads them")
    func shortage() {
        let told = Mutex<[Shortage]>([])
        let connection = Self.connection { _, shortage in
            told.withLock { $0.append(shortage) }
        }
        connection.breakOff(because: .slowness)
        connection.breakOff(because: .silence)
        #expect(told.withLock { $0 } == [.slowness, .silence])
        #expect(!connection.isFinished)
    }

    @Test("begin with a map, behind which titles and markers have their places")
    func map() async throws {
        let connection = Self.connection()
        var content = Self.segment(1)
        content.prepend([])
        content.prepend([7, 8, 9])
        try await connection.write(content)
        connection.finish()
        #expect(connection.takeTitles(before: 2).isEmpty)
        #expect(connection.takeMarkers(before: 2).isEmpty)
        #expect(connection.takeTitles(before: 3).map(\.position) == [3])
        #expect(connection.takeMarkers(before: 3).map(\.position) == [3])
        #expect(try connection.readAll() == [7, 8, 9, 1, 0])
    }
}
