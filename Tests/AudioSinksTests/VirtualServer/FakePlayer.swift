import AudioMixing
import MediaTime
import PCMAudio
import Synchronization
import TestSignals

@testable import AudioSinks

/// A ``PulseMachine`` at a ``FakeSoundServer`` in virtual time, with a session that changes the
/// sound. Compares every played frame with the plans.
final class FakePlayer {
    /// The maximum length of a scenario in frames.
    static let frameCount = 30 * FrameTime.rate
    private static let offset = 8_000_000
    private static let sounds = [
        Signal.indexed(frameCount: frameCount, first: 1),
        Signal.indexed(frameCount: frameCount, first: 1 + offset),
    ]

    var server: FakeSoundServer
    private(set) var machine: PulseMachine
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private let mix: PublishedMix
    /// The number of adopted changes.
    private(set) var changeCount = 0
    /// The number of wake-ups of the player's thread.
    private(set) var wakeUpCount = 0
    /// The number of frames played unchanged because a change came too late.
    private(set) var wrongFrameCount = 0
    /// The samples played, from frame 0 on; `nil` unless they are wanted.
    var tape: [Float]?
    /// The faults found, in words.
    private(set) var problems: [String] = []
    /// How long the session takes to lay out a plan, in seconds.
    var decisionTime = 0.0005
    /// Delays of the player's thread before it writes the next chunk, and before it writes the one
    /// after that, in seconds.
    var stalls: [Double] = []

    private let log = ReportList()
    private let stores: [SampleStore]
    private let settings: PulseSettings
    private var seed: UInt64
    /// The start of each sound in the last adopted plan, and in the one published after it.
    private var base = [FrameTime.zero]
    private var draft = [FrameTime.zero]
    private var draftNumber = 0
    private var publication: (time: MonotonicTime, frame: FrameTime)?
    /// Whether a change was requested and is not adopted yet.
    private(set) var isChanging = false
    private var seenReportCount = 0
    private var nextFrame = FrameTime.zero
    private var mustContinue = true
    private var played: [(frame: FrameTime, sample: Float)] = []
    private(set) var late: [FrameRange] = []
    /// The writes since the server's last answer, and those for which lateness remains unknown,
    /// because something else happened before the answer.
    private var unanswered: [FrameRange] = []
    private var unknown: [FrameRange] = []
    private var fades: [Ramp] = []
    private var streamBase = FrameTime.zero

    init(
        _ manner: FakeSoundServer.Manner, latency: Duration = .milliseconds(200),
        handingOnTo heardAudio: HeardAudio? = nil, seed: UInt64
    ) {
        settings = PulseSettings(latency: latency, environment: [:])
        self.seed = seed
        stores = Self.sounds.map { $0.stored() }
        mix = PublishedMix(handingOnTo: heardAudio)
        server = FakeSoundServer(manner, settings, seed: seed, at: now)
        let log = log
        let renderer = SinkRenderer(mix: mix) { report in log.append(report) }
        machine = PulseMachine(settings: settings, renderer: renderer, at: now)
        publish(draft, from: .zero)
    }

    var reports: [SinkReport] { log.reports }
    var heard: FrameTime { machine.renderer.heard }

    /// The first frame of the last adopted change.
    var lastChange: FrameTime { base.last ?? .zero }

    /// The number of frames that were reported as too late.
    var lateFrameCount: Int { late.reduce(0) { $0 + $1.count } }
}

// MARK: - Time

extension FakePlayer {
    /// Lets `seconds` pass.
    func run(for seconds: Double) {
        let end = now.advanced(by: seconds)
        while problems.isEmpty {
            let publishing = publication?.time ?? .distantFuture
            let next = min(min(server.nextEvent, machine.wakeTime), publishing)
            guard next < end else { break }
            now = max(now, next)
            let mustWake = min(machine.wakeTime, publishing) <= now
            if publishing <= now { publishDraft() }
            let isTold = advanceServer()
            if isTold || mustWake { wake() }
        }
        // A stall may have taken the thread beyond it.
        now = max(now, end)
        if advanceServer() { wake() }
    }

    /// Lets time pass until the last requested change is adopted, 5 s at most.
    func finishChange() {
        let limit = now.advanced(by: 5)
        while isChanging, now < limit, problems.isEmpty { run(for: 0.002) }
        if isChanging { problems.append("a change was not adopted") }
    }

