import AudioDecoding
import Foundation
import Interlude
import MediaTime
import StreamFetching
import TestFiles
import TestServers
import TestSignals
import Testing

/// A programme with a marked break that a spot of one value fills: what was heard of it, compared
/// with the same programme without the break.
struct MarkedProgramme {
    let outcome: Outcome
    /// The samples of the left channel, from the first one of the programme on.
    let heard: [Float]
    /// Those of the programme alone.
    let programme: [Float]

    static let level: Float = -0.75
    static let spotLength = 24_000

    /// Plays `source`, whose bytes are `bytes`, in virtual time.
    init(playing source: String, of bytes: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        let spot = [Float](repeating: Self.level, count: 2 * Self.spotLength)
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        var played = PlayedSource(source)
        played.giveUp = .seconds(20)
        played.configuration.fade = .zero
        played.configuration.markers?.fill = [
            .init(id: 0, title: "spot", audioFileURL: folder.file("spot.wav"))
        ]
        try self.init(await played.run(), of: bytes)
    }

    init(_ outcome: Outcome, of bytes: [UInt8]) throws {
        self.outcome = outcome
        // A real clock runs before the first sound arrives.
        let begin = try #require(outcome.frames(of: "session.playing").first)
        heard = Array(Self.left(outcome.sound.signal.samples).dropFirst(begin))
        let store = try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode()
            .store
        programme = Self.left(store.samples(in: FrameRange(.zero, store.readyEnd)))
    }

    private static func left(_ samples: [Float]) -> [Float] {
        stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    /// The first and the last sample of the spot in what was heard; `nil` without a spot.
    var spotRange: Range<Int>? {
        guard let first = heard.firstIndex(of: Self.level),
            let last = heard.lastIndex(of: Self.level)
        else { return nil }
        return first..<last + 1
    }

    /// How many samples later than in `SegmentedSound` the programme's are, because the encoder puts
    /// its priming before them: where both are most alike.
    var delay: Int {
        let range = 20_000..<20_200
        let sound = range.map { index in
            let time = Double(index) / 48_000
            return Float(sin(2 * Double.pi * (200 * time + 90 * time * time)) / 2)
        }
        let differences = (0..<4096).map { delay in
            zip(programme[(range.lowerBound + delay)...], sound)
                .reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return differences.firstIndex(of: differences.min() ?? 0) ?? 0
    }

    /// How many samples of the programme the bytes before `count` decode to, as their frames say.
    static func frames(in bytes: [UInt8], before count: Int) throws -> Int {
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var frames = 0
        while let packet = try demuxer.next(), packet.bytePosition < count {
            frames += packet.length.samples
        }
        return frames
    }
}
