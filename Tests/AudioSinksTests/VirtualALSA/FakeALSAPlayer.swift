import AudioMixing
import MediaTime
import PCMAudio
import Synchronization
import TestSignals

@testable import AudioSinks

/// An ``ALSAMachine`` at a ``FakeALSADevice`` in virtual time, with a session that alternates
/// between two sounds. Compares every played frame with the plans.
final class FakeALSAPlayer {
    private static let frameCount = 30 * FrameTime.rate
    private static let offset = 8_000_000
    private static let sounds = [
        Signal.indexed(frameCount: frameCount, first: 1),
        Signal.indexed(frameCount: frameCount, first: 1 + offset),
    ]

    let manner: FakeALSADevice.Manner
    private(set) var device: FakeALSADevice?
    private(set) var machine: ALSAMachine
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private(set) var stepCount = 0
    /// How many times the device was opened.
    private(set) var openCount = 0
    private(set) var problems: [String] = []
    /// How long the session takes to lay out a plan, in seconds.
    var decisionTime = 0.0005
    /// How often opening fails from now on.
    var failureCount = 0
    /// The results of waking the device up.
    var wakings: [ALSAWaking] = []

    private let mix = PublishedMix()
    private let log = ReportBox()
    private let stores: [SampleStore]
    private var seenReportCount = 0
    /// The start of each sound in the last adopted plan, and in the one published after it.
    private var base = [FrameTime.zero]
    private var draft = [FrameTime.zero]
    private var draftNumber = 0
    private var publication: (time: MonotonicTime, frame: FrameTime)?
    private(set) var isChanging = false
    private(set) var changeCount = 0
    private(set) var late: [FrameRange] = []
    private var played: [(frame: FrameTime, sample: Float)] = []
    private var nextFrame = FrameTime.zero
    /// Whether the device's queue was lost: the frames from the last heard one on come again.
    private var isQueueLost = false
    /// Whether the plan has nothing but silence from some frame on.
    private var isSilent = false

    init(_ manner: FakeALSADevice.Manner, latency: Duration? = nil) {
        self.manner = manner
        stores = Self.sounds.map { $0.stored() }
        let log = log
        let renderer = SinkRenderer(mix: mix) { log.append($0) }
        machine = ALSAMachine(
            settings: ALSASettings(latency: latency), renderer: renderer, at: now)
        publish(draft, from: .zero)
    }

    var reports: [SinkReport] { log.reports }
    var heard: FrameTime { machine.renderer.heard }
    /// The first frame that was not played yet.
    var playedEnd: FrameTime { nextFrame }
    var lastChange: FrameTime { base.last ?? .zero }
}

private final class ReportBox: Sendable {
    private let list = Mutex<[SinkReport]>([])
    var reports: [SinkReport] { list.withLock { $0 } }
    func append(_ report: SinkReport) { list.withLock { $0.append(report) } }
}

// MARK: - Time

extension FakeALSAPlayer {
    /// Lets `seconds` pass.
    func run(for seconds: Double) {
        let end = now.advanced(by: seconds)
        while problems.isEmpty {
            let publishing = publication?.time ?? .distantFuture
            let next = min(machine.wakeTime, publishing)
            guard next < end else { break }
            now = max(now, next)
            if publishing <= now { publishDraft() }
            step()
        }
        now = max(now, end)
        advanceDevice()
    }

    /// Lets time pass without the player's thread.
    func stall(for seconds: Double) {
        now = now.advanced(by: seconds)
        step()
    }

    /// Has the session request a change, unless it has already.
    func change() {
        guard !isChanging else { return }
        isChanging = true
        machine.requestSwitch(at: now)
        step()
    }

    /// Lets time pass until the last requested change is adopted, 5 s at most.
    func finishChange() {
        let limit = now.advanced(by: 5)
        while isChanging, now < limit, problems.isEmpty { run(for: 0.002) }
        if isChanging { problems.append("a change was not adopted") }
    }

    /// Unplugs the device. It cannot be opened the next `count` times.
    func unplug(failing count: Int) {
        failureCount = count
        isQueueLost = true
        device?.unplug()
        step()
    }

    /// Puts the system to sleep; the device wakes up with these results.
    func sleep(_ results: [ALSAWaking]) {
        guard device?.stage == .running else { return }
        wakings = results
        device?.suspend()
        step()
    }

