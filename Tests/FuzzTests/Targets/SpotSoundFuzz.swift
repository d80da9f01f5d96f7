import AudioDecoding
import StreamFetching

/// An audio file, decoded as a spot.
enum SpotSoundFuzz: FuzzTarget {
    static let name = "spot-sound"
    static let kind = FuzzKind.binary
    static let words = SoundWords.all

    static func run(_ bytes: [UInt8]) {
        let decoder = SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60))
        // try?: undecodable bytes are refused.
        guard let spot = try? decoder.decode() else { return }
        precondition(spot.frameCount > 0, "a spot without a frame")
    }
}
