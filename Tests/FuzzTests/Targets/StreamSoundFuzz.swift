import AudioDecoding
import StreamFetching
import Synchronization

/// Audio that arrives in order and in pieces, decoded as a stream: the first byte is the size of
/// the pieces.
enum StreamSoundFuzz: FuzzTarget {
    static let name = "stream-sound"
    static let kind = FuzzKind.binary
    static let words = SoundWords.all

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let reader = PieceReader(Array(bytes.dropFirst()), pieceSize: 16 * Int(first) + 1)
        do throws(DecodingError) {
            try decode(reader)
        } catch {
            _ = error.description
        }
    }

    private static func decode(_ reader: PieceReader) throws(DecodingError) {
        var demuxer = try Demuxer(reading: reader, hint: .mp3)
        var decoder = try AudioDecoder(demuxer.stream, entry: .middle)
        var reservoir = BitReservoir()
        var count = 0
        while var packet = try demuxer.next() {
            reservoir.take(&packet)
            _ = (packet.isWhole, packet.fingerprint)
            try decoder.decode(packet) { samples, _ in count += samples.count }
            // A stream without an end is read while somebody listens.
            if count > 60 * 2 * 48_000 { return }
        }
        try decoder.finish { samples, _ in count += samples.count }
    }

    /// Bytes that can only be read in order.
    private final class PieceReader: ByteReader {
        private let bytes: [UInt8]
        private let pieceSize: Int
        private let position = Atomic<Int>(0)

        init(_ bytes: [UInt8], pieceSize: Int) {
            self.bytes = bytes
            self.pieceSize = pieceSize
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let start = position.load(ordering: .relaxed)
            let part = bytes[start...].prefix(min(buffer.count, pieceSize))
            buffer.copyBytes(from: part)
            position.store(start + part.count, ordering: .relaxed)
            return part.count
        }

        var size: Int? { nil }
        func seek(to position: Int) -> Bool { false }
        func cancel() {}
    }
}
