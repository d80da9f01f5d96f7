import AudioMixing
import MediaTime

/// The thread of a ``PulseSink``: keeps a stream open at the server, fills it, and watches it.
///
/// It sleeps until the server asks for more, somebody else wants something, or
/// something is due: see ``PulsePlayer/nextTask(_:)``.
struct PulsePlayer: ~Copyable {
    /// Frames between two reports of what was heard, where no mark asks for one sooner.
    static let reportInterval = FrameTime.rate / 20

    private(set) var settings: PulseSettings
    let requests: PulseRequests
    let reader: SinkRenderer
    var link: PulseLink?
    /// A change of sound that waits for the server to say how far it has read.
    var cut: PulseCut?
    /// How much later than necessary the next change is, in frames.
    var cutMargin = PulseCut.leastMargin
    /// Silence for which the stream is corked, or about to be.
    var hold: PulseHold?
    /// How the sound falls silent, or comes back.
    var fade: Ramp?
    /// Up to where it was of use to render when the server was last given sound.
    var usefulEnd = FrameTime.distantFuture
    private var isPlaying = false
    /// Whether something has happened just now. PipeWire says in two parts what it says.
    private var hasNews = false
    private var outage = PulseOutage()
    private var title: String
    private var volume = SinkVolume.full
    private var underflows = PulseUnderflows()

    init(settings: PulseSettings, requests: PulseRequests, reader: SinkRenderer) {
        self.settings = settings
        self.requests = requests
        self.reader = reader
        title = settings.title
    }

    /// Plays until it is asked to finish and everything was heard, or the deadline has come.
    mutating func run(on loop: borrowing PulseMainLoop) {
        var finishing: PulseFinish?
        while true {
            step(on: loop, finishing)
            let deadline = requests.finishDeadline.load(ordering: .sequentiallyConsistent)
            if deadline != Int64.max, finishing == nil {
                finishing = PulseFinish(
                    of: reader.rendered, by: MonotonicTime(nanoseconds: deadline),
                    latency: settings.latency)
            }
            if let finishing, isOver(finishing) { break }
            wait(on: loop, finishing)
        }
        link = nil
        reader.noteHeard(reader.heard, reportingEvery: 1)
    }

    /// Waits for something to be done. Does not go to sleep where more is about to come: that costs
    /// more than to stay awake for so long.
    private mutating func wait(on loop: borrowing PulseMainLoop, _ finishing: PulseFinish?) {
        let writtenTo = link?.takeWriting()
        let isMoreToCome = writtenTo.map { $0.answersToWriting } ?? hasNews
        if isMoreToCome {
            let hasCome = loop.linger()
            hasNews = hasCome && writtenTo == nil
        } else {
            loop.run(until: nextTask(finishing))
            let count = SinkThread.wakeUpCount
            let before = requests.counters.wakeUps.exchange(count, ordering: .relaxed)
            hasNews = count != before
        }
    }

    /// Whether nothing is to be waited for any more. What is held back is not heard.
    private func isOver(_ finishing: PulseFinish) -> Bool {
        link == nil || hold != nil || finishing.isOver(heard: reader.heard)
    }

    private mutating func step(on loop: borrowing PulseMainLoop, _ finishing: PulseFinish?) {
        connectIfDue(on: loop)
        do throws(SinkFailure) {
            title = requests.title.withLock { $0.take() } ?? title
            isPlaying = try checkLink()
            guard isPlaying else { return settlePlansWithoutServer() }
            if outage.end() { reader.report(.restored) }
            link?.setTitle(title)
            try listen(finishing)
            if finishing == nil {
                obey()
                settlePlans()
            }
            fill(finishing)
        } catch {
            lose(error)
        }
    }

    /// When there is something to be done, even if nobody asks for it before.
    private mutating func nextTask(_ finishing: PulseFinish?) -> MonotonicTime {
        guard let limit = link?.limit(of: settings.patience) else { return outage.retry }
        // How far a connection has come shows by itself, but for its having taken too long.
        guard isPlaying else {
            return min(
                MonotonicTime.now.advanced(by: 0.1), finishing?.deadline ?? .distantFuture)
        }
        var time = min(limit, finishing?.deadline ?? .distantFuture)
        if link?.isAsking == false { time = min(time, nextQuestion(finishing)) }
        if let drained = timeOfDraining() { time = min(time, drained) }
        return time
    }
}

// MARK: - The connection

extension PulsePlayer {
    private mutating func connectIfDue(on loop: borrowing PulseMainLoop) {
        guard link == nil, outage.retry <= .now else { return }
        do throws(SinkFailure) {
            link = try PulseLink(on: loop, settings: settings)
        } catch {
            lose(error)
        }
    }

