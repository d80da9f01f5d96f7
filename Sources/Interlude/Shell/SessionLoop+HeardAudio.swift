import AudioDecoding
import AudioSinks
import Platform

/// What the observer gets of the sound itself, each on a thread of its own.
extension SessionLoop {
    /// Starts the threads that take what is heard. One that cannot be started ends the session, as
    /// an output does that cannot be written.
    func startObserving() {
        do throws(ThreadFailure) {
            try handAudioOn()
            try measureLevels()
            try encodeLiveMix()
        } catch {
            // Nobody waits for a thread that is not there.
            heardAudio?.close()
            liveMix?.end(.session)
            levelsAreMeasured.signal()
            mailbox.send(.sink(.failed(reason: error.description)))
        }
    }

    /// Starts the thread on which the observer gets what is heard, if it wants that.
    private func handAudioOn() throws(ThreadFailure) {
        guard let packets = heardAudio?.packets else { return }
        let observer = observer
        try PlatformThread.start(named: "Interlude.Audio") {
            while let packet = packets.next() { observer.audioHeard(packet) }
        }
    }

    /// Starts the thread that measures what is heard, if the observer wants that.
    private func measureLevels() throws(ThreadFailure) {
        guard let blocks = levelBlocks else { return }
        let (observer, isDone) = (observer, levelsAreMeasured)
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

    /// Waits until everything that was heard is measured: some five seconds of sound at most.
    func waitForLevels() {
        if levelBlocks != nil { levelsAreMeasured.wait() }
    }

    /// Starts the thread that encodes what is heard, if others may listen to it.
    private func encodeLiveMix() throws(ThreadFailure) {
        guard let liveMix, let mixBlocks else { return }
        try MixEncoding.start(for: liveMix, with: mixBlocks, by: parts.clock)
    }
}

extension HeardBlocks {
    /// Blocks that a session of that clock hands on.
    convenience init(for clock: SessionParts.Clock) {
        switch clock {
        case .real: self.init(whenFull: .drop)
        case .virtual: self.init(whenFull: .wait)
        }
    }
}
