import AudioDecoding
import AudioSinks
import Dispatch
import Foundation

/// Hands heard audio to the observer, the level meter and the live mix, each on a thread of its own.
struct HeardAudioShell {
    /// The sink's tap; `nil` if nobody wants heard audio.
    let heardAudio: HeardAudio?

    private let levels: HeardBlocks?
    private let mix: (blocks: HeardBlocks, listeners: LiveMix)?
    private let clock: SessionParts.Clock
    /// Signalled once all heard audio is measured.
    private let levelsAreMeasured = DispatchSemaphore(value: 0)

    /// `liveMix` is `nil` if nobody may listen elsewhere.
    init(_ parts: SessionParts, liveMix: LiveMix?) {
        clock = parts.clock
        levels = parts.levels == .measured ? HeardBlocks(for: parts.clock) : nil
        mix = liveMix.map { (HeardBlocks(for: parts.clock), $0) }
        let packets = parts.audioData == .handedOn ? PacketQueue() : nil
        let blocks = [levels, mix?.blocks].compactMap { $0 }
        heardAudio =
            packets == nil && blocks.isEmpty
            ? nil : HeardAudio(packets: packets, blocks: blocks)
    }

    func start(for observer: any SessionObserver) {
        handAudioOn(to: observer)
        measureLevels(for: observer)
        if let mix { MixEncoding.start(for: mix.listeners, with: mix.blocks, by: clock) }
    }

    private func handAudioOn(to observer: any SessionObserver) {
        guard let packets = heardAudio?.packets else { return }
        let thread = Thread {
            while let packet = packets.next() { observer.audioHeard(packet) }
        }
        thread.name = "Interlude.Audio"
        thread.start()
    }

    private func measureLevels(for observer: any SessionObserver) {
        guard let blocks = levels else { return }
        let isDone = levelsAreMeasured
        let thread = Thread {
            var meter = LevelMeter()
            while true {
                let outcome = blocks.takeNext { range, samples in
                    observer.levelMeasured(HeardLevel(of: range, meter.measure(samples)))
                }
                if outcome == .over { break }
            }
            isDone.signal()
        }
        thread.name = "Interlude.Level"
        thread.start()
    }

    /// No more audio comes; receivers still get what was heard.
    func finish() { heardAudio?.finish() }

    /// No more audio comes, and receivers get nothing that is still queued.
    func close() { heardAudio?.close() }

    /// Waits until all heard audio is measured: at most about five seconds of audio.
    func waitForLevels() {
        if levels != nil { levelsAreMeasured.wait() }
    }
}

extension HeardBlocks {
    /// Blocks for a session of that clock.
    convenience init(for clock: SessionParts.Clock) {
        switch clock {
        case .real: self.init(whenFull: .drop)
        case .virtual: self.init(whenFull: .wait)
        }
    }
}