    /// Whether the stream plays. Throws if it does so no longer.
    private mutating func checkLink() throws(SinkFailure) -> Bool {
        let isThere =
            try link?.check(settings: settings, title: title, startingAt: reader.rendered) ?? false
        if isThere { settleIn() }
        // What is held back falls asleep by itself.
        guard isThere, link?.isSuspended == true, !isHeld else { return isThere }
        let reason = "the sound server has suspended the output; resume it there"
        if isPlaying { throw SinkFailure(reason) }
        // It wakes up for the stream, or was put to sleep on purpose; the stream stays (B22).
        if let limit = link?.limit(of: settings.patience), limit <= .now, outage.begin(at: .now) {
            reader.report(.lost(reason: reason))
        }
        return false
    }

    /// Does what can be done only once the stream is there, and the server has said what it is.
    private mutating func settleIn() {
        guard link?.isSettled == false, let kind = link?.kind else { return }
        link?.settle()
        if settings.suit(kind) { link?.resizeBuffer(settings) }
    }

    /// Gives the connection up. Output time stands still until there is another one, which goes
    /// on with what nobody has heard.
    private mutating func lose(_ failure: SinkFailure) {
        // A server that broke off played until now; one that stood still, nobody knows how long.
        if link?.isBroken == true, let clock = link?.clock {
            let last = clock.time.advanced(by: settings.requestInterval.inSeconds)
            let heard = clock.heard(at: min(.now, last))
            reader.noteHeard(min(heard, reader.rendered), reportingEvery: Self.reportInterval)
        }
        link = nil
        isPlaying = false
        hold = nil
        fade = nil
        reader.tellHeard()
        reader.goBack(to: reader.heard)
        if outage.begin(at: .now) { reader.report(.lost(reason: failure.description)) }
        settlePlansWithoutServer()
    }
}

// MARK: - Hearing

extension PulsePlayer {
    /// Seconds between two questions about timing where nothing depends on the answer.
    private static let questionInterval = 5.0

    /// Seconds between two questions about timing where something does.
    private static let urgentQuestionInterval = 0.005

    /// Learns what was heard, and whether the server is alive, and asks it if that is due.
    private mutating func listen(_ finishing: PulseFinish?) throws(SinkFailure) {
        let before = link?.clock?.time
        guard let troubles = try link?.listen(patience: settings.patience) else { return }
        // A plan that came too late is refused before anything of it counts as heard.
        if finishing == nil { settlePlans() }
        if let heard = link?.clock?.heard {
            reader.noteHeard(min(heard, reader.rendered), reportingEvery: Self.reportInterval)
        }
        // What else goes on with time, as a live stream does, is looked at when this is reported.
        if hold?.stage == .corked, link?.clock?.time != before {
            reader.report(.heard(reader.heard))
        }
        for trouble in troubles {
            switch trouble {
            case .ranDry: if finishing == nil { noteUnderflow() }
            case .late(let frame, let count):
                giveMoreRoom()
                requests.counters.lateChanges.wrappingAdd(1, ordering: .relaxed)
                reader.report(.late(from: frame, frameCount: count))
            }
        }
        link?.followVolume()
        if let volume = link?.volume, volume != self.volume {
            self.volume = volume
            reader.report(.volume(volume))
        }
        if nextQuestion(finishing) <= .now { link?.ask() }
    }

    private mutating func noteUnderflow() {
        guard reader.rendered < reader.mix.outputEnd, hold == nil else { return }
        reader.report(.underrun(count: 1))
        if underflows.note(at: .now), settings.raiseLatency() { link?.resizeBuffer(settings) }
    }

    /// When the server has to be asked how far it is: now and then, to see that it lives, and when
    /// something should have been heard that somebody waits for.
    private mutating func nextQuestion(_ finishing: PulseFinish?) -> MonotonicTime {
        guard let last = link?.askedAt else { return .distantFuture }
        guard let clock = link?.clock else {
            return last.advanced(by: Self.urgentQuestionInterval)
        }
        if let cut, clock.time < cut.since { return .now }
        if case .asking(let since) = hold?.stage, clock.time < since { return .now }
        var next = last.advanced(by: Self.questionInterval)
        if let silentSince = link?.limit(of: .zero) {
            next = min(next, silentSince.advanced(by: settings.patience.inSeconds / 3))
        }
        let mark = min(
            reader.mix.nextMark, finishing?.end ?? .distantFuture, hold?.end ?? .distantFuture)
        if mark > reader.heard, mark <= reader.rendered {
            next = min(next, clock.time(ofHearing: mark))
        }
        return max(next, last.advanced(by: Self.urgentQuestionInterval))
    }
}
