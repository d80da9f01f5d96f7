import AdPlayback
import Advertising
import AudioDecoding
import AudioSinks
import DequeModule
import Dispatch
import MediaTime
import PCMAudio
import Playout

/// Owns the machine of one session: feeds it events in order, and carries its effects out.
///
/// Everything but ``mailbox`` belongs to the loop's thread. Nothing in that
/// thread blocks or decodes.
final class SessionLoop {
    let mailbox: Mailbox<Message>
    let parts: SessionParts
    let observer: any SessionObserver

    var machine: SessionMachine
    let mix: PublishedMix
    /// What is heard, for those who want it; `nil` if nobody does.
    let heardAudio: HeardAudio?
    /// What is heard, on its way to the observer; `nil` if it does not want that.
    let packetBlocks: HeardBlocks?
    /// What is heard, on its way to be measured; `nil` if the observer does not want that.
    let levelBlocks: HeardBlocks?
    /// What is heard, on its way to who listens elsewhere, and those; `nil` if nobody may.
    let mixBlocks: HeardBlocks?
    let liveMix: LiveMix?
    /// Signalled once everything that was heard is measured, if it is.
    let levelsAreMeasured = DispatchSemaphore(value: 0)
    var tickets: PendingReplies<SessionEvent>

    /// Answers that came while effects were carried out: they are taken in after the last of them,
    /// so that nothing is published, and no time goes on, in the middle of a decision.
    private var answers: Deque<SessionEvent> = []
    /// What is still to be carried out. What comes of a delegate's call from inside of an effect is
    /// carried out after the rest of what was decided before (rule X9).
    private var effects: Deque<SessionEffect> = []
    private var work = Work.none

    private enum Work: Hashable {
        case none
        case carryingOut
    }

    /// The streams that are open, by generation, and the answers that they owe.
    var streams: [Int: any OpenStream] = [:]
    var openTickets: [Int: PendingReplies<SessionEvent>.Ticket] = [:]
    var readyTickets: [Int: PendingReplies<SessionEvent>.Ticket] = [:]
    /// Who asked for a source that has no sound yet, by generation.
    var changes: [Int: @Sendable (CommandReply) -> Void] = [:]
    /// Samples of closed streams that may still be fading out.
    var retired: [Int: SampleStore] = [:]
    /// How loud closed streams were of which the last minutes were partly made.
    var retiredLoudness: [Int: LoudnessTrack] = [:]
    /// How loud the programme was at some moment, for people to look at.
    var loudnessReading: (frame: FrameTime, loudness: Double?) = (.zero, nil)

    var spots: [PlayToken: SpotSlot] = [:]
    /// Spots that are over and whose samples may still be named by a clip.
    var released: [PlayToken] = []
    var watchdogs: [Watchdog: ArmedWatchdog] = [:]
    var muteMusic: SampleStore?
    var muteMusicLoad: (any SpotLoad)?

    /// Where the pods are, as far as is known by now, and what the machine knows of that.
    var schedule: AdSchedule?
    var toldPods: [TruexPod] = []
    /// Whether breaks that hang on the stream's length have their places.
    var isPlaced = false
    /// The ads that are being asked for, and where their servers want to be told of them.
    var asking: [TruexToken: Asking] = [:]
    var services: [TruexToken: TruexService] = [:]
    var voiceOvers: [Int: VoiceOverSlot] = [:]
    /// When the session began, and what tells it of the time that it asked for. No time passes for
    /// a session while the machine sleeps.
    private let began = SuspendingClock.now
    private var alarm: (any DispatchSourceTimer)?
    private var alarmTime = FrameTime.distantFuture

    /// How time goes on while a live stream stands still; `nil` in real time.
    var standstill: VirtualTimeHold?

    var underruns = 0
    /// What the listener's mixer was told last.
    var streamTitle: String?

    /// Which voice each clip is, for what the sink says of clips: of the plan that it renders, by
    /// the plan's number, and of those that were published since.
    var voices: [Int: [Voice]] = [:]
    var switchTicket: PendingReplies<SessionEvent>.Ticket?
    /// The plan that the sink has neither taken over nor refused yet.
    var unsettledPlan: UnsettledPlan?
    var isOver = false

