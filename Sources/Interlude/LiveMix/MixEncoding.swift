import AudioEncoding
import AudioSinks
import MediaTime
import PCMAudio
import Platform

/// The thread that encodes what is heard for the listeners of a ``LiveMix``.
///
/// It sleeps while nobody listens. An encoder lives as long as its run.
final class MixEncoding: @unchecked Sendable {
    // @unchecked Sendable: all of it belongs to the thread, once that has begun.
    private let mix: LiveMix
    private let blocks: HeardBlocks
    private let clock: SessionParts.Clock
    private var encoders: [ListenFormat: RunningEncoder] = [:]
    /// `nil` while nobody listens, and in virtual time, which stands still in a pause.
    private var silence: SilenceRule?
    /// Has the thread look now and then whether silence is due, as long as there is a rule.
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

    /// Starts the thread that encodes what comes through `blocks`, until they are closed.
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

    /// Starts the encoders that are needed from now on, and ends those that are needed no longer.
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

    /// Hands on the last of what was heard.
    private func finish() {
        for (format, encoder) in encoders {
            // An encoder that fails at the very end has nothing more for those who listen.
            if let chunk = try? encoder.finish() { publish(chunk, format, encoder.run) }
            end(format)
        }
        mix.end(.session)
    }
}
