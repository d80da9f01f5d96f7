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

    /// The contents of the first box of this type in `bytes`, wherever it is; `nil` without one.
    private static func box(_ type: String, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let name = Array(type.utf8)
        let found = (4...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name }
        return found.map { place in
            bytes[place + 4..<place - 4 + number(bytes[place - 4..<place])]
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("counts time in frames, from the place of each fragment, without an edit")
    func times() throws {
        let configuration: [UInt8] = [0x11, 0x90]
        let writer = try FragmentedAAC(configuration: configuration, bitRate: 96_000)
        // A version, flags and two dates precede the scale.
        let scale = try #require(Self.box("mdhd", in: writer.initialisation)).dropFirst(12).prefix(
            4)
        #expect(Self.number(scale) == 48_000)
        // References, channels and bits.
        let entry = try #require(Self.box("mp4a", in: writer.initialisation))
        #expect(Self.number(entry.dropFirst(16).prefix(2)) == 2)
        #expect(Self.number(entry.dropFirst(24).prefix(2)) == 48_000)
        let description = Array(try #require(Self.box("esds", in: writer.initialisation)))
        #expect(
            description.indices.contains {
                description[$0...].starts(with: [5, 0x80, 0x80, 0x80, 2] + configuration)
            })
        let rate: [UInt8] = [0, 1, 0x77, 0]
        #expect(
            description.indices.contains { description[$0...].starts(with: rate + rate) },
            "96 kb/s, as the greatest and the mean rate")
        #expect(Self.box("elst", in: writer.initialisation) == nil)

        let packets: [[UInt8]] = [[1], [2, 2], [3, 3, 3]]
        for first in [0, 3, 6] {
            let bytes = try writer.fragment(of: packets, from: first, packetLength: 1024)
            let time = try #require(Self.box("tfdt", in: bytes))
            #expect(Self.number(time.dropFirst(4)) == first * 1024)
            #expect(Array(try #require(Self.box("mdat", in: bytes))) == [1, 2, 2, 3, 3, 3])
            let run = try #require(Self.box("trun", in: bytes))
            #expect(Self.number(run.dropFirst(4).prefix(4)) == 3)
            // The length of all packets is that of the fragment's header.
            let header = try #require(Self.box("tfhd", in: bytes))
            #expect(Self.number(header.dropFirst(8).prefix(4)) == 1024)
        }
    }
}
