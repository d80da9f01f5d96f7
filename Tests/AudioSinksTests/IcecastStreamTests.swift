import Testing

@testable import AudioSinks

@Suite("The stream to a streaming server")
struct IcecastStreamTests {
    @Test(
        "has no bytes before its first packet, and the bytes of each packet at once",
        arguments: ["a.mp3", "a.aac", "a.opus", "a.flac"])
    func packets(mount: String) throws {
        let address = try IcecastAddress(parsing: "http://source:x@127.0.0.1:8000/\(mount)")
        let stream = try IcecastStream(address)
        // 400 ms: a page has room for no more than 840 ms of Opus.
        let samples = [Float](repeating: 0.1, count: 38_400)
        #expect(try stream.bytes(of: [0.1, 0.1]).isEmpty)
        let first = try stream.bytes(of: samples)
        #expect(!first.isEmpty)
        #expect(first.starts(with: "OggS".utf8) == address.codec.isInOgg)
        #expect(try !stream.bytes(of: samples).isEmpty)
        #expect(try !stream.finish().isEmpty)
    }
}
