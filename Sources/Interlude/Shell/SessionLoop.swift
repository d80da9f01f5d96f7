import AdPlayback
import Advertising
import AudioDecoding
import AudioSinks
import DequeModule
import MediaTime
import Platform
import Playout

/// Owns the machine of one session: passes events to it in order, and carries out its effects.
///
/// Everything but ``mailbox`` belongs to the loop's thread. Until the session ends, that thread
/// neither blocks nor decodes.
final class SessionLoop {
    let mailbox: Mailbox<Message>
    let parts: SessionParts
    let observer: any SessionObserver

    var machine: SessionMachine

    var streams: StreamShell
    var spots: SpotShell
    var accompaniment: AccompanimentShell
    var nowPlaying: NowPlayingShell
    var beacons: BeaconShell
    /// `nil` for a session without a schedule.
    var truex: TruexShell?
    var output: SinkShell
    let heardAudio: HeardAudioShell

    private var replies: PendingReplies<SessionEvent>
    /// Answers that arrived while effects were carried out. The loop handles them after the last
    /// effect, so that it publishes nothing, and no time passes, within a decision.
    private var answers: Deque<SessionEvent> = []
    /// The effects still to be carried out. An effect may call a delegate that calls back; the
    /// effects of that call follow those decided before (rule X9).
    private var effects: Deque<SessionEffect> = []
    private var work = Work.none

    private enum Work: Hashable {
        case none
        case carryingOut
    }

    /// The replies to commands that requested a source without audio yet, by generation.
    var changes: [Int: @Sendable (CommandReply) -> Void] = [:]
    /// The programme's loudness in LUFS for display, and the output frame for which it was
    /// computed.
    var loudnessReading: (frame: FrameTime, loudness: Double?) = (.zero, nil)
    var programmeLevels = ProgrammeLevels()
    private var clock = SessionClock()
    private var pace = StatusPace()
    /// How virtual time passes while a live stream stands still; `nil` while it plays.
    var virtualTimeHold: VirtualTimeHold?
    /// Cues that the session is not to know yet.
    var earlyCues = EarlyCues()
    /// An end that the session is not to know yet; `nil` if there is none.
    var foundEnd: FoundEnd?
    var isOver = false

    typealias ReplyID = PendingReplies<SessionEvent>.ReplyID

    /// A message to the loop.
    enum Message: Sendable {
        case event(SessionEvent)
        /// The answer to a request: the events that it leads to.
        case answer(ReplyID, [SessionEvent])
        case spot(PlayToken, ReplyID, SpotEvent)
        case muteMusic(ReplyID, SpotEvent)
        case fill(Int, ReplyID, SpotEvent)
        case assets(Int, ReplyID, Result<[Advertisement], AssetFailure>)
        case decision(Int, ReplyID, AdDecision)
        /// A now-playing feed, for the stream of that number.
        case nowPlaying(Int, ReplyID, Result<NowPlayingFeed, NowPlayingFailure>)
        case voiceOver(Int, ReplyID, SpotEvent)
        case truexOffer(TruexToken, ReplyID, Result<TruexServer.Offer, any Error>)
        case pinged(ReplyID, Result<PingAnswer, any Error>)
        case sink(SinkReport)
        /// A command from outside; `reply` is called once the outcome is known.
        case command(SessionCommand, reply: @Sendable (CommandReply) -> Void)
        /// Work for the loop's thread. The loop is `nil` once the session is over.
        case perform(@Sendable (SessionLoop?) -> Void)

        /// Whether it says no more than how far the listener has heard.
        fileprivate var saysOnlyTime: Bool {
            if case .sink(.heard) = self { true } else { false }
        }

