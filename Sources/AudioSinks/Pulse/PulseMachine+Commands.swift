import AudioMixing
import MediaTime

/// What a ``PulseMachine`` has its shell do.
enum PulseCommand: Hashable {
    /// Open a connection with a stream in it.
    case connect
    /// Give up the connection, or what there is of it.
    case disconnect
    case setTitle
    /// Ask for a queue as the settings have it by now.
    case resizeBuffer
    /// Follow the volume of the stream.
    case watchVolume
    case askForTiming
    /// Stop playing after all that was written, and ask whether silence is still wanted.
    case cork
    case uncork
    case write(PulseWrite)
}

/// Samples that the server is to be given.
struct PulseWrite: Hashable {
    /// The first output frame.
    var start: FrameTime
    /// Where that is in the stream, in frames from its beginning.
    var offset: Int
    /// The most frames to write; the server may have memory for fewer.
    var frameCount: Int
    var contents: Contents

    enum Contents: Hashable {
        /// What the renderer renders next, as loud as the ramp says.
        case sound(Ramp?)
        case silence
    }
}

/// Commands that wait to be carried out, without an allocation for them.
struct PulseCommandSet: OptionSet, Hashable {
    let rawValue: UInt8

    static let disconnect = Self(rawValue: 1)
    static let connect = Self(rawValue: 2)
    static let setTitle = Self(rawValue: 4)
    static let resizeBuffer = Self(rawValue: 8)
    static let watchVolume = Self(rawValue: 16)
    static let cork = Self(rawValue: 32)
    static let askForTiming = Self(rawValue: 64)
    /// Carried out once everything was written.
    static let uncork = Self(rawValue: 128)

    /// Takes the next command out that does not have to wait for writing.
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

/// How far a step is with writing.
enum PulseFilling: Hashable {
    case sound(PulseSoundFilling)
    case silence(from: FrameTime)
    case done
}

/// Sound that a step writes.
struct PulseSoundFilling: Hashable {
    /// The first frame that the step renders.
    var first: FrameTime
    /// The frame before which it ends.
    var end: FrameTime
    /// The frame before which it takes the place of something else.
    var replacedEnd: FrameTime
    /// Whether a change begins with it, rather than goes on.
    var beginsChange: Bool
    /// Where silence follows if the sound gets there.
    var silenceStart: FrameTime
}

/// Writing.
extension PulseMachine {
    /// How much of what takes the place of something else goes on its way before the rest of it is
    /// rendered: that has to be there first. 10 ms.
    static let urgentFrameCount = FrameTime.rate / 100

    /// Frames by which more is rendered than has to be, where samples are missing.
    private static let spareFrameCount = FrameTime.rate / 100

    /// The next thing to do; `nil` once the step is done. After a write, call
    /// ``wrote(_:wanted:)`` before this.
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

    /// Takes note of how many frames of a write the server took, and how many it asks for after that.
    mutating func wrote(_ write: PulseWrite, _ frameCount: Int, wanted: Int) {
        link?.noteWriting(of: FrameRange(write.start, count: frameCount), wanted: wanted)
    }

    private mutating func endSound(_ sound: PulseSoundFilling) {
        if renderer.rendered > sound.first, sound.replacedEnd > sound.first {
            // At once, to learn whether what took the place of other sound came in time. What is
            // not written yet is late as well where the server has read that far.
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

    /// Renders what the server has to be given: again what it has not read and what is different
    /// now, then what it asks for.
    ///
    /// Leaves what is not urgent to the next step, which comes once this was sent.
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
        // The server plays the last frames only when enough follows them, and without
        // an end of what it plays it goes on saying how much of them was heard.
        guard finishing == nil else { return filling = .silence(from: renderer.rendered) }
        usefulEnd = endOfUse
        fill(upTo: min(renderer.limit, usefulEnd), thenSilenceFrom: renderer.mix.outputEnd)
    }

    private mutating func fill(upTo end: FrameTime, thenSilenceFrom silence: FrameTime) {
        guard let queue = link?.queue else { return }
        let first = renderer.rendered
        let isChange = queue.isReplaced(from: first)
        // A corked stream has time, and is uncorked with a full queue.
        let isUrgent = isChange && !commands.contains(.uncork)
        let end = isUrgent ? min(end, first + Self.urgentFrameCount) : end
        filling = .sound(
            PulseSoundFilling(
                first: first, end: end, replacedEnd: queue.written, beginsChange: isChange,
                silenceStart: silence))
    }

    /// Up to where it is of use to render: as far as there are samples, and where there are none as
    /// far as has to be queued. What is late may still come before it is missed.
    private var endOfUse: FrameTime {
        // Before the server has said how far it is, as good as nothing more was heard.
        let heard = link?.clock?.heard(at: now) ?? renderer.heard
        let needed = heard + settings.leastQueued.frameCount + Self.spareFrameCount
        return max(renderer.suppliedEnd, needed)
    }

    private var isWaitingForPlan: Bool {
        renderer.renderBarrier.map { renderer.rendered >= $0 } ?? false
    }

    /// When too little will be queued to go on waiting, for a plan or for samples; `nil` if neither
    /// is waited for.
    var timeOfDraining: MonotonicTime? {
        guard let clock = link?.clock, cork == nil,
            isWaitingForPlan || renderer.rendered >= usefulEnd
        else { return nil }
        return clock.time(ofHearing: renderer.rendered - settings.leastQueued.frameCount)
    }
}