    /// Has the session request a change, unless it has already.
    func change() {
        guard !isChanging else { return }
        isChanging = true
        machine.requestSwitch(at: now)
        wake()
    }

    /// Runs the player's thread until it has nothing left to do.
    func wake() {
        wakeUpCount += 1
        for _ in 0..<1000 {
            step()
            guard advanceServer() else { return }
        }
        problems.append("the player does not come to rest")
    }

    private func advanceServer() -> Bool {
        let base = machine.link?.queue?.base ?? streamBase
        streamBase = base
        return server.advance(to: now) { offset, sample in play(base + offset, sample) }
    }

    private func step() {
        for answer in server.takeAnswers() { machine.take(answer) }
        if machine.link?.isAsking == false { unanswered = [] }
        machine.step(server.state, at: now)
        server.forgetEvents()
        while let command = machine.nextCommand(at: now) { carryOut(command) }
        if let fade = machine.fade, fades.last != fade { fades.append(fade) }
        takeReports()
        checker(before: machine.renderer.heard - FrameTime.rate)
    }

    private func carryOut(_ command: PulseCommand) {
        switch command {
        case .connect:
            seed += 1
            server = FakeSoundServer(server.manner, settings, seed: seed, at: now)
            mustContinue = false
        case .write(let write): carryOut(write)
        case .askForTiming: server.ask(at: now)
        case .cork: server.cork(at: now)
        case .uncork:
            forgetQuestions()
            server.uncork(at: now)
        case .resizeBuffer: server.resize(machine.settings, at: now)
        case .disconnect: forgetQuestions()
        case .setTitle, .watchVolume: break
        }
    }

    private func carryOut(_ write: PulseWrite) {
        let count = min(write.frameCount, server.manner.longestWrite)
        var samples = [Float](repeating: FakeSoundServer.silence, count: count)
        if case .sound(let fade) = write.contents {
            if let fade, fades.last != fade { fades.append(fade) }
            var block = [Float](repeating: 0, count: 2 * count)
            block.withUnsafeMutableBufferPointer { machine.renderer.render(into: $0, fade: fade) }
            for index in 0..<count { samples[index] = block[2 * index] }
        }
        if !stalls.isEmpty {
            now = now.advanced(by: stalls.removeFirst())
            _ = advanceServer()
        }
        server.write(samples, at: write.offset, at: now)
        unanswered.append(FrameRange(write.start, count: count))
        machine.wrote(write, count, wanted: server.state.wanted)
    }
}

// MARK: - The session

extension FakePlayer {
    private func publish(_ starts: [FrameTime], from frame: FrameTime) {
        let clips = starts.indices.suffix(64).map { index in
            let end =
                index + 1 < starts.count ? starts[index + 1] : FrameTime(Int64(Self.frameCount))
            return Clip(
                source: stores[index % 2].handle, output: FrameRange(starts[index], end),
                sourceStart: starts[index])
        }
        draftNumber = mix.publish(MixPlan(validFrom: frame, clips: clips), keeping: stores)
    }

    private func publishDraft() {
        guard let frame = publication?.frame else { return }
        publication = nil
        draft = base.filter { $0 < frame } + [frame]
        // The sounds alternate, and a start that was dropped must not reverse the order.
        if draft.count != base.count + 1 { draft = base + [max(frame, base.last ?? frame)] }
        publish(draft, from: frame)
    }

    private func takeReports() {
        for report in log.reports(from: seenReportCount) {
            seenReportCount += 1
            switch report {
            case .switchable(let frame), .refused(let frame):
                publication = (now.advanced(by: decisionTime), frame)
            case .adopted(let plan):
                guard plan == draftNumber else { continue }
                if draft.count > base.count { changeCount += 1 }
                base = draft
                isChanging = publication != nil
            case .late(let frame, let count): late.append(FrameRange(frame, count: count))
            case .starved, .exhausted, .underrun, .heard, .volume, .lost, .restored, .held,
                .released, .failed, .listenersLost, .listenersBack:
                break
            }
        }
    }
}

// MARK: - Listening