    /// What comes into the loop.
    enum Message: Sendable {
        case event(SessionEvent)
        /// The answer to a question, and the events that come of it.
        case answer(PendingReplies<SessionEvent>.Ticket, [SessionEvent])
        case spot(PlayToken, PendingReplies<SessionEvent>.Ticket, SpotNews)
        case muteMusic(PendingReplies<SessionEvent>.Ticket, SpotNews)
        case sink(SinkReport)
        /// A command from outside, with whom to tell whether it is carried out.
        case command(SessionCommand, reply: @Sendable (CommandReply) -> Void)
        /// Something to be done in the loop's thread; there is no loop once the session is over.
        case perform(@Sendable (SessionLoop?) -> Void)

        /// Answers what came too late, so that nobody waits for ever.
        func turnAway() {
            switch self {
            case .command(_, let reply): reply(.sessionIsOver)
            case .perform(let work): work(nil)
            case .event, .answer, .spot, .muteMusic, .sink: break
            }
        }
    }

    struct SpotSlot {
        var load: any SpotLoad
        var ticket: PendingReplies<SessionEvent>.Ticket
        /// Whether it takes no longer in virtual time than a load may.
        var isInTime: Bool
        var spot: LoadedSpot?
    }

    struct Watchdog: Hashable {
        var token: PlayToken
        var phase: WatchdogPhase
    }

    struct ArmedWatchdog {
        var timer: any DispatchSourceTimer
        var delay: Duration
    }

    init(
        _ configuration: SessionConfiguration, _ parts: SessionParts,
        mailbox: Mailbox<Message>, observer: any SessionObserver, liveMix: LiveMix?
    ) {
        self.mailbox = mailbox
        self.parts = parts
        self.observer = observer
        machine = SessionMachine(configuration)
        self.liveMix = liveMix
        levelBlocks = parts.levels == .measured ? HeardBlocks(for: parts.clock) : nil
        mixBlocks = liveMix == nil ? nil : HeardBlocks(for: parts.clock)
        // A slow observer loses packets, in virtual time too.
        packetBlocks = parts.audioData == .handedOn ? HeardBlocks(whenFull: .drop) : nil
        let blocks = [packetBlocks, levelBlocks, mixBlocks].compactMap { $0 }
        heardAudio = blocks.isEmpty ? nil : HeardAudio(for: blocks)
        mix = PublishedMix(handingOnTo: heardAudio)
        tickets = PendingReplies(parts.clock == .virtual ? .asAsked : .asTheyCome)
    }

    /// Runs until the session is over. Call on the loop's own thread.
    func run() {
        Self.current = self
        handAudioOn()
        measureLevels()
        encodeLiveMix()
        let mailbox = mailbox
        parts.sink.start(rendering: mix) { mailbox.send(.sink($0)) }
        handle(.began)
        openSchedule()
        while !isOver {
            take(mailbox.next())
            // Also after a message that was no event: time may have waited for just that.
            advanceMarks()
            if mailbox.isEmpty, !isOver { showStatus() }
        }
        for message in mailbox.close() { message.turnAway() }
        Self.current = nil
    }

    func showStatus() {
        let status = status
        nameStream(status)
        observer.statusChanged(status)
    }

    private func take(_ message: Message) {
        switch message {
        case .event(let event): handle(event)
        case .answer(let ticket, let events): answer(ticket, events)
        case .spot(let token, let ticket, let news): take(news, of: token, ticket)
        case .muteMusic(let ticket, let news): takeMuteMusic(news, ticket)
        case .sink(let report): take(report)
        case .command(let command, let reply): carryOut(command, reply)
        case .perform(let work): work(self)
        }
    }

    /// Feeds `event` to the machine and carries out what it says.
    func handle(_ event: SessionEvent) {
        tellTime()
        observer.received(event)
        carryOut(machine.receive(event))
    }

    /// What time it is for the session: output time where that is virtual.
    var now: FrameTime {
        switch parts.clock {
        case .virtual: machine.heard
        case .real: FrameTime(SuspendingClock.now - began)
        }
    }

    /// Tells the machine what time it is, if anything may depend on that.
    private func tellTime() {
        guard parts.clock == .real, machine.keepsTime else { return }
        let event = SessionEvent.time(now, liveEdge: currentStream?.liveEdge)
        observer.received(event)
        carryOut(machine.receive(event))
    }

    /// The time has come that the machine asked for, or almost: then it is waited for once more.
    private func ring() {
        alarmTime = .distantFuture
        tellTime()
    }

