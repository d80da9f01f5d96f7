import AudioDecoding
import AudioSinks
import Foundation

/// What the observer gets of the sound itself, each on a thread of its own.
extension SessionLoop {
    /// Starts the thread on which the observer gets what is heard, if it wants that.
    func handAudioOn() {
        guard let packets = heardAudio?.packets else { return }
        let observer = observer
        let thread = Thread {
            while let packet = packets.next() { observer.audioHeard(packet) }
        }
        thread.name = "Interlude.Audio"
        thread.start()
    }

    /// Starts the thread that measures what is heard, if the observer wants that.
    func measureLevels() {
        guard let blocks = heardAudio?.blocks else { return }
        let (observer, isDone) = (observer, levelsAreMeasured)
        let thread = Thread {
            var meter = LevelMeter()
            while blocks.takeNext({ range, samples in
                observer.levelMeasured(HeardLevel(of: range, meter.measure(samples)))
            }) {}
            isDone.signal()
        }
        thread.name = "Interlude.Level"
        thread.start()
    }

    /// Waits until everything that was heard is measured: some five seconds of sound at most.
    func waitForLevels() {
        if heardAudio?.blocks != nil { levelsAreMeasured.wait() }
    }
}

extension HeardAudio {
    /// What is to be kept for those who want it; `nil` if nobody wants anything.
    convenience init?(_ parts: SessionParts) {
        guard parts.audioData == .handedOn || parts.levels == .measured else { return nil }
        let whenFull: HeardBlocks.WhenFull =
            switch parts.clock {
            case .real: .drop
            case .virtual: .wait
            }
        self.init(
            packets: parts.audioData == .handedOn ? PacketQueue() : nil,
            blocks: parts.levels == .measured ? HeardBlocks(whenFull: whenFull) : nil)
    }
}
