import AdPlayback
import Advertising
import AudioDecoding
import Glibc
import Interlude
import PCMAudio

/// All that surrounds a session that is played on the command line: the event log, the status
/// line, keys, signals, and the socket that `interlude ctl` talks to.
final class PlayStage: AudioSessionDelegate {
    private let session: AudioSession
    private let log: EventLogWriter?
    private let display: StatusDisplay
    private let isVirtual: Bool
    private let isVerbose: Bool

    // nonisolated(unsafe): set before the session plays, and taken down after it ended.
    nonisolated(unsafe) private var control: ControlServer?
    // nonisolated(unsafe): the same holds for this.
    nonisolated(unsafe) private var keyboard: Keyboard?
    // nonisolated(unsafe): and for this.
    nonisolated(unsafe) private var signals: Signals?

    /// Sets the stage for `session`, which has not been played yet.
    init(_ session: AudioSession, _ options: PlayOptions, display: StatusDisplay) throws {
        self.session = session
        self.display = display
        isVerbose = options.records.verbose
        isVirtual = options.output.clock == .virtual
        log = try options.records.events.map { destination throws(CommandError) in
            try EventLogWriter(to: destination)
        }
        signals = Signals { stop in
            switch stop {
            case .cleanly: session.send(.stop)
            case .atOnce(let status):
                DecoderLibraries.finishLoading()
                Glibc.exit(status)
            }
        }
        session.addDelegate(self)
        guard !isVirtual else { return }
        do {
            control = try ControlServer { request, reply in
                session.carryOut(request, reply: reply)
            }
        } catch {
            Console.say("interlude ctl cannot reach this player: \(error)")
        }
        guard options.source != .standardInput else { return }
        keyboard = Keyboard(
            onKey: { session.carryOut($0) }, onReturn: { display.redraw() })
    }

    /// Takes the stage down: the terminal is as it was before.
    func close() {
        keyboard?.close()
        control?.close()
        display.close()
        signals = nil
    }

    /// Throws if something that was asked for could not be written.
    func check() throws(CommandError) {
        try log?.check()
    }

    func onEvent(_ record: EventRecord) {
        do {
            try log?.write(record)
        } catch {
            // A log that cannot be written is a reason to stop: it is what was asked for.
            session.send(.stop)
        }
        if let line = isVerbose ? record.plainText : record.announcement {
            display.say(line)
        }
    }

    func onStatusUpdate(_ status: PlayerStatus) {
        if !isVirtual { display.show(status) }
    }
}

extension PlayStage: AdPageDelegate {}

extension EventRecord {
    /// All of it, for people.
    fileprivate var plainText: String {
        let fields = fields.map { "\($0.key)=\($0.value)" }
        return (["\(Figures.thousandths(t)) s:", event] + fields).joined(separator: " ")
    }

    /// What a person is told of this event; `nil` for most.
    fileprivate var announcement: String? {
        guard case .string(let reason)? = fields.first(where: { $0.key == "reason" })?.value else {
            return nil
        }
        return switch event {
        case "slot.failed": "a spot is left out: \(reason)"
        case "session.reconnecting": "the stream broke off: \(reason)"
        case "sink.lost": "\(reason); playing goes on when it is back"
        default: nil
        }
    }
}
