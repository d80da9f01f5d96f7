import AudioDecoding
import AudioSinks
import Dispatch
import Platform

/// Passes heard audio to the observer, the level meter and the live mix, each on a thread of its
/// own.
struct HeardAudioShell {
    /// The sink's tap; `nil` if nothing receives heard audio.
    let heardAudio: HeardAudio?

    private let packets: HeardBlocks?
    private let levels: HeardBlocks?
    private let mix: (blocks: HeardBlocks, listeners: LiveMix)?
    private let clock: SessionParts.Clock
    /// Signalled once all heard audio is measured.
    private let levelsAreMeasured = DispatchSemaphore(value: 0)
    /// Signalled once the observer has all packets.
    private let packetsAreHandedOn = DispatchSemaphore(value: 0)

    /// `liveMix` is `nil` if the session has no other listeners.
    init(_ parts: SessionParts, liveMix: LiveMix?) {
        clock = parts.clock
        levels = parts.levels == .measured ? HeardBlocks(for: parts.clock) : nil
        mix = liveMix.map { (HeardBlocks(for: parts.clock), $0) }
        packets = parts.audioData == .handedOn ? HeardBlocks(for: parts.clock) : nil
        let blocks = [packets, levels, mix?.blocks].compactMap { $0 }
        heardAudio = blocks.isEmpty ? nil : HeardAudio(for: blocks)
    }

    /// Starts the threads. If one cannot be started, ends the audio for all of them.
    func start(for observer: any SessionObserver) throws(ThreadFailure) {
        do throws(ThreadFailure) {
            try handAudioOn(to: observer)
            try measureLevels(for: observer)
            if let mix { try MixEncoding.start(for: mix.listeners, with: mix.blocks, by: clock) }
        } catch {
            heardAudio?.cancel()
            mix?.listeners.end(.session)
            levelsAreMeasured.signal()
            packetsAreHandedOn.signal()
            throw error
        }
    }

    private func handAudioOn(to observer: any SessionObserver) throws(ThreadFailure) {
        guard let blocks = packets else { return }
        let isDone = packetsAreHandedOn
        try PlatformThread.start(named: "Interlude.Audio") {
            while true {
                let outcome = blocks.takeNext { range, samples in
                    for packet in AudioPacket.packets(of: range, samples) {
                        observer.audioHeard(packet)
                    }
                }
                if outcome == .over { break }
            }
            isDone.signal()
        }
    }

    private func measureLevels(for observer: any SessionObserver) throws(ThreadFailure) {
        guard let blocks = levels else { return }
        let isDone = levelsAreMeasured
        try PlatformThread.start(named: "Interlude.Level") {
            var meter = LevelMeter()
            while true {
                let outcome = blocks.takeNext { range, samples in
                    observer.levelMeasured(HeardLevel(of: range, meter.measure(samples)))
                }
                if outcome == .over { break }
            }
            isDone.signal()
        }
    }

    /// Ends the audio. The receivers still get everything that was heard.
    func finish() { heardAudio?.finish() }

    /// Ends the audio. Heard audio that does not fill a block is dropped.
    func cancel() { heardAudio?.cancel() }

    /// Blocks until the observer has all levels, and in virtual time all packets: at most about
    /// five seconds of audio.
    func waitForObserver() {
        if levels != nil { levelsAreMeasured.wait() }
        if packets != nil, clock == .virtual { packetsAreHandedOn.wait() }
    }
}

extension HeardBlocks {
    /// A queue for a session with `clock`. When it is full, heard audio is dropped in real time,
    /// and the sink waits in virtual time.
    convenience init(for clock: SessionParts.Clock) {
        switch clock {
        case .real: self.init(whenFull: .drop)
        case .virtual: self.init(whenFull: .wait)
        }
    }
}
