import MediaTime
import PCMAudio
import StreamFetching
import TestFiles
import TestServers
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("Loudness")
struct LoudnessTests {
    /// Sounds that differ in spectrum, level, channels and rate.
    static let sounds: [(input: String, rate: Int)] = [
        ("anoisesrc=c=pink:a=0.3:s=1:r=48000,atrim=0:6", 48_000),
        ("anoisesrc=c=white:a=0.05:s=2:r=44100,atrim=0:6", 44_100),
        ("sine=f=997:r=48000:d=6,volume=-6dB", 48_000),
        ("aevalsrc=sin(2*PI*440*t)*(0.02+0.4*lt(mod(t\\,3)\\,1))|sin(2*PI*90*t)/5:d=9", 44_100),
        ("aevalsrc=sin(2*PI*12000*t+PI/4)*0.98*min(1\\,9*min(t\\,4-t))|0:s=48000:d=4", 48_000),
        ("sine=f=200:r=22050:d=5,aformat=channel_layouts=mono", 22_050),
    ]

    @Test("of a spot equals the value of ffmpeg's ebur128", arguments: sounds)
    func reference(sound: (input: String, rate: Int)) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            Samples.ffmpeg(["-f", "lavfi", "-i", sound.input, "-c:a", "pcm_f32le"], to: "a.wav"),
            to: "a.wav")
        let reading = try LoudnessReading(of: path)
        let spot = try SpotDecoder(
            reading: FileByteReader(path: path), limit: .seconds(60)
        ).decode()
        let loudness = try #require(spot.loudness)
        // Its output is in tenths.
        let integrated = (10 * loudness.integrated).rounded() / 10
        #expect(abs(integrated - reading.integrated) < 0.101)
        // Interpolators differ in how much of a peak between samples they find.
        #expect(abs(loudness.truePeak - reading.truePeak) <= 0.3)
    }

    @Test("of each block is that of libebur128 within a thousandth", arguments: sounds)
    func blocks(sound: (input: String, rate: Int)) throws {
        let store = try decode(
            Samples.ffmpeg(["-f", "lavfi", "-i", sound.input, "-c:a", "pcm_f32le"], to: "a.wav")
        ).store
        let whole = FrameRange(.zero, store.readyEnd)
        let samples = store.samples(in: whole)
        let track = LoudnessTrack(startingAt: .zero)
        var meter = BlockMeter(into: track)
        for start in stride(from: 0, to: samples.count, by: 2304) {
            let end = min(start + 2304, samples.count)
            meter.measure(samples.span.extracting(start..<end))
        }
        var reference = LoudnessState(measuring: .levels)
        var loudness: [Double] = []
        let hop = 2 * LoudnessTrack.hop
        for start in stride(from: 0, to: samples.count - samples.count % hop, by: hop) {
            reference.add(samples.span.extracting(start..<(start + hop)))
            if start >= 3 * hop { loudness.append(reference.momentary) }
        }
        let blocks = track.blocks(in: whole).map { LoudnessGate.loudness(of: $0) }
        #expect(blocks.count > 30 && blocks.count == loudness.count)
        for (block, exact) in zip(blocks, loudness) where exact > -100 {
            #expect(abs(block - exact) < 0.001)
        }
    }

    @Test(
        "of a block is that of silence after what is no number", arguments: [Float.infinity, .nan])
    func overflow(sample: Float) {
        let track = LoudnessTrack(startingAt: .zero)
        var meter = BlockMeter(into: track)
        meter.measure([Float](repeating: sample, count: 9600).span)
        meter.measure([Float](repeating: 0, count: 9600 * 9).span)
        #expect(
            track.blocks(in: FrameRange(.zero, FrameTime(48_000))) == Array(repeating: 0, count: 7))
    }

    @Test("of mono equals that of two equal channels")
    func dualMono() throws {
        let mono = try decode(
            Samples.encoded(["-c:a", "flac"], to: "a.flac", expression: "sin(n)"))
        let stereo = try decode(
            Samples.encoded(["-c:a", "flac"], to: "a.flac", expression: "sin(n)|sin(n)"))
        #expect(mono.loudness != nil)
        #expect(mono.loudness == stereo.loudness)
    }

    @Test(
        "of silence, and of less than a block, is unknown",
        arguments: [("0", 96_000), ("1", 900)])
    func unknown(expression: String, count: Int) throws {
        let spot = try decode(
            Samples.encoded(
                ["-c:a", "flac"], to: "a.flac", rate: 48_000, count: count, expression: expression))
        #expect(spot.loudness == nil)
    }

    @Test("of samples that overflow is unknown")
    func beyondNumbers() throws {
        let loudest = Float.greatestFiniteMagnitude
        let samples = (0..<96_000).map { $0 / 2 % 2 == 0 ? loudest : -loudest }
        let folder = try TemporaryFolder()
        let raw = try folder.write(samples.withUnsafeBytes { Array($0) }, to: "a.raw")
        let bytes = try Samples.ffmpeg(
            ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", raw, "-c:a", "copy"], to: "a.wav")
        #expect(try decode(bytes).loudness == nil)
    }

    /// A track of `signal`, measured in pieces of `pieceLength` frames.
    private func track(of signal: Signal, inPiecesOf pieceLength: Int) -> LoudnessTrack {
        let track = LoudnessTrack(startingAt: FrameTime(1000))
        var meter = BlockMeter(into: track)
        for start in stride(from: 0, to: signal.frameCount, by: pieceLength) {
            let end = min(start + pieceLength, signal.frameCount)
            meter.measure(signal.samples.span.extracting(2 * start..<2 * end))
        }
        return track
    }

    @Test(
        "of a stream comes in blocks at the frames of their sound", arguments: [1000, 4800, 7777])
    func blocks(pieceLength: Int) throws {
        // Two seconds of silence, and two of a tone.
        let tone = Signal.tone(frequency: 997, level: .unity, frameCount: 96_000)
        let signal = Signal(samples: [Float](repeating: 0, count: 2 * 96_000) + tone.samples)
        let track = track(of: signal, inPiecesOf: pieceLength)
        let start = FrameTime(1000)
        #expect(track.blocks(in: FrameRange(start, count: 400_000)).count == 37)
        #expect(track.blocks(in: FrameRange(start, count: 96_000)).allSatisfy { $0 == 0 })
        let loud = track.blocks(in: FrameRange(start + 97_000, count: 400_000))
        #expect(loud.count == 16)
        #expect(loud.allSatisfy { $0 > LoudnessGate.energy(of: -1) })
        #expect(track.blocks(in: FrameRange(start + 100, count: 19_200)).isEmpty)
        #expect(track.blocks(in: FrameRange(start, count: 19_200)).count == 1)
        #expect(track.blocks(in: FrameRange(.zero, start)).isEmpty)
    }

    @Test("of a whole stream equals the value of ffmpeg's ebur128")
    func streamReference() throws {
        var random = SeededRandom(seed: 3)
        let quiet = Signal.noise(peak: 0.01, frameCount: 6 * 48_000, from: &random)
        let loud = Signal.noise(peak: 0.2, frameCount: 12 * 48_000, from: &random)
        let signal = Signal(samples: quiet.samples + loud.samples)
        let folder = try TemporaryFolder()
        let raw = try folder.write(signal.samples.withUnsafeBytes { Array($0) }, to: "a.raw")
        let wav = folder.file("a.wav")
        try Command([
            "ffmpeg", "-v", "error", "-f", "f32le", "-ar", "48000", "-ac", "2", "-i", raw,
            "-c:a", "pcm_f32le", wav,
        ]).successful()
        let blocks = track(of: signal, inPiecesOf: 1024)
            .blocks(in: FrameRange(.zero, count: 20 * 48_000))
        let loudness = try #require(LoudnessGate.loudness(of: blocks))
        #expect(try abs(loudness - LoudnessReading(of: wav).integrated) <= 0.1)
    }

    @Test("forgets what is older than ten minutes")
    func forgets() {
        let track = LoudnessTrack(startingAt: .zero)
        var meter = BlockMeter(into: track)
        let second = [Float](repeating: 0.1, count: 96_000)
        for _ in 0..<620 { meter.measure(second.span) }
        #expect(track.blocks(in: FrameRange(.zero, count: 620 * 48_000)).count == 6000)
        #expect(track.blocks(in: FrameRange(.zero, count: 10 * 48_000)).isEmpty)
    }
}
