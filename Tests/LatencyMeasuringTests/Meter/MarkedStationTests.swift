import MediaTime
import Testing

@testable import LatencyMeasuring

@Suite("A station with marked breaks")
struct MarkedStationTests {
    /// The bytes of the stream up to frame `end`.
    private static func bytes(before end: Int) -> [UInt8] {
        var stream = MarkedStream()
        var bytes = stream.head
        for _ in 0..<end / MarkedStream.pieceLength { bytes += stream.takePiece() }
        return bytes
    }

    @Test("sends a second at once and then each frame when it is due, and notes when")
    func pace() throws {
        let station = try MarkedStation()
        defer { station.close() }
        let listener = try #require(StationListener(to: station.address))
        #expect(listener.head.contains("icy-metaint: \(MarkedStream.byteInterval)\r\n"))
        #expect(listener.head.contains("Content-Type: audio/wav\r\n"))
        let expected = Self.bytes(before: 57_344)
        #expect(listener.read(expected.count) == expected)
        let (first, burst, last) = (
            try #require(station.handed(frame: 0)), try #require(station.handed(frame: 47_615)),
            try #require(station.handed(frame: 57_343))
        )
        #expect(burst >= first)
        // It is not sooner than in real time, but a busy machine may note the first one late.
        #expect(last.seconds(since: first) >= Double(57_344 - 48_000) / 48_000 / 2)
        #expect(station.handed(frame: 1 << 22) == nil)
    }

    @Test("sends each listener the stream from its beginning")
    func listeners() throws {
        let station = try MarkedStation(speed: 1000)
        defer { station.close() }
        let expected = Self.bytes(before: 8192)
        for _ in 0..<2 {
            let listener = try #require(StationListener(to: station.address))
            #expect(listener.read(expected.count) == expected)
        }
    }

    @Test("ends its streams when it is closed, and takes no more listeners")
    func close() throws {
        let station = try MarkedStation()
        let listener = try #require(StationListener(to: station.address))
        _ = listener.read(1)
        station.close()
        while listener.read(65_536).count == 65_536 {}
        #expect(StationListener(to: station.address) == nil)
    }
}
