import CPulse
import MediaTime
import PCMAudio

/// The thread of a ``PulseSink``: keeps a stream open at the server, fills it, and watches it.
///
/// It sleeps until the server asks for more, somebody else wants something, or
/// something is due: see ``PulsePlayer/nextTask(_:)``.
struct PulsePlayer: ~Copyable {
    /// Frames between two reports of what was heard, where no mark asks for one sooner.
    private static let reportInterval = FrameTime.rate / 20

    let settings: PulseSettings
    let requests: PulseRequests
    let reader: MixReader
    var link: PulseLink?
    /// A change of sound that waits for the server to say how far it has read.
    var cut: PulseCut?
    /// How much later than necessary the next change is, in frames.
    var cutMargin = PulseCut.leastMargin
    private var isPlaying = false
    private var outage = PulseOutage()
    private var title: String

    init(settings: PulseSettings, requests: PulseRequests, reader: MixReader) {
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
            if let finishing, link == nil || finishing.isOver(heard: reader.heard) { break }
            loop.run(until: nextTask(finishing))
        }
        link = nil
        reader.noteHeard(reader.heard, reportingEvery: 1)
    }

    private mutating func step(on loop: borrowing PulseMainLoop, _ finishing: PulseFinish?) {
        connectIfDue(on: loop)
        do throws(SinkFailure) {
            let title = requests.title.withLock { $0.take() }
            if let title { self.title = title }
            if isPlaying, link?.isSuspended == true { throw SinkFailure(PulseLink.suspended) }
            isPlaying =
                try link?.check(
                    settings: settings, title: self.title, startingAt: reader.rendered) ?? false
            guard isPlaying else { return settlePlansWithoutServer() }
            if outage.end() { reader.report(.restored) }
            if let title { link?.setTitle(title) }
            try listen(finishing)
            if finishing == nil { settlePlans() }
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
        reader.goBack(to: reader.heard)
        if outage.begin() { reader.report(.lost(reason: failure.description)) }
        settlePlansWithoutServer()
    }
}

// MARK: - Hearing

extension PulsePlayer {
    /// Seconds between two questions about timing where nothing depends on the answer.
    private static let questionInterval = 2.0

    /// Seconds between two questions about timing where something does.
    private static let urgentQuestionInterval = 0.005

    /// Learns what was heard, and whether the server is alive, and asks it if that is due.
    private mutating func listen(_ finishing: PulseFinish?) throws(SinkFailure) {
        guard let ranDry = try link?.listen(patience: settings.patience) else { return }
        if let heard = link?.clock?.heard {
            reader.noteHeard(min(heard, reader.rendered), reportingEvery: Self.reportInterval)
        }
        let isDone = finishing != nil || reader.rendered >= reader.mix.outputEnd
        if ranDry && !isDone { reader.report(.underrun(count: 1)) }
        if nextQuestion(finishing) <= .now { link?.ask() }
    }

    /// When the server has to be asked how far it is: now and then, to see that it lives, and when
    /// something should have been heard that somebody waits for.
    private mutating func nextQuestion(_ finishing: PulseFinish?) -> MonotonicTime {
        guard let last = link?.askedAt else { return .distantFuture }
        guard let clock = link?.clock else {
            return last.advanced(by: Self.urgentQuestionInterval)
        }
        if let cut, clock.time < cut.since { return .now }
        var next = last.advanced(by: Self.questionInterval)
        if let silentSince = link?.limit(of: .zero) {
            next = min(next, silentSince.advanced(by: settings.patience.inSeconds / 3))
        }
        let mark = min(reader.mix.nextMark, finishing?.end ?? .distantFuture)
        if mark > reader.heard, mark <= reader.rendered {
            next = min(next, clock.time(ofHearing: mark))
        }
        return max(next, last.advanced(by: Self.urgentQuestionInterval))
    }
}

// MARK: - Filling

extension PulsePlayer {
    private mutating func fill(_ finishing: PulseFinish?) {
        if isWaitingForPlan, let drained = timeOfDraining(), drained <= .now {
            reader.giveUpHold()
        }
        if finishing == nil {
            let end = min(reader.limit, endOfUse())
            link?.fill(from: reader, upTo: end)
        }
        // The server plays the last frames only when enough follows them (B12), and without
        // an end of what it plays it goes on saying how much of them was heard.
        if finishing != nil || reader.rendered >= reader.mix.outputEnd {
            link?.fillWithSilence(from: reader.rendered)
        }
    }

    /// Frames by which more is rendered than has to be, where samples are missing.
    private static let piece = FrameTime.rate / 100

    /// Up to where it is of use to render: as far as there are samples, and where there are none as
    /// far as has to be queued. What is late may still come before it is missed.
    private mutating func endOfUse() -> FrameTime {
        guard let clock = link?.clock else { return .distantFuture }
        let due = clock.heard(at: .now) + settings.leastQueued.frameCount + Self.piece
        return max(reader.suppliedEnd, due)
    }

    private var isWaitingForPlan: Bool { reader.hold.map { reader.rendered >= $0 } ?? false }

    /// When too little will be queued to go on waiting, for a plan or for samples; `nil` if neither
    /// is waited for.
    private mutating func timeOfDraining() -> MonotonicTime? {
        guard let clock = link?.clock,
            isWaitingForPlan || reader.rendered >= reader.suppliedEnd
        else { return nil }
        return clock.time(ofHearing: reader.rendered - settings.leastQueued.frameCount)
    }
}