    func setStuck(_ isStuck: Bool) { device?.isStuck = isStuck }

    /// Publishes silence from the next frame on.
    func fallSilent(from frame: FrameTime) {
        isSilent = true
        draftNumber = mix.publish(MixPlan(validFrom: frame), keeping: [])
        step()
    }

    /// Publishes the first sound from `frame` on again.
    func soundAgain(from frame: FrameTime) {
        publish(draft, from: frame)
        step()
    }

    private func step() {
        stepCount += 1
        advanceDevice()
        machine.step(device?.state, at: now)
        while let command = machine.nextCommand() { carryOut(command) }
        takeReports()
        if heard > nextFrame, !isQueueLost {
            problems.append("\(heard) counts as heard, \(nextFrame) is played next")
        }
    }

    private func advanceDevice() {
        device?.advance(to: now) { play($0) }
    }

    private func carryOut(_ command: ALSACommand) {
        switch command {
        case .open:
            guard failureCount == 0 else {
                failureCount -= 1
                return machine.openingFailed("busy", at: now)
            }
            openCount += 1
            let opened = FakeALSADevice(manner, at: now)
            device = opened
            machine.opened(opened.traits, at: now)
        case .close:
            device = nil
            isQueueLost = true
        case .prepare: device?.prepare()
        case .wake:
            let result = wakings.isEmpty ? .done : wakings.removeFirst()
            if result == .done { device?.resume(at: now) }
            if result == .impossible { isQueueLost = true }
            machine.woken(result)
        case .start: device?.start(at: now)
        case .rewind(let count):
            machine.rewound(device?.rewind(count))
        case .writeSound(let count):
            machine.wrote(device?.write(rendered(count)) ?? 0, of: count)
        case .writeSilence(let count):
            machine.wroteSilence(device?.write([Float](repeating: 0, count: count)) ?? 0)
        case .skip(let count): _ = rendered(min(count, ALSAMachine.longestWrite))
        }
    }

    private func rendered(_ count: Int) -> [Float] {
        var block = [Float](repeating: 0, count: 2 * count)
        block.withUnsafeMutableBufferPointer { machine.renderer.render(into: $0) }
        return (0..<count).map { block[2 * $0] }
    }
}

// MARK: - The session

extension FakeALSAPlayer {
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
        draft = base + [max(frame, base.last ?? frame)]
        publish(draft, from: frame)
    }

    private func takeReports() {
        let reports = reports
        for report in reports[seenReportCount...] {
            switch report {
            case .switchable(let frame), .refused(let frame):
                publication = (now.advanced(by: decisionTime), frame)
            case .adopted(let plan) where plan == draftNumber:
                if draft.count > base.count { changeCount += 1 }
                base = draft
                isChanging = publication != nil
            case .late(let frame, let count): late.append(FrameRange(frame, count: count))
            default: break
            }
        }
        seenReportCount = reports.count
    }
}

// MARK: - Listening

extension FakeALSAPlayer {
    private func play(_ sample: Float) {
        guard sample != 0 else {
            if isSilent { nextFrame = nextFrame + 1 }
            return
        }
        let index = Int(saturating: Double(sample) * 16_777_216)
        let frame = FrameTime(Int64((index - 1) % Self.offset))
        let mayRepeat = isQueueLost && frame <= nextFrame && frame >= nextFrame - 48_000
        if frame != nextFrame, !mayRepeat {
            problems.append("\(frame) after \(nextFrame - 1)")
        }
        // Frames that a lost queue has read, and that come again, may be of the next plan.
        if mayRepeat { played.removeAll { $0.frame >= frame } }
        isQueueLost = false
        nextFrame = frame + 1
        played.append((frame, sample))
    }

    /// Compares all played frames with the plans.
    func check() {
        for (frame, sample) in played {
            let sound = (base.lastIndex { $0 <= frame } ?? 0) % 2
            if sample == value(sound, at: frame) { continue }
            let isLate = late.contains { $0.contains(frame) }
            if isLate, sample == value(1 - sound, at: frame) { continue }
            return problems.append("\(frame) is \(sample * 16_777_216)")
        }
        played = []
    }

    private func value(_ sound: Int, at frame: FrameTime) -> Float {
        Float(Int(frame.frames) + 1 + sound * Self.offset) / 16_777_216
    }
}
