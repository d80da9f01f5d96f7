import AudioMixing
import MediaTime

/// A command from a ``PulseMachine`` to its shell.
enum PulseCommand: Hashable {
    /// Open a connection with a stream in it.
    case connect
    /// Close the connection, in any state.
    case disconnect
    case setTitle
    /// Request a queue of the length in the present settings.
    case resizeBuffer
    /// Watch the volume of the stream.
    case watchVolume
    case askForTiming
    /// Stop playing after everything written, and ask whether silence is still requested.
    case cork
    case uncork
    case write(PulseWrite)
}

/// Samples to write to the server.
struct PulseWrite: Hashable {
    /// The first output frame.
    var start: FrameTime
    /// The same place in frames from the stream's beginning.
    var offset: Int
    /// The most frames to write; the server may have memory for fewer.
    var frameCount: Int
    var contents: Contents

    enum Contents: Hashable {
        /// The renderer's next frames, scaled by the ramp.
        case sound(Ramp?)
        case silence
    }
}

/// Pending commands, stored without an allocation.
struct PulseCommandSet: OptionSet, Hashable {
    let rawValue: UInt8

    static let disconnect = Self(rawValue: 1)
    static let connect = Self(rawValue: 2)
    static let setTitle = Self(rawValue: 4)
    static let resizeBuffer = Self(rawValue: 8)
    static let watchVolume = Self(rawValue: 16)
    static let cork = Self(rawValue: 32)
    static let askForTiming = Self(rawValue: 64)
    /// Carried out after everything is written.
    static let uncork = Self(rawValue: 128)

    /// Removes the next command that does not have to wait for writing.
    mutating func popFirst() -> PulseCommand? {
        for (member, command) in Self.order where contains(member) {
            remove(member)
            return command
        }
        return nil
    }

    private static let order: [(PulseCommandSet, PulseCommand)] = [
        (.disconnect, .disconnect), (.connect, .connect), (.setTitle, .setTitle),
        (.resizeBuffer, .resizeBuffer), (.watchVolume, .watchVolume), (.cork, .cork),
        (.askForTiming, .askForTiming),
    ]
}

/// A step's progress in writing.
enum PulseFilling: Hashable {
    case sound(PulseSoundFilling)
    case silence(from: FrameTime)
    case done
}

/// Audio that a step writes.
struct PulseSoundFilling: Hashable {
    /// The first frame that the step renders.
    var first: FrameTime
    /// The frame at which it ends.
    var end: FrameTime
    /// The frame at which the replaced part ends.
    var replacedEnd: FrameTime
    /// Whether it is the beginning of a change.
    var beginsChange: Bool
    /// Where silence follows if the audio gets there.
    var silenceStart: FrameTime
}

/// Writing.
extension PulseMachine {
    /// How much of a replacement is sent before the rest of it is rendered, because its beginning
    /// is urgent. 10 ms.
    static let urgentFrameCount = FrameTime.rate / 100

    /// How many frames more than necessary are rendered when samples are missing. 10 ms.
    private static let spareFrameCount = FrameTime.rate / 100

    /// The next command; `nil` once the step is complete. After a write, call
    /// ``wrote(_:_:wanted:)`` first.
    mutating func nextCommand(at now: MonotonicTime) -> PulseCommand? {
        while true {
            if let command = commands.popFirst() {
                if command == .askForTiming { link?.noteQuestion(at: now) }
                return command
            }
            switch filling {
            case .sound(let sound):
                let start = renderer.rendered
                if let write = write(from: start, before: sound.end, .sound(fade)) { return write }
                endSound(sound)
            case .silence(let start):
                let next = max(link?.silenceEnd ?? start, start)
                if let write = write(from: next, before: .distantFuture, .silence) { return write }
                filling = .done
            case .done:
                return commands.remove(.uncork) == nil ? nil : .uncork
            }
        }
    }

