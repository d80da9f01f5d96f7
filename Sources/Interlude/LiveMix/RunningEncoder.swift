import AudioEncoding

/// An encoder at work for one run of listeners.
final class RunningEncoder {
    let run: Int
    private var encoder: SoundEncoder

    init(_ run: Int, _ encoder: consuming SoundEncoder) {
        self.run = run
        self.encoder = encoder
    }

    func encode(_ samples: Span<Float>) throws(EncodingError) -> EncodedChunk {
        try encoder.encode(samples)
    }

    func finish() throws(EncodingError) -> EncodedChunk {
        try encoder.finish()
    }
}
