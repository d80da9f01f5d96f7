import MediaTime

/// Reads the length that a WAV file declares, from its beginning. libavformat does not tell it of a
/// file that ends before.
struct WAVBeginning {
    /// The end of the audio that the header declares, rounded up; `nil` if it does not count samples,
    /// or if the audio begins after `bytes`.
    static func length(in bytes: ArraySlice<UInt8>) -> FrameTime? {
        var rest = bytes.dropFirst(12)
        var format: Format?
        while rest.count >= 8 {
            let size = number(in: rest.dropFirst(4).prefix(4))
            let content = rest.dropFirst(8)
            if rest.starts(with: Array("data".utf8)) {
                return format.flatMap { $0.length(ofByteCount: size) }
            }
            if rest.starts(with: Array("fmt ".utf8)) { format = Format(content.prefix(size)) }
            rest = content.dropFirst(size + size % 2)
        }
        return nil
    }

    /// The format of uncompressed samples.
    private struct Format {
        let rate: Int
        /// The bytes of a sample of all channels.
        let sampleSize: Int

        /// `nil` for compressed samples and for an impossible rate.
        init?(_ bytes: ArraySlice<UInt8>) {
            let numbers = [(0, 2), (4, 4), (12, 2)].map { place, size in
                WAVBeginning.number(in: bytes.dropFirst(place).prefix(size))
            }
            guard bytes.count >= 16, Self.uncompressed.contains(numbers[0]),
                SampleFormat.rates.contains(numbers[1]), numbers[2] > 0
            else { return nil }
            (rate, sampleSize) = (numbers[1], numbers[2])
        }

        /// Integers, floats, and the form that has one of both in another field.
        private static let uncompressed = [0x0001, 0x0003, 0xFFFE]

        func length(ofByteCount count: Int) -> FrameTime? {
            let samples = count / sampleSize
            guard samples > 0 else { return nil }
            return FrameTime(Int64((samples * FrameTime.rate + rate - 1) / rate))
        }
    }

    /// The least significant byte comes first.
    private static func number(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
