import CFFmpeg
import FFmpegCalls
import StreamFetching
import Testing

@testable import AudioDecoding

@Suite("A live stream's packets")
struct TricklingTests {
    /// MP3 as an encoder sends it, without a tag.
    private static func mp3(_ arguments: [String] = []) throws -> [UInt8] {
        try Samples.encoded(
            ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]
                + arguments, to: "a.mp3")
    }

    private struct Found: Equatable {
        let position: Int
        let fingerprint: PacketFingerprint
    }

    /// All packets in the bytes of `reader`; `note` is called with each one as it is found.
    private static func packets(
        in reader: any ByteReader, note: (borrowing Packet) -> Void = { _ in }
    ) throws -> [Found] {
        var demuxer = try Demuxer(reading: reader)
        var found: [Found] = []
        while let packet = try demuxer.next() {
            note(packet)
            found.append(Found(position: packet.bytePosition, fingerprint: packet.fingerprint))
        }
        return found
    }

    @Test("include a frame of MP3 as soon as its last byte arrives", arguments: [100, 418, 1400])
    func prompt(step: Int) throws {
        let reader = TricklingReader(try Self.mp3(), step: step)
        var opened = 0
        _ = try Self.packets(in: reader) { packet in
            // Opening reads some frames first.
            if opened == 0 { opened = reader.givenCount }
            let end = packet.bytePosition + Int(packet.packet.pointee.size)
            #expect(reader.givenCount < max(opened + 1, end + step))
        }
        #expect(opened > 0)
    }

    @Test("leave no index behind that grows with the stream")
    func index() throws {
        let minute = try Array(repeatElement(Self.mp3(), count: 27).joined())
        let format = try #require(Container.mp3.format)
        let input = try OpenInput(
            reading: ByteSource(TricklingReader(minute, step: 1400)), as: .mp3, format)
        let found = input.audioStream()
        let audio = try #require(found)
        let stream = EncodedStream(copying: audio, in: .mp3)
        var (packetCount, highest) = (0, 0)
        while true {
            let packet = Packet(of: stream)
            let result = input.read(packet.packet, comingAs: .mp3)
            if result == CFFmpeg_AVERROR_EAGAIN { continue }
            guard result >= 0 else { break }
            packetCount += 1
            highest = max(highest, Int(avformat_index_get_entries_count(audio)))
        }
        #expect(packetCount > 2200)
        #expect(highest < 1000)
    }

    @Test(
        "are the same, at the same places, however the bytes arrive", arguments: [1, 100, 1400])
    func same(step: Int) throws {
        let bytes = Array(try Self.mp3().dropFirst(200))
        let whole = try Self.packets(in: MemoryByteReader(bytes))
        #expect(whole.count > 80)
        #expect(try Self.packets(in: TricklingReader(bytes, step: step)) == whole)
    }

    @Test("are not delayed by damage between frames")
    func damaged() throws {
        let bytes = try Self.mp3()
        let damaged = bytes[..<10_000] + [UInt8](repeating: 0x55, count: 5000) + bytes[10_000...]
        let whole = try Self.packets(in: MemoryByteReader(Array(damaged)))
        #expect(try Self.packets(in: TricklingReader(Array(damaged), step: 300)) == whole)
    }
}
