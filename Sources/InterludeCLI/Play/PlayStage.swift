import AdPlayback
import Advertising
import AudioDecoding
import Glibc
import Interlude
import InterludeWeb
import LinuxDesktop
import PCMAudio
import Platform
import PlayerControl
import ReportPages
import SessionReports
import Synchronization

/// The surroundings of a session on the command line: event log, status line, keys, signals, and
/// the socket of `interlude ctl`.
final class PlayStage: AudioSessionDelegate {
    private let session: AudioSession
    private let log: EventLogWriter?
    private let display: StatusDisplay
    private let isVirtual: Bool
    private let isVerbose: Bool
    private let isStrict: Bool
    private let pushes: [RequestedPush]
    /// Whether there are spots for the breaks that the stream marks.
    private let fillsBreaks: Bool
    private let expectation: SessionExpectation?
    /// How long the session is to play; `nil` if its source or a person ends it.
    private let duration: Duration?
    /// Whether a signal has ended it.
    private let isInterrupted = Mutex(false)
    private let heard = Mutex(Heard())
    /// The output time by which all code has run that only the start needs.
    private static let start = Duration.seconds(2)
    private let hasStarted = Mutex(false)

    /// What was heard so far.
    private struct Heard {
        var summary = SessionSummary()
        /// Empty unless the expectation needs them.
        var levels = LevelHistory()
    }

    // nonisolated(unsafe): set before the session plays, and used again after its end.
    nonisolated(unsafe) private var control: ControlServer?
    // nonisolated(unsafe): as above.
    nonisolated(unsafe) private var keyboard: Keyboard?
    // nonisolated(unsafe): as above.
    nonisolated(unsafe) private var signals: Signals?

    /// Prepares `session`, which must not play yet.
    init(
        _ session: AudioSession, _ options: PlayCommand, pushing pushes: [RequestedPush],
        _ expectation: SessionExpectation?, display: StatusDisplay
    ) throws {
        self.session = session
        self.expectation = expectation
        self.display = display
        isVerbose = options.records.verbose
        isStrict = options.records.strict
        self.pushes = pushes
        fillsBreaks = options.advertisements.fillsBreaks
        isVirtual = options.output.clock == .virtual
        duration = options.output.duration?.duration
        log = try options.records.events.map { destination throws(CommandError) in
            try EventLogWriter(to: destination) { display.say($0) }
        }
        signals = Signals { [weak self] stop in
            switch stop {
            case .cleanly:
                self?.isInterrupted.withLock { $0 = true }
                session.send(.stop)
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
            onKey: { session.carryOut($0, explain: display.explain) },
            onReturn: { display.redraw() })
    }

    /// Prints the address of the page, and its QR code if other machines reach it.
    func announce(_ page: PageAddress) {
        display.say("page: \(page)")
        page.shared.map(display.showCode)
    }

    /// What was played in the session with this end. Call after the end.
    func verdict(_ end: SessionEnd) -> SessionVerdict {
        let played = session.status.outputTime
        let (summary, levels) = heard.withLock { ($0.summary, $0.levels) }
        let isCut = isInterrupted.withLock { $0 } && duration.map { played < $0 } == true
        return SessionVerdict(
            summary, played: played, end: end,
            interruptedOf: isCut ? duration : nil,
            unreachedPushes: summary.unreached(pushes, played: played),
            expectations: expectation.map {
                $0.results(in: summary, played: played, levels: levels)
            } ?? [])
    }

    /// Restores the terminal and closes the socket. The line of `verdict` takes the place of the
    /// status.
    func close(with verdict: SessionVerdict? = nil) {
        keyboard?.close()
        control?.close()
        if let verdict { display.end(with: verdict.line) }
        display.close()
        signals = nil
    }

    /// Announces the pushes that the session ended before. Throws if something expected was not
    /// heard, and with `--strict` if anything requested was not.
    func check(_ verdict: SessionVerdict) throws(CommandError) {
        for time in verdict.unreachedPushes {
            Console.say(
                "push at \(Figures.tenths(time)) s left out: "
                    + "the session ended at \(Figures.tenths(verdict.played)) s")
        }
        let shortfall = isStrict ? verdict.shortfall : nil
        let reasons = [
            shortfall.map { "not everything was heard: \($0)" },
            verdict.unmetExpectations.map { "not as expected: \($0)" },
        ].compactMap { $0 }
        guard reasons.isEmpty else {
            throw CommandError(.negative, reasons.joined(separator: "; "))
        }
    }

    /// Throws if the event log could not be written, so that the session was stopped.
    func check() throws(CommandError) {
        try log?.check()
    }

    /// Throws if lines of the event log were left out.
    func checkComplete() throws(CommandError) {
        try log?.checkComplete()
    }

    func onEvent(_ record: EventRecord) {
        do {
            try log?.write(record)
        } catch {
            // Without the requested log, playing on is of no use. A full disk is not such an error.
            session.send(.stop)
        }
        heard.withLock { $0.summary.note(record) }
        if let line = isVerbose ? record.plainText : announcement(of: record) {
            display.say(line)
        }
    }

    /// The line that announces an event; `nil` for most events.
    private func announcement(of record: EventRecord) -> String? {
        // Without spots for breaks, none is expected to be filled.
        (fillsBreaks ? record.unfilledBreakWords : nil) ?? record.announcement
    }

    func onLevelMeasured(_ level: HeardLevel) {
        guard let expectation, expectation.needsLevels else { return }
        heard.withLock { $0.levels.add(level) }
    }

    func onStatusUpdate(_ status: PlayerStatus) {
        guard !isVirtual else { return }
        // After the end, the summary takes the place of the status.
        if status.state != .stopped { display.show(status) }
        if status.outputTime >= Self.start { endStart() }
    }

    /// Returns the memory of the code that only the start needed, once.
    private func endStart() {
        let isFirst = hasStarted.withLock { hasStarted in
            defer { hasStarted = true }
            return !hasStarted
        }
        if isFirst { LoadedCode.returnPages() }
    }
}

extension PlayStage: AdPageDelegate {}

extension EventRecord {
    /// All fields, for people.
    fileprivate var plainText: String {
        let fields = fields.map { "\($0.key)=\($0.value)" }
        return (["\(Figures.thousandths(t)) s:", event] + fields).joined(separator: " ")
    }