    private func write(
        from start: FrameTime, before end: FrameTime, _ contents: PulseWrite.Contents
    ) -> PulseCommand? {
        guard let queue = link?.queue, link?.canWrite == true else { return nil }
        let count = min(queue.end, end) - start
        guard count > 0 else { return nil }
        return .write(
            PulseWrite(
                start: start, offset: start - queue.base, frameCount: count, contents: contents))
    }

    /// Records how many frames of a write the server accepted, and how many it requests after it.
    mutating func wrote(_ write: PulseWrite, _ frameCount: Int, wanted: Int) {
        link?.noteWriting(of: FrameRange(write.start, count: frameCount), wanted: wanted)
    }

    private mutating func endSound(_ sound: PulseSoundFilling) {
        if renderer.rendered > sound.first, sound.replacedEnd > sound.first {
            // Ask at once, to learn whether the replacement was in time. The part that is not
            // written yet is late too if the server has read that far.
            let end =
                sound.beginsChange
                ? sound.replacedEnd : min(renderer.rendered, sound.replacedEnd)
            link?.unaskedStretch = PulseStretch(
                start: sound.first, end: end, beginsChange: sound.beginsChange)
            commands.insert(.askForTiming)
        }
        link?.canWrite = true
        let isAtEnd = renderer.rendered >= sound.silenceStart
        filling = isAtEnd ? .silence(from: renderer.rendered) : .done
    }

    /// Decides what to render and write: first the changed frames that the server has not read yet,
    /// then those that it requests.
    ///
    /// Leaves frames that are not urgent to the next step, which follows once these are sent.
    mutating func beginFilling() {
        link?.canWrite = true
        switch cork?.stage {
        case .fading:
            let end = cork?.end ?? renderer.rendered
            return fill(upTo: end, thenSilenceFrom: end)
        case .corked, .asking: return
        case .waking, nil: break
        }
        if let fade, renderer.heard >= fade.end { self.fade = nil }
        if isWaitingForPlan, let drained = timeOfDraining, drained <= now {
            renderer.dropBarrier()
        }
        // The server plays the last frames only if enough silence follows them, and its timing
        // replies count them only while the stream continues.
        guard finishing == nil else { return filling = .silence(from: renderer.rendered) }
        usefulEnd = endOfUse
        fill(upTo: min(renderer.limit, usefulEnd), thenSilenceFrom: renderer.mix.outputEnd)
    }

    private mutating func fill(upTo end: FrameTime, thenSilenceFrom silence: FrameTime) {
        guard let queue = link?.queue else { return }
        let first = renderer.rendered
        let isChange = queue.isReplaced(from: first)
        // A corked stream is not urgent: it is uncorked with a full queue.
        let isUrgent = isChange && !commands.contains(.uncork)
        let end = isUrgent ? min(end, first + Self.urgentFrameCount) : end
        filling = .sound(
            PulseSoundFilling(
                first: first, end: end, replacedEnd: queue.written, beginsChange: isChange,
                silenceStart: silence))
    }

    /// The frame up to which rendering is useful: as far as there are samples, and at least as far
    /// as must be queued. Late samples may still arrive before they are needed.
    private var endOfUse: FrameTime {
        // Before the server's first timing reply almost nothing more has been heard.
        let heard = link?.clock?.heard(at: now) ?? renderer.heard
        let needed = heard + settings.leastQueued.frameCount + Self.spareFrameCount
        return max(renderer.suppliedEnd, needed)
    }

    private var isWaitingForPlan: Bool {
        renderer.renderBarrier.map { renderer.rendered >= $0 } ?? false
    }

    /// When the queue becomes too short to keep waiting for a plan or for samples; `nil` if it
    /// waits for neither.
    var timeOfDraining: MonotonicTime? {
        guard let clock = link?.clock, cork == nil,
            isWaitingForPlan || renderer.rendered >= usefulEnd
        else { return nil }
        return clock.time(ofHearing: renderer.rendered - settings.leastQueued.frameCount)
    }
}
