import AdPlayback
import Advertising
import AudioDecoding
import AudioSinks
import DequeModule
import MediaTime
import Platform
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

    var streams: StreamShell
    var spots: SpotShell
    var accompaniment: AccompanimentShell
    /// `nil` for a session without a schedule.
    var truex: TruexShell?
    var output: SinkShell
    let heardAudio: HeardAudioShell

    private var replies: PendingReplies<SessionEvent>
    /// Replies that came while effects were carried out. They are received after the last of them, so
    /// that nothing is published, and no time passes, in the middle of a decision.
    private var answers: Deque<SessionEvent> = []
    /// The effects still to be carried out. If an effect calls a delegate that calls back in, the
    /// effects of that follow those decided before (rule X9).
    private var effects: Deque<SessionEffect> = []
    private var work = Work.none

    private enum Work: Hashable {
        case none
        case carryingOut
    }

    /// Replies to those who asked for a source that has no sound yet, by generation.
    var changes: [Int: @Sendable (CommandReply) -> Void] = [:]
    /// The programme's loudness for people to look at, and the frame for which it was computed.
    var loudnessReading: (frame: FrameTime, loudness: Double?) = (.zero, nil)
    private var clock = SessionClock()
    /// How virtual time passes while a live stream stands still; `nil` while it plays.
    var virtualTimeHold: VirtualTimeHold?
    var isOver = false

    typealias Ticket = PendingReplies<SessionEvent>.Ticket

    /// What comes into the loop.
    enum Message: Sendable {
        case event(SessionEvent)
        /// The reply to a question: the events that it leads to.
        case answer(Ticket, [SessionEvent])
        case spot(PlayToken, Ticket, SpotNews)
        case muteMusic(Ticket, SpotNews)
        case voiceOver(Int, Ticket, SpotNews)
        case truexOffer(TruexToken, Ticket, Result<TruexServer.Offer, any Error>)
        case pinged(Ticket, Result<PingAnswer, any Error>)
        case sink(SinkReport)
        /// A command from outside; `reply` is called once it is known whether it is carried out.
        case command(SessionCommand, reply: @Sendable (CommandReply) -> Void)
        /// Work for the loop's thread. The loop is `nil` once the session is over.
        case perform(@Sendable (SessionLoop?) -> Void)

        /// Answers a message that came too late, so that nobody waits for it.
        func turnAway() {
            switch self {
            case .command(_, let reply): reply(.sessionIsOver)
            case .perform(let work): work(nil)
            case .event, .answer, .spot, .muteMusic, .voiceOver, .truexOffer, .pinged, .sink: break
            }
        }
    }

    init(
        _ configuration: SessionConfiguration, _ parts: SessionParts,
        mailbox: Mailbox<Message>, observer: any SessionObserver, liveMix: LiveMix?
    ) {
        self.mailbox = mailbox
        self.parts = parts
        self.observer = observer
        machine = SessionMachine(configuration)
        streams = StreamShell(parts.streams, mailbox: mailbox)
        spots = SpotShell(parts.spots, clock: parts.clock, mailbox: mailbox)
        accompaniment = AccompanimentShell(
            spots: parts.spots, voices: parts.truex?.voices, mailbox: mailbox)
        truex = parts.truex.map {
            TruexShell($0, source: configuration.source, mailbox: mailbox)
        }
        heardAudio = HeardAudioShell(parts, liveMix: liveMix)
        output = SinkShell(parts.sink, handingOnTo: heardAudio.heardAudio)
        replies = PendingReplies(parts.clock == .virtual ? .asAsked : .asTheyCome)
    }

    /// Runs until the session is over. Call on the loop's own thread.
    func run() {
        Self.current = self
        do throws(ThreadFailure) {
            try heardAudio.start(for: observer)
        } catch {
            mailbox.send(.sink(.failed(reason: error.description)))
        }
        output.start(mailbox)
        handle(.began)
        for event in truex?.begin() ?? [] { handle(event) }
        while !isOver {
            take(mailbox.next())
            // Also after a message that was no event: time may have waited for just that.
            advanceMarks()
            if mailbox.isEmpty, !isOver { showStatus() }
        }
        for message in mailbox.close() { message.turnAway() }
        Self.current = nil
    }

    /// Receives the messages that a shell returns.
    func take(_ messages: [Message]) {
        for message in messages { take(message) }
    }

    func showStatus() {
        let status = status
        output.setStreamTitle(
            status.streamTitle(of: machine.transport.current?.source.facts?.name))
        observer.statusChanged(status)
    }

    private func take(_ message: Message) {
        switch message {
        case .event(let event): handle(event)
        case .answer(let ticket, let events): answer(ticket, events)
        case .spot(let token, let ticket, let news):
            take(spots.take(news, of: token, ticket))
        case .muteMusic(let ticket, let news):
            take(accompaniment.takeMuteMusic(news, ticket))
        case .voiceOver(let number, let ticket, let news):
            take(accompaniment.take(news, ofVoiceOver: number, ticket))
        case .truexOffer(let token, let ticket, let outcome):
            take(truex?.take(outcome, for: token, ticket) ?? [])
        case .pinged(let ticket, let outcome):
            take(truex?.take(outcome, in: currentStream, ticket) ?? [])
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
        case .real: clock.now
        }
    }

    /// Tells the machine what time it is, if anything may depend on that.
    private func tellTime() {
        guard parts.clock == .real, machine.keepsTime else { return }
        let event = SessionEvent.time(now, liveEdge: currentStream?.liveEdge)
        observer.received(event)
        carryOut(machine.receive(event))
    }

    /// The alarm rang. If it was a little early, the machine asks for the rest of the time.
    private func ring() {
        clock.stop()
        tellTime()
    }

    /// Sets the alarm for the time that the machine waits for.
    private func setAlarm() {
        guard parts.clock == .real else { return }
        let mailbox = mailbox
        clock.setAlarm(at: machine.nextWake) { mailbox.send(.perform { $0?.ring() }) }
    }

    /// Asks a question that is answered `delay` of virtual time from now.
    func ask(after delay: Duration = .zero) -> Ticket {
        replies.ask(due: machine.heard + delay.frameCount)
    }

    func answer(_ ticket: Ticket, _ events: [SessionEvent]) {
        answers += replies.answer(ticket, events, at: machine.heard)
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
        answers += replies.takeDue(at: machine.heard)
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
        output.setMark(machine.nextMark, parts.clock)
        if machine.outputEnd != output.mix.outputEnd { output.mix.outputEnd = machine.outputEnd }
        guard parts.clock == .virtual, replies.nextDue > machine.heard, mailbox.isEmpty
        else { return }
        if machine.isPausedForEver, replies.nextDue == .distantFuture {
            return handle(.timeStoodStill)
        }
        grant(timeAllowed(until: min(machine.nextMark, replies.nextDue)))
    }

    private func grant(_ end: FrameTime) {
        guard end != output.mix.grantedEnd else { return }
        // How things stand is seen before time goes on, whichever thread comes first.
        showStatus()
        output.mix.grantedEnd = end
        output.sink.mixChanged()
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