    /// The line for a break of the stream that is left out for want of a spot; `nil` for all else.
    var unfilledBreakWords: String? {
        guard event == "break.dropped" else { return nil }
        let start = "a break of the stream left out"
        switch words("reason").flatMap(AdEvent.NotUsedReason.init(rawValue:)) {
        case .nothingFits: break
        // The reason of the ad servers was announced when they failed.
        case .noSpots: return "\(start): there is no spot for it; name some with --fill"
        default: return nil
        }
        let length: String? =
            switch fields.first(where: { $0.key == "duration" })?.value {
            case .decimal(let seconds): "its \(Figures.thousandths(seconds)) s"
            default: nil
            }
        return "\(start): no spot fits \(length ?? "it")"
    }

    /// The line that announces this event; `nil` for most events.
    var announcement: String? {
        let reason = words("reason")
        return switch event {
        // Its break was over before its turn.
        case "slot.failed" where fields.contains(JSONMember("code", 206)): nil
        case "slot.failed": reason.map { "spot left out: \(naming($0))" }
        case "decision.failed": reason.map { "no ad for a break of the stream: \($0)" }
        case "session.reconnecting": reason
        case "session.warning": reason
        case "session.connecting": words("source").map { "connecting to \($0)" }
        // At the start, the reason says for how long the player tries.
        case "sink.lost" where hasListeners:
            reason.map { "\($0); its listeners miss what is played until it is back" }
        case "sink.lost":
            reason.map { frame == .zero ? $0 : "\($0); playback resumes when it is back" }
        case "fleet.lost":
            reason.map { "the fleet's broker: \($0); the player plays on and tries again" }
        case "fleet.joined": words("fleet").map { "joined the fleet \($0)" }
        case "sink.restored":
            hasListeners ? "the streaming server is back" : "the sound device is back"
        default: nil
        }
    }

    /// `reason` with the spot's name before it, unless that begins with its title or address.
    private func naming(_ reason: String) -> String {
        let names = ["title", "url"].compactMap(words).filter { !$0.isEmpty }
        guard let name = names.first, !names.contains(where: { reason.hasPrefix($0) }) else {
            return reason
        }
        return "\(name): \(reason)"
    }

    /// Whether this is about a streaming server, without which playback goes on.
    private var hasListeners: Bool {
        fields.contains { $0.key == "continues" && $0.value == .bool(true) }
    }

    /// The text of a field; `nil` if there is none.
    private func words(_ name: String) -> String? {
        guard case .string(let text)? = fields.first(where: { $0.key == name })?.value else {
            return nil
        }
        return text
    }
}

/// The desktop and the service manager beside a session on the command line.
struct DesktopStage {
    private let controls: MediaControls?
    private let notifier: ServiceNotifier?

    /// Shows `session`, which plays to `output`, on the desktop.
    ///
    /// By default only with a sound server or device; with other outputs only on request.
    init(_ session: AudioSession, playingTo output: AudioOutput, _ options: DesktopOptions) {
        let presence: MediaControls.Presence? =
            switch (options.mpris, output.device) {
            case (true?, _): .asked
            case (nil, .pulse), (nil, .alsa): .ifThere
            case (nil, .null), (nil, .wav), (nil, .wav16), (nil, .icecast), (nil, .hls),
                (nil, .custom), (false?, _):
                nil
            }
        controls = presence.map { presence in
            MediaControls(session, presence) { Console.say($0) }
        }
        notifier = ServiceNotifier(session)
    }

    /// Removes the player from the desktop.
    func close() {
        controls?.close()
    }
}
