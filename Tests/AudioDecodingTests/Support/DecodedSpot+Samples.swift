import AudioDecoding
import StreamFetching
import MediaTime
import PCMAudio

/// Decodes all of `bytes`.
func decode(_ bytes: [UInt8], hint: Container? = nil) throws -> DecodedSpot {
    try SpotDecoder(reading: MemoryByteReader(bytes), hint: hint, limit: .seconds(60)).decode()
}

extension DecodedSpot {
    /// All samples, interleaved.
    var samples: [Float] { store.samples }

    /// The samples of one side.
    func channel(_ index: Int) -> [Float] {
        let all = samples
        return stride(from: index, to: all.count, by: 2).map { all[$0] }
    }
}

extension SampleStore {
    /// All samples that are stored, interleaved.
    var samples: [Float] {
        let range = FrameRange(handle.oldest, readyEnd)
        return [Float](unsafeUninitializedCapacity: 2 * range.count) { buffer, count in
            let target = buffer.baseAddress!
            handle.read(range) { piece, offset in
                copy(piece, to: target + 2 * offset)
            }
            count = 2 * range.count
        }
    }
}

/// What ``SampleHandle/read(_:_:)`` calls has to be fit for a real-time thread.
@_noLocks
private func copy(_ samples: Span<Float>, to target: UnsafeMutablePointer<Float>) {
    var index = 0
    while index < samples.count {
        target[index] = samples[index]
        index += 1
    }
}

/// By how many frames `samples` are late against `reference`, looking 200 to both sides of
/// `expected`.
///
/// Both are one channel; what is compared is a stretch of a chirp, which is like itself nowhere
/// else.
func delay(of samples: [Float], against reference: [Float], near expected: Int) -> Int {
    let start = 20_000
    let stretch = reference[start..<(start + 4000)]
    func difference(_ lag: Int) -> Float {
        zip(stretch, samples[(start + lag)...]).reduce(0) { sum, pair in
            sum + (pair.0 - pair.1) * (pair.0 - pair.1)
        }
    }
    return ((expected - 200)...(expected + 200)).min { difference($0) < difference($1) }!
}
