import Dispatch
import MediaTime
import Synchronization

/// The thread of an ``ALSASink``: carries out what an ``ALSAMachine`` decides.
///
/// It sleeps until the queue has to be filled, another thread wakes it, or something is due.
struct ALSAPlayer: ~Copyable {
    private let requests: ALSARequests
    private let renderer: SinkRenderer
    private var machine: ALSAMachine
    private var device: ALSADevice?

    init(settings: ALSASettings, requests: ALSARequests, renderer: SinkRenderer) {
        self.requests = requests
        self.renderer = renderer
        machine = ALSAMachine(settings: settings, renderer: renderer, at: .now)
    }

    /// Plays until it has to finish and everything was heard, or until the deadline.
    mutating func run() {
        while true {
            step()
            let deadline = requests.finishDeadline.load(ordering: .sequentiallyConsistent)
            if deadline != Int64.max {
                machine.finish(by: MonotonicTime(nanoseconds: deadline), at: .now)
            }
            if machine.isOver(at: .now) { break }
            requests.wait(until: machine.wakeTime)
        }
        device = nil
        renderer.noteHeard(renderer.heard, reportingEvery: 1)
    }

    private mutating func step() {
        if requests.isSwitchRequested.exchange(false, ordering: .sequentiallyConsistent) {
            machine.requestSwitch(at: .now)
        }
        let state = device?.state()
        machine.step(state, at: .now)
        while let command = machine.nextCommand() { carryOut(command) }
    }

    private mutating func carryOut(_ command: ALSACommand) {
        switch command {
        case .open: open()
        case .close: device = nil
        case .prepare: device?.prepare()
        case .wake: machine.woken(device?.wake() ?? .impossible)
        case .start: device?.start()
        case .rewind(let count): machine.rewound(device?.rewind(count) ?? nil)
        case .writeSound(let count):
            machine.wrote(device?.writeSound(count, with: renderer) ?? 0, of: count)
        case .writeSilence(let count):
            machine.wroteSilence(device?.writeSilence(count) ?? 0)
        case .skip(let count): device?.skip(count, with: renderer)
        }
    }

    private mutating func open() {
        do throws(SinkFailure) {
            let opened = try ALSADevice(machine.settings)
            machine.opened(opened.traits, at: .now)
            device = consume opened
        } catch {
            machine.openingFailed(error.description, at: .now)
        }
    }
}

/// Requests of other threads to an ``ALSAPlayer``.
final class ALSARequests: Sendable {
    let isSwitchRequested = Atomic<Bool>(false)
    /// When playing must end, in nanoseconds of ``MonotonicTime``; `Int64.max` if there is no
    /// deadline.
    let finishDeadline = Atomic<Int64>(Int64.max)
    private let bell = DispatchSemaphore(value: 0)

    /// The limit in seconds on one wait.
    private static let longestWait = 60.0

    /// Makes ``wait(until:)`` return soon. Callable from any thread; never blocks.
    func wake() { bell.signal() }

    /// Blocks until ``wake()`` or `time`.
    func wait(until time: MonotonicTime) {
        let seconds = min(time.seconds(since: .now), Self.longestWait)
        if seconds > 0 { _ = bell.wait(timeout: .now() + seconds) }
        // One step handles everything.
        while bell.wait(timeout: .now()) == .success {}
    }
}