    /// Sees to it that the machine is told of the time that it asked for.
    private func setAlarm() {
        guard parts.clock == .real, machine.nextWake != alarmTime else { return }
        alarmTime = machine.nextWake
        alarm?.cancel()
        alarm = nil
        guard alarmTime != .distantFuture else { return }
        let mailbox = mailbox
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { mailbox.send(.perform { $0?.ring() }) }
        timer.schedule(deadline: .now() + max(0, Double(alarmTime - now) / Double(FrameTime.rate)))
        timer.activate()
        alarm = timer
    }

    /// Asks a question that is answered `delay` of virtual time from now.
    func ask(after delay: Duration = .zero) -> PendingReplies<SessionEvent>.Ticket {
        tickets.ask(due: machine.heard + delay.frameCount)
    }

    func answer(_ ticket: PendingReplies<SessionEvent>.Ticket, _ events: [SessionEvent]) {
        answers += tickets.answer(ticket, events, at: machine.heard)
        if work == .none { takeAnswers() }
    }

    /// Takes the next advertisement out of the queue, for an app.
    func handOut() -> Advertisement? {
        let event = SessionEvent.advertisements(.getAdvertisement)
        observer.received(event)
        let effects = machine.receive(event)
        var next: Advertisement?
        for case .advertisements(.handOut(let advertisement)) in effects { next = advertisement }
        carryOut(effects)
        return next
    }

    private func carryOut(_ decided: [SessionEffect]) {
        effects += decided
        guard work == .none else { return }
        work = .carryingOut
        while let effect = effects.popFirst() { carryOut(effect) }
        work = .none
        takeAnswers()
    }

    private func takeAnswers() {
        answers += tickets.takeDue(at: machine.heard)
        while !isOver, let event = answers.popFirst() { handle(event) }
        advanceMarks()
    }

    private func carryOut(
        _ command: SessionCommand, _ reply: @escaping @Sendable (CommandReply) -> Void
    ) {
        tellTime()
        command.source.map(parts.streams.takeLogin)
        let command = command.withoutLogin
        observer.received(.command(command))
        var answer: CommandReply? = .accepted
        let effects = machine.receive(.command(command))
        for case .refuse(let words) in effects { answer = .refused(words) }
        if command.isChangeOfSource, answer == .accepted,
            let generation = machine.transport.candidate?.generation
        {
            // Answered once it is known whether the source can be played.
            changes[generation] = reply
            answer = nil
        }
        carryOut(effects)
        // Who asks how things stand once he is answered sees what he did.
        if !isOver { showStatus() }
        if let answer { reply(answer) }
    }

    /// Tells the sink what to report, and in virtual time how far it may go.
    ///
    /// Virtual time moves only while nothing is queued here and nothing is owed, and no further
    /// than to the frame at which something will be.
    private func advanceMarks() {
        guard !isOver else { return }
        setAlarm()
        setMark(machine.nextMark)
        if machine.outputEnd != mix.outputEnd { mix.outputEnd = machine.outputEnd }
        guard parts.clock == .virtual, tickets.nextDue > machine.heard, mailbox.isEmpty
        else { return }
        if machine.isPausedForEver, tickets.nextDue == .distantFuture {
            return handle(.timeStoodStill)
        }
        grant(timeAllowed(until: min(machine.nextMark, tickets.nextDue)))
    }

    /// Tells the sink what to look out for; in real time it may be asleep until some later frame.
    private func setMark(_ mark: FrameTime) {
        guard mark != mix.nextMark else { return }
        mix.nextMark = mark
        if parts.clock == .real { parts.sink.mixChanged() }
    }

    private func grant(_ end: FrameTime) {
        guard end != mix.grantedEnd else { return }
        // How things stand is seen before time goes on, whichever thread comes first.
        showStatus()
        mix.grantedEnd = end
        parts.sink.mixChanged()
    }
}

/// Whether a command is carried out.
public enum CommandReply: Hashable, Sendable {
    case accepted
    /// It is not, and this is why.
    case refused(String)

    static let overWords = "the session is over"
    static let sessionIsOver = CommandReply.refused(overWords)
}

extension SessionCommand {
    /// Whether it is answered once the source that it names has sound, or cannot be played.
    fileprivate var isChangeOfSource: Bool {
        switch self {
        case .play, .playPublic: true
        case .push, .pushAtLiveEdge, .ignoreAdvertisements, .pause, .unpause, .goLive, .setDelay,
            .seek, .setVolume, .skip, .skipBreak, .truex, .truexAudience, .streamerMuted,
            .streamerUnmuted,
            .stop:
            false
        }
    }
}
