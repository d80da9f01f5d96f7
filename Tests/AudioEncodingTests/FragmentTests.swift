import AudioEncoding
import TestServers
import TestSignals
import Testing

@Suite("AAC in fragments of MP4")
struct FragmentTests {
    @Test("decodes to the same sound, the encoder's delay later, without a joint")
    func whole() throws {
        var encoder = try SoundEncoder(.aac, bitRate: 128_000)
        let writer = try FragmentedAAC(configuration: encoder.header, bitRate: 128_000)
        let all = try chunks(of: programme, by: &encoder)
        var bytes = writer.initialisation
        for chunk in all where !chunk.packets.isEmpty {
            bytes += try writer.fragment(
                of: chunk.packets, from: chunk.firstPacket, packetLength: chunk.packetLength)
        }
        let heard = try FFmpegDecoding(of: bytes, as: "mp4")
        #expect(heard.complaints == "")
        #expect(heard.samples.count == 2 * (all.last?.decodedEnd ?? 0))
        let likeness = Likeness(of: heard.samples.dropFirst(2 * 1024), to: programme)
        #expect(likeness.correlation > 0.99)
    }
}
