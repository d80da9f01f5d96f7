import CPulse
import MediaTime

/// The thread of a ``PulseSink``: carries out what a ``PulseMachine`` decides.
///
/// It sleeps until the server requests more audio, another thread wakes it, or something is due.
struct PulsePlayer: ~Copyable {
    private let requests: PulseRequests
    private let renderer: SinkRenderer
    private var machine: PulseMachine
    private var connection: PulseConnection?
    /// Why connecting could not be started.
    private var failure: SinkFailure?
    /// Whether an event has just arrived. PipeWire sends each event in two parts.
    private var hasNews = false

    init(settings: PulseSettings, requests: PulseRequests, renderer: SinkRenderer) {
        self.requests = requests
        self.renderer = renderer
        machine = PulseMachine(settings: settings, renderer: renderer, at: .now)
    }

    /// Plays until it has to finish and everything was heard, or until the deadline.
    mutating func run(on loop: borrowing PulseMainLoop) {
        while true {
            let isConnecting = step(on: loop)
            let deadline = requests.finishDeadline.load(ordering: .sequentiallyConsistent)
            if deadline != Int64.max {
                machine.finish(by: MonotonicTime(nanoseconds: deadline), at: .now)
            }
            if machine.isOver(at: .now) { break }
            if !isConnecting { wait(on: loop) }
        }
        connection = nil
        renderer.noteHeard(renderer.heard, reportingEvery: 1)
    }

    /// Passes events to the machine, and carries out its commands. Returns whether connecting was
    /// started, which may have failed already.
    private mutating func step(on loop: borrowing PulseMainLoop) -> Bool {
        let now = MonotonicTime.now
        if requests.isSwitchRequested.exchange(false, ordering: .sequentiallyConsistent) {
            machine.requestSwitch(at: now)
        }
        if let title = requests.title.withLock({ $0.take() }) { machine.setTitle(title) }
        let server = serverState(at: now)
        machine.step(server, at: now)
        var hasConnected = false
        while let command = machine.nextCommand(at: .now) {
            if command == .connect { hasConnected = true }
            carryOut(command, on: loop)
        }
        return hasConnected
    }

    private mutating func serverState(at now: MonotonicTime) -> PulseServerState {
        if let failure {
            return PulseServerState(
                connection: .failed(reason: failure.description, isBroken: false))
        }
        let state = connection?.state(machine.settings, title: machine.title)
        if connection?.takeMove() == true { machine.streamMoved(at: now) }
        while let answer = connection?.takeAnswer() { machine.take(answer) }
        return state ?? PulseServerState()
    }

    private mutating func carryOut(_ command: PulseCommand, on loop: borrowing PulseMainLoop) {
        switch command {
        case .connect:
            do throws(SinkFailure) {
                connection = try PulseConnection(on: loop, server: machine.settings.server)
            } catch {
                failure = error
            }
        case .disconnect:
            connection = nil
            failure = nil
        case .write(let write):
            let count = connection?.write(write, with: renderer) ?? 0
            machine.wrote(write, count, wanted: connection?.wantedFrameCount ?? 0)
        case .askForTiming:
            if connection?.askForTiming() != true { machine.take(nil) }
        case .setTitle: connection?.setTitle(machine.title)
        case .resizeBuffer: connection?.resizeBuffer(machine.settings)
        case .watchVolume: connection?.watchVolume()
        case .cork: connection?.cork()
        case .uncork: connection?.uncork()
        }
    }

    /// Waits for the next event. If one is about to arrive it does not sleep, because that would
    /// cost more than staying awake.
    private mutating func wait(on loop: borrowing PulseMainLoop) {
        let writtenTo = machine.link?.takeWriting()
        let isMoreToCome = writtenTo.map { $0.answersToWriting } ?? hasNews
        if isMoreToCome {
            let hasCome = loop.linger()
            hasNews = hasCome && writtenTo == nil
        } else {
            loop.run(until: machine.wakeTime)
            let count = SinkThread.wakeUpCount
            let before = requests.wakeUpCount.exchange(count, ordering: .relaxed)
            hasNews = count != before
        }
    }
}