extension FakePlayer {
    private func play(_ frame: FrameTime, _ sample: Float) {
        if sample == FakeSoundServer.silence {
            if machine.cork == nil, machine.finishing == nil {
                problems.append("silence at \(frame)")
            }
            return
        }
        if frame != nextFrame {
            // A new stream may repeat frames that were perhaps not heard. It omits only those that
            // a server would have read since its last report, had it not run dry.
            let most = settings.requestInterval.frameCount
            let isNew = frame >= nextFrame - 48_000 && frame <= nextFrame + most
            // If the fade before a silence came too late, its end was heard unfaded, and is heard
            // again.
            let isLateFade = machine.cork?.end == frame && isUnsure(nextFrame - 1)
            if (mustContinue || !isNew) && !isLateFade {
                problems.append("\(frame) after \(nextFrame - 1)")
            }
            played.removeAll { $0.frame >= frame }
            if let tape { self.tape = Array(tape.prefix(Int(frame.frames))) }
        }
        mustContinue = true
        nextFrame = frame + 1
        played.append((frame, sample))
        tape?.append(sample)
    }

    /// Compares the frames played before `end` with the plans.
    func checker(before end: FrameTime) {
        guard let first = played.first, end - first.frame > FrameTime.rate / 2 else { return }
        let count = played.prefix { $0.frame < end }.count
        for (frame, sample) in played.prefix(count) where sample != expected(at: frame) {
            if isFaded(sample, at: frame) { continue }
            if !unknown.contains(where: { $0.contains(frame) }) { wrongFrameCount += 1 }
            if !isLate(sample, at: frame) {
                return problems.append("\(frame) is \(sample * 16_777_216)")
            }
        }
        played.removeFirst(count)
        fades.removeAll { $0.end < end - FrameTime.rate }
    }

    private func sound(at frame: FrameTime) -> Int {
        (base.lastIndex { $0 <= frame } ?? 0) % 2
    }

    private func expected(at frame: FrameTime) -> Float { value(sound(at: frame), at: frame) }

    private func isFaded(_ sample: Float, at frame: FrameTime) -> Bool {
        let value = expected(at: frame)
        return fades.contains {
            $0.start <= frame && frame < $0.end && sample == value * $0.gain(at: frame)
        }
    }

    /// Marks the last writes as never to be confirmed.
    private func forgetQuestions() {
        unknown += unanswered
        unanswered = []
    }

    /// Whether `sample` is the other sound, at a frame that was reported late or for which that
    /// cannot be known.
    private func isLate(_ sample: Float, at frame: FrameTime) -> Bool {
        guard isUnsure(frame) else { return false }
        let other = value(1 - sound(at: frame), at: frame)
        return sample == other
            || fades.contains {
                $0.start <= frame && frame < $0.end
                    && (sample == other * $0.gain(at: frame))
            }
    }

    /// Whether `frame` was reported to be late, or may have been.
    private func isUnsure(_ frame: FrameTime) -> Bool {
        (late + unknown).contains { $0.contains(frame) }
    }

    private func value(_ sound: Int, at frame: FrameTime) -> Float {
        Float(Int(frame.frames) + 1 + sound * Self.offset) / 16_777_216
    }
}

/// Handles a report of the sink.
private final class ReportList: Sendable {
    private let list = Mutex<[SinkReport]>([])

    var reports: [SinkReport] { list.withLock { $0 } }
    func append(_ report: SinkReport) { list.withLock { $0.append(report) } }
    func reports(from first: Int) -> ArraySlice<SinkReport> { list.withLock { $0[first...] } }
}

// MARK: - The listener's system

extension FakePlayer {
    /// Moves the stream to another sink.
    func move(toBlock block: Int) {
        server.move(toBlock: block)
        forgetQuestions()
        machine.streamMoved(at: now)
        wake()
    }

    /// Requires silence for this many seconds, as for a call. The session may request a change as
    /// it ends.
    func interrupt(for seconds: Double, thenChange: Bool = false) {
        server.setSilenceWanted(true)
        wake()
        run(for: seconds)
        server.setSilenceWanted(false)
        if thenChange { change() } else { wake() }
        run(for: 0.3)
    }

    /// Ends the connection; the next one can be made at once.
    func breakConnection() {
        server.fail()
        wake()
        run(for: 0.5)
    }

    /// Neither reads nor answers for this many seconds.
    func freeze(for seconds: Double) {
        server.setFrozen(true, at: now)
        run(for: seconds)
        server.setFrozen(false, at: now)
        run(for: 0.2)
    }

    /// Suspends the sink for this many seconds.
    func suspend(for seconds: Double) {
        server.setSuspended(true, at: now)
        wake()
        run(for: seconds)
        server.setSuspended(false, at: now)
        run(for: 1.5)
    }
}