        /// Answers a message that arrived after the session's end, so that no sender waits for it.
        func turnAway() {
            switch self {
            case .command(_, let reply): reply(.sessionIsOver)
            case .perform(let work): work(nil)
            case .event, .answer, .spot, .muteMusic, .fill, .assets, .decision, .nowPlaying,
                .voiceOver, .truexOffer, .pinged, .sink:
                break
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
        spots = SpotShell(
            parts.spots, keptIn: parts.spotCache, clock: parts.clock, mailbox: mailbox)
        accompaniment = AccompanimentShell(
            spots: parts.spots, voices: parts.truex?.voices, lists: parts.lists,
            decisions: parts.decisions, mailbox: mailbox)
        beacons = BeaconShell(
            parts.beacons, keptIn: parts.beaconStore, clock: parts.clock, mailbox: mailbox,
            diagnostics: parts.truex?.server.diagnostics)
        nowPlaying = NowPlayingShell(parts.nowPlaying, clock: parts.clock, mailbox: mailbox)
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
        begin()
        while !isOver { handleMessage(mailbox.next(droppingIf: isOutdated)) }
        end()
        Self.current = nil
    }

    /// Handles the messages that wait, after the beginning of the session if this is the first turn.
    /// Returns `false` once the session is over. For a loop without a thread of its own; call on one
    /// thread at a time.
    func takeTurn(isFirst: Bool) -> Bool {
        Self.current = self
        defer { Self.current = nil }
        if isFirst { begin() }
        while !isOver, let message = mailbox.takeFirst(droppingIf: isOutdated) {
            handleMessage(message)
        }
        if isOver { end() }
        return !isOver
    }

    private func begin() {
        do throws(ThreadFailure) {
            try heardAudio.start(for: observer)
        } catch {
            mailbox.send(.sink(.failed(reason: error.description)))
        }
        output.start(mailbox)
        handle(.began)
        for event in truex?.begin() ?? [] { handle(event) }
        if let left = beacons.takeLeftovers(failure: parts.beaconStoreFailure) { handle(left) }
    }

    private func handleMessage(_ message: Message) {
        take(message)
        // Even a message without an event may be what virtual time waited for.
        if parts.clock == .virtual { advanceMarks() }
        if mailbox.isEmpty, !isOver, pace.isDue(at: now) { showStatus() }
    }

    private func end() {
        for message in mailbox.close() { message.turnAway() }
    }

    /// Handles the messages that a shell returns.
    func take(_ messages: [Message]) {
        for message in messages { take(message) }
    }

    func showStatus() {
        let status = status
        output.setStreamTitle(MixerTitle(status))
        observer.statusChanged(status)
    }

    /// Whether `next`, right behind `message`, tells all that it tells.
    ///
    /// In real time only the last of several reports of what was heard counts. Otherwise a loop
    /// that is slower than they come would never catch up with them. In virtual time they come only
    /// as fast as the loop takes them.
    private func isOutdated(_ message: Message, by next: Message) -> Bool {
        parts.clock == .real && message.saysOnlyTime && next.saysOnlyTime
    }

    private func take(_ message: Message) {
        if !message.saysOnlyTime { pace.noteNews() }
        switch message {
        case .event(let event):
            if let end = takeFoundEnd(before: event) { handle(end) }
            if !keepsEarly(event), !keepsEnd(event) { handle(event) }
        case .answer(let reply, let events): answer(reply, events)
        case .spot(let token, let reply, let event):
            take(spots.take(event, of: token, reply))
        case .muteMusic(let reply, let event):
            take(accompaniment.takeMuteMusic(event, reply))
        case .fill(let index, let reply, let event):
            take(accompaniment.takeFill(event, of: index, reply))
        case .assets(let request, let reply, let outcome):
            take(accompaniment.takeAssets(outcome, of: request, reply))
        case .decision(let request, let reply, let decision):
            take(accompaniment.takeDecision(decision, of: request, reply))
        case .nowPlaying(let stream, let reply, let outcome):
            take(nowPlaying.take(outcome, for: stream, currentStream?.liveEdge, reply))
        case .voiceOver(let number, let reply, let event):
            take(accompaniment.take(event, ofVoiceOver: number, reply))
        case .truexOffer(let token, let reply, let outcome):
            take(truex?.take(outcome, for: token, reply) ?? [])
        case .pinged(let reply, let outcome):
            take(truex?.take(outcome, in: currentStream, reply) ?? [])
        case .sink(let report): take(report)
        case .command(let command, let reply): carryOut(command, reply)
        case .perform(let work): work(self)
        }
    }

    /// Passes `event` to the machine, and carries out its effects.
    func handle(_ event: SessionEvent) {
        tellTime()
        observer.received(event)
        carryOut(machine.receive(event))
    }

    /// The session's time: in virtual time, output time.
    var now: FrameTime {
        switch parts.clock {
        case .virtual: machine.heard
        case .real: clock.now
        }
    }

    /// Tells the machine the session's time, if a decision may depend on it.
    private func tellTime() {
        guard parts.clock == .real, machine.keepsTime else { return }
        let event = SessionEvent.time(now, liveEdge: currentStream?.liveEdge)
        observer.received(event)
        carryOut(machine.receive(event))
    }

    /// Handles the alarm. If it rang slightly early, the machine waits for the rest of the time.
    private func ring() {
        clock.stop()
        tellTime()
        setAlarm()
    }

    /// Sets the alarm to the time that the machine waits for.
    private func setAlarm() {
        guard parts.clock == .real else { return }
        let mailbox = mailbox
        clock.setAlarm(at: machine.nextWake) { mailbox.send(.perform { $0?.ring() }) }
    }

    /// Opens a request that is answered `delay` of virtual time from now.
    func ask(after delay: Duration = .zero) -> ReplyID {
        replies.ask(due: machine.heard + delay.frameCount)
    }

    func answer(_ reply: ReplyID, _ events: [SessionEvent]) {
        answers += replies.answer(reply, events, at: machine.heard)
        if work == .none { takeAnswers() }
    }

    /// Removes and returns the answers that the session has not taken.
    func takeAllAnswers() -> [SessionEvent] {
        defer { answers = [] }
        return Array(answers) + replies.takeAll()
    }

    /// Removes the next advertisement from the queue, for an app.
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
        if !decided.isEmpty { pace.noteNews() }
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

    func carryOut(
        _ command: SessionCommand, _ reply: @escaping @Sendable (CommandReply) -> Void
    ) {
        tellTime()
        command.source.map(parts.streams.takeLogin)
        let command = command.withoutLogin
        observer.received(.command(command))
        var answer: CommandReply? = .accepted
        let effects = machine.receive(.command(command))
        let effective = machine.effective(command)
        let reply: @Sendable (CommandReply) -> Void = { [observer] answer in
            if answer == .accepted { observer.accepted(effective) }
            reply(answer)
        }
        for case .refuse(let words) in effects { answer = .refused(words) }
        if command.isChangeOfSource, answer == .accepted,
            let generation = machine.transport.candidate?.generation
        {
            // The reply follows when the source has audio or cannot be played.
            changes[generation] = reply
            answer = nil
        }
        if command == .stop { watchStop() }
        carryOut(effects)
        // A caller who reads the status after the reply sees the effect of the command.
        if !isOver { showStatus() }
        if let answer { reply(answer) }
    }

    /// Tells the sink which mark to report, and in virtual time how far it may render.
    ///
    /// Virtual time advances only while no message is queued and no answer is due, and at most to
    /// the next frame at which something is.
    private func advanceMarks() {
        guard !isOver else { return }
        setAlarm()
        output.setMark(machine.nextMark, parts.clock)
        if machine.outputEnd != output.mix.outputEnd { output.mix.outputEnd = machine.outputEnd }
        guard parts.clock == .virtual else { return }
        // The sink waits at the end of a source. Withdraw the time after it before it goes on.
        if let end = machine.nextReturn, end < output.mix.grantedEnd { grant(end) }
        // What came by itself, as a cue, may have led to a request after more time was granted.
        if replies.nextDue <= machine.heard, machine.heard < output.mix.grantedEnd {
            grant(machine.heard)
        }
        guard replies.nextDue > machine.heard, mailbox.isEmpty else { return }
        if machine.isPausedIndefinitely, replies.nextDue == .distantFuture {
            return handle(.timeStoodStill)
        }
        if let cue = takeDueCue() { return handle(cue) }
        grant(timeAllowed(until: min(machine.nextMark, replies.nextDue)))
    }

    private func grant(_ end: FrameTime) {
        guard end != output.mix.grantedEnd else { return }
        // Update the status before time advances, so that the order does not depend on the threads.
        showStatus()
        output.mix.grantedEnd = end
        output.sink.mixChanged()
    }
}

/// The outcome of a command.
public enum CommandReply: Hashable, Sendable {
    case accepted
    /// The session does not carry it out, for this reason.
    case refused(String)

    static let overWords = "the session is over"
    static let nothingPlays = CommandReply.refused("nothing plays yet")
    static let sessionIsOver = CommandReply.refused(overWords)
}

extension SessionCommand {
    /// Whether the reply waits until the requested source has audio or cannot be played.
    fileprivate var isChangeOfSource: Bool {
        switch self {
        case .play, .playPublic: true
        case .push, .pushAtLiveEdge, .pushInStream, .ignoreAdvertisements, .ignoreAdvertisement,
            .pause, .unpause,
            .goLive, .setDelay, .seek, .setVolume, .setAdVolume, .changeVolume, .mute, .unmute,
            .skip, .skipBreak,
            .truex,
            .truexAudience, .streamerMuted, .streamerUnmuted, .setFill, .setPrivacy, .stop:
            false
        }
    }
}
