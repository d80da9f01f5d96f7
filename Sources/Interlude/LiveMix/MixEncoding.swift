import AudioEncoding
import AudioSinks
import Dispatch
import MediaTime
import PCMAudio
import Platform

/// The thread that encodes the heard audio for the listeners of a ``LiveMix``.
///
/// It sleeps without listeners. An encoder exists as long as its run.
final class MixEncoding: @unchecked Sendable {
    // @unchecked Sendable: all state belongs to the thread once it has started.
    private let mix: LiveMix
    private let blocks: HeardBlocks
    private let clock: SessionParts.Clock
    private var encoders: [ListenFormat: RunningEncoder] = [:]
    /// `nil` without listeners, and in virtual time, which stands still in a pause.
    private var silence: SilenceRule?
    /// Wakes the thread regularly to check for due silence, while there is a rule.
    private var ticking: Ticking?

    /// In seconds.
    private static let blockLength = Double(HeardBlocks.frameCount) / Double(FrameTime.rate)
    private static let silentBlock = [Float](
        repeating: 0, count: HeardBlocks.frameCount * AudioFormat.pipelineChannelCount)

    private init(_ mix: LiveMix, _ blocks: HeardBlocks, by clock: SessionParts.Clock) {
        self.mix = mix
        self.blocks = blocks
        self.clock = clock
    }

    /// Starts the thread. It encodes audio from `blocks` until they are finished.
    static func start(
        for mix: LiveMix, with blocks: HeardBlocks, by clock: SessionParts.Clock
    ) throws(ThreadFailure) {
        mix.begin(with: blocks)
        let encoding = MixEncoding(mix, blocks, by: clock)
        try PlatformThread.start(named: "Interlude.Listen") { encoding.run() }
    }

    private func run() {
        while true {
            let runs = mix.runs
            follow(runs)
            let outcome = blocks.takeNext(
                orUntil: { self.mix.runs != runs || self.isSilenceDue }
            ) { _, samples in
                encode(samples)
                silence?.soundCame(at: .now)
            }
            switch outcome {
            case .read: break
            case .notYet: if isSilenceDue { addSilence() }
            case .over: return finish()
            }
        }
    }

    /// Starts encoders for new runs, and ends those of finished runs.
    private func follow(_ runs: [ListenFormat: Int]) {
        for (format, encoder) in encoders where runs[format] != encoder.run { end(format) }
        for (format, run) in runs where encoders[format] == nil { start(format, run) }
        if encoders.isEmpty || clock == .virtual {
            silence = nil
            ticking = nil
        } else if silence == nil {
            silence = SilenceRule(blockLength: Self.blockLength, from: .now)
            ticking = Ticking(every: Self.blockLength) { [blocks] in blocks.interruptWait() }
        }
    }

    private var isSilenceDue: Bool { silence.map { $0.nextDue <= .now } ?? false }

    private func addSilence() {
        encode(Self.silentBlock.span)
        silence?.silenceWasAdded()
    }

    private func start(_ format: ListenFormat, _ run: Int) {
        do {
            encoders[format] = RunningEncoder(run, try SoundEncoder(format))
            mix.encoderStarted()
        } catch {
            mix.end(.format(format, run: run))
        }
    }

    private func end(_ format: ListenFormat) {
        encoders[format] = nil
        mix.encoderEnded()
    }

    private func encode(_ samples: Span<Float>) {
        for (format, encoder) in encoders {
            do {
                publish(try encoder.encode(samples), format, encoder.run)
            } catch {
                end(format)
                mix.end(.format(format, run: encoder.run))
            }
        }
    }

    private func publish(_ chunk: EncodedChunk, _ format: ListenFormat, _ run: Int) {
        if chunk.packets.isEmpty, chunk.place == .inTheMiddle { return }
        mix.publish(chunk, as: format, of: run)
    }

    /// Encodes the last of the audio.
    private func finish() {
        for (format, encoder) in encoders {
            // An encoder that fails at the end has nothing more for the listeners.
            if let chunk = try? encoder.finish() { publish(chunk, format, encoder.run) }
            end(format)
        }
        mix.end(.session)
    }
}

/// An encoder for one run.
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

/// When silence replaces missing audio, as in a pause with a sleeping output. Otherwise a
/// listener's player would give up.
struct SilenceRule {
    /// The seconds without audio before silence. A sink reports heard audio several times a second;
    /// less than this would take a busy machine for a pause.
    static let silenceDelay = 0.5

    /// The length of a block of silence in seconds.
    private let blockLength: Double
    private var lastSound: MonotonicTime
    private var silentCount = 0

    init(blockLength: Double, from time: MonotonicTime) {
        self.blockLength = blockLength
        lastSound = time
    }

    /// The time of the next block of silence, unless audio arrives before. The first blocks make up
    /// for the time that has passed.
    var nextDue: MonotonicTime {
        lastSound.advanced(by: max(Self.silenceDelay, Double(silentCount + 1) * blockLength))
    }

    mutating func soundCame(at time: MonotonicTime) {
        lastSound = time
        silentCount = 0
    }

    mutating func silenceWasAdded() {
        silentCount += 1
    }
}

/// A task that repeats on some thread until this is released.
final class Ticking {
    private let timer: any DispatchSourceTimer

    /// `body` must not block.
    init(every seconds: Double, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler(handler: body)
        timer.schedule(deadline: .now() + seconds, repeating: seconds)
        timer.resume()
    }

    deinit {
        timer.cancel()
    }
}
