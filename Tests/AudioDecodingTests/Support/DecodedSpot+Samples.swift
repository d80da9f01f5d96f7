import AudioDecoding
import StreamFetching
import MediaTime
import PCMAudio
import TestSignals

/// Decodes all of `bytes`.
func decode(
    _ bytes: [UInt8], hint: Container? = nil, from offset: Duration = .zero
) throws -> DecodedSpot {
    try SpotDecoder(reading: MemoryByteReader(bytes), hint: hint, from: offset, limit: .seconds(60))
        .decode()
}

extension DecodedSpot {
    /// All samples, interleaved.
    var samples: [Float] {
        store.samples(in: FrameRange(store.handle.oldest, store.readyEnd))
    }

    /// The samples of one channel.
    func channel(_ index: Int) -> [Float] {
        let all = samples
        return stride(from: index, to: all.count, by: 2).map { all[$0] }
    }
}

/// The delay of `samples` against `reference` in frames, searched within 200 frames of
/// `expected`.
///
/// Both have one channel. The comparison uses a part of a chirp, which resembles no other part.
func delay(of samples: [Float], against reference: [Float], near expected: Int) -> Int {
    let start = 20_000
    let stretch = reference[start..<(start + 2000)]
    func difference(_ lag: Int) -> Float {
        zip(stretch, samples[(start + lag)...]).reduce(0) { sum, pair in
            sum + (pair.0 - pair.1) * (pair.0 - pair.1)
        }
    }
    return ((expected - 200)...(expected + 200)).map { (lag: $0, difference: difference($0)) }
        .min { $0.difference < $1.difference }!.lag
}
