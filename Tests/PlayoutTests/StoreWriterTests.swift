import AudioDecoding
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import Playout

@Suite("The writer of a store")
struct StoreWriterTests {
    private static let start = FrameTime(1000)

    /// The samples of a store after `pieces` of a numbered sound were written to it.
    private static func written(_ pieces: [Range<Int>]) -> [Float] {
        let store = SampleStore(capacity: 100_000, startingAt: start)
        var writer = StoreWriter(store, measuringInto: nil)
        for piece in pieces {
            let sound = Signal.indexed(frameCount: piece.count, first: piece.lowerBound)
            writer.write(sound.samples.span, at: FrameTime(Int64(piece.lowerBound)))
        }
        return store.samples(from: start)
    }

    /// The numbered sound in the frames of `heard`, and silence between them.
    private static func sound(_ heard: [Range<Int>], to end: Int) -> [Float] {
        (1000..<end).flatMap { frame -> [Float] in
            let sample = heard.contains { $0.contains(frame) } ? Float(frame) / 16_777_216 : 0
            return [sample, sample]
        }
    }

    @Test("puts samples at their frames, one after the other")
    func inOrder() {
        #expect(
            Self.written([1000..<1500, 1500..<1501, 1501..<9000])
                == Self.sound([1000..<9000], to: 9000))
    }

    @Test("fills a gap with silence", arguments: [1001, 1500, 5800, 5801, 40_000])
    func gap(frame: Int) {
        #expect(
            Self.written([frame..<frame + 10]) == Self.sound([frame..<frame + 10], to: frame + 10))
        #expect(
            Self.written([1000..<1001, frame..<frame + 10])
                == Self.sound([1000..<1001, frame..<frame + 10], to: frame + 10))
    }

    @Test("drops what lies before the next frame")
    func surplus() {
        #expect(Self.written([0..<1000]).isEmpty)
        #expect(Self.written([0..<1001]) == Self.sound([1000..<1001], to: 1001))
        #expect(
            Self.written([1000..<1500, 1200..<1600, 1100..<1600, 1599..<1700])
                == Self.sound([1000..<1700], to: 1700))
    }

    @Test("measures what it stores, and the silence of gaps, before it can be heard")
    func measured() {
        let store = SampleStore(capacity: 200_000, startingAt: Self.start)
        let track = LoudnessTrack(startingAt: Self.start)
        var writer = StoreWriter(store, measuringInto: track)
        let tone = Signal.tone(frequency: 997, level: .unity, frameCount: 48_000)
        writer.write(tone.samples.span, at: Self.start + 48_000)
        let blocks = track.blocks(in: FrameRange(Self.start, count: 96_000))
        #expect(blocks.count == 17)
        #expect(blocks.prefix(7).allSatisfy { $0 == 0 })
        #expect(blocks.suffix(7).allSatisfy { $0 > LoudnessGate.energy(of: -1) })
    }

    @Test("notes that a cancelled store takes no more, and writes nothing then")
    func cancelled() {
        let store = SampleStore(capacity: 1000, startingAt: Self.start)
        var writer = StoreWriter(store, measuringInto: nil)
        let sound = Signal.indexed(frameCount: 5000)
        writer.write(sound.samples.span.extracting(0..<200), at: Self.start)
        let before = writer.isCancelled
        #expect(!before)
        store.cancel()
        writer.write(sound.samples.span, at: Self.start + 50)
        let after = writer.isCancelled
        #expect(after)
        let end = store.readyEnd
        store.handle.release(before: end)
        writer.write(sound.samples.span, at: end + 10)
        #expect(store.readyEnd == end)
    }
}
