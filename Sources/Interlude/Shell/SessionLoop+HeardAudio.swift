import AudioDecoding
import AudioSinks
import Foundation

/// What the observer gets of the sound itself, each on a thread of its own.
extension SessionLoop {
    /// Starts the thread on which the observer gets what is heard, if it wants that.
    func handAudioOn() {
        guard let blocks = packetBlocks else { return }
        let observer = observer
        let thread = Thread {
            while true {
                let outcome = blocks.takeNext { range, samples in
                    for packet in AudioPacket.packets(of: range, samples) {
                        observer.audioHeard(packet)
                    }
                }
                if outcome == .over { break }
            }
        }
        thread.name = "Interlude.Audio"
        thread.start()
    }

    /// Starts the thread that measures what is heard, if the observer wants that.
    func measureLevels() {
        guard let blocks = levelBlocks else { return }
        let (observer, isDone) = (observer, levelsAreMeasured)
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

    /// Waits until everything that was heard is measured: some five seconds of sound at most.
    func waitForLevels() {
        if levelBlocks != nil { levelsAreMeasured.wait() }
    }

    /// Starts the thread that encodes what is heard, if others may listen to it.
    func encodeLiveMix() {
        guard let liveMix, let mixBlocks else { return }
        MixEncoding.start(for: liveMix, with: mixBlocks, by: parts.clock)
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
