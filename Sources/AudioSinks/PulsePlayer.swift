import CPulse
import MediaTime
import PCMAudio

/// The thread of a ``PulseSink``: keeps a stream open at the server, fills it, and watches it.
struct PulsePlayer: ~Copyable {
    /// How long the thread sleeps at most: how late a mark may be reported.
    private static let tick = Duration.milliseconds(10)
    /// Frames between two reports of what was heard, where no mark asks for one sooner.
    private static let reportInterval = FrameTime.rate / 20
    /// What is rendered past what was asked for before a switch: 20 ms.
    private static let switchMargin = 960
    private let settings: PulseSettings
    private let requests: PulseRequests
    private let reader: MixReader
    private var link: PulseLink?
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
            step(on: loop, isFinishing: finishing != nil)
            let deadline = requests.finishDeadline.load(ordering: .sequentiallyConsistent)
            if deadline != Int64.max {
                let end = finishing ?? beginToFinish(by: MonotonicTime(nanoseconds: deadline))
                finishing = end
                if link == nil || end.isOver(heard: reader.heard) { break }
            }
            loop.run(for: Self.tick)
        }
        link = nil
        reader.noteHeard(reader.heard, reportingEvery: 1)
    }

    private func beginToFinish(by deadline: MonotonicTime) -> PulseFinish {
        PulseFinish(of: reader.rendered, by: deadline, latency: settings.latency)
    }

    private mutating func step(on loop: borrowing PulseMainLoop, isFinishing: Bool) {
        connectIfDue(on: loop)
        do throws(SinkFailure) {
            let title = requests.title.withLock { $0.take() }
            if let title { self.title = title }
            let isPlaying = try link?.check(
                settings: settings, title: self.title, startingAt: reader.rendered)
            guard isPlaying == true else { return answerWithoutServer() }
            if outage.end() { reader.report(.restored) }
            if let title { link?.setTitle(title) }
            try listen(isFinishing: isFinishing)
            if !isFinishing { play() }
            // The server plays the last frames only when enough follows them (B12), and without
            // an end of what it plays it goes on saying how much of them was heard.
            if isFinishing || reader.rendered >= reader.mix.outputEnd { link?.fillWithSilence() }
        } catch {
            lose(error)
        }
    }
}

// MARK: - The connection

extension PulsePlayer {
    private mutating func connectIfDue(on loop: borrowing PulseMainLoop) {
        guard link == nil, outage.isRetryDue else { return }
        do throws(SinkFailure) {
            link = try PulseLink(on: loop, settings: settings)
        } catch {
            lose(error)
        }
    }

    /// Gives the connection up. Output time stands still until there is another one, which goes
    /// on with what nobody has heard.
    private mutating func lose(_ failure: SinkFailure) {
        link = nil
        reader.goBack(to: reader.heard)
        if outage.begin() { reader.report(.lost(reason: failure.description)) }
    }

    /// Nothing is played, so sound can be changed from the next frame on.
    private func answerWithoutServer() {
        settlePlans(switchableFrom: reader.rendered)
    }
}

// MARK: - Playing

extension PulsePlayer {
    /// Learns what was heard, and whether the server is alive.
    private mutating func listen(isFinishing: Bool) throws(SinkFailure) {
        guard let news = try link?.listen(patience: settings.patience) else { return }
        reader.noteHeard(
            min(news.heard, reader.rendered), reportingEvery: Self.reportInterval)
        let isDone = isFinishing || reader.rendered >= reader.mix.outputEnd
        if news.ranDry && !isDone { reader.report(.underrun(count: 1)) }
    }

    /// Takes plans over, and fills the stream.
    private mutating func play() {
        settlePlans(switchableFrom: reader.rendered + Self.switchMargin)
        if let hold = reader.hold, reader.rendered >= hold {
            let queued = link?.queuedFrameCount(before: reader.rendered) ?? 0
            if queued < settings.leastQueued.frameCount { reader.giveUpHold() }
        }
        while true {
            let allowed = reader.limit - reader.rendered
            guard let written = link?.fill(atMost: allowed, from: reader), written > 0 else {
                return
            }
        }
    }

    private func settlePlans(switchableFrom frame: FrameTime) {
        let isRequested = requests.isSwitchRequested.exchange(
            false, ordering: .sequentiallyConsistent)
        let adoption = reader.adoptNewest(replacingFrom: reader.rendered)
        if adoption == .refused { reader.hold(at: frame, .refused(frame)) }
        if isRequested { reader.hold(at: frame, .switchable(frame)) }
    }
}
