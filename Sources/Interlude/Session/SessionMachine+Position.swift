import AdPlayback
import MediaTime
import Playout

/// Where the listener is in the stream, and how he gets elsewhere.
extension SessionMachine {
    /// The stream frame that is heard at output frame `time`, or with which the stream goes on.
    func streamFrame(at time: FrameTime) -> FrameTime? {
        if let hold = transport.hold { return hold.streamFrame }
        guard let current = transport.current else { return nil }
        if let position = plan.timeline.position(of: current.voice, at: time) { return position }
        if let rest = plan.rest, rest.voice == current.voice, rest.start <= time {
            return rest.streamFrame
        }
        return current.position
    }

    /// Whether the stream goes on with output time at output frame `time`, heard or not.
    func isStreamRunning(at time: FrameTime) -> Bool {
        guard let voice = transport.current?.voice else { return false }
        return plan.timeline.clip(of: voice, at: time) != nil
    }

    /// Whether a live stream is not heard at output frame `time`, and not consumed either.
    func isLiveAtRest(at time: FrameTime) -> Bool {
        guard let current = transport.current, current.isLive,
            current.hasBegun || transport.hold != nil
        else {
            return false
        }
        return !isStreamRunning(at: time)
    }

    /// The breaks that are known at output frame `time` to come.
    func comingBreaks(at time: FrameTime) -> [ComingBreak] {
        let scripted = script.compactMap { entry -> ComingBreak? in
            guard case .push(let spots) = entry.command, entry.time > time else { return nil }
            return ComingBreak(in: .frames(entry.time - time), spotCount: spots.count)
        }
        let shifted = breaks.delayed.pushes(listener: streamFrame(at: time) ?? .zero)
            .map { ComingBreak(in: $0.wait, spotCount: $0.spotCount) }
        return (scripted + shifted).sorted { $0.wait < $1.wait }
    }

    /// How many frames the listener is behind the live edge; `nil` for a file.
    func lag(at time: FrameTime) -> Int? {
        guard transport.current?.isLive == true, let edge = transport.live.frame,
            let frame = streamFrame(at: time)
        else { return nil }
        // The edge moves on between reports as time does.
        return max(0, edge - frame + (time - transport.live.time))
    }

    /// How many frames further behind live the listener is than the stream's beginning put him.
    ///
    /// Less than half a second is the network's doing, and counts as none.
    var shiftFrameCount: Int {
        guard let lag = lag(at: heard), let initial = transport.live.initialLag else { return 0 }
        let shift = lag - initial
        return shift < FrameTime.rate / 2 ? 0 : shift
    }

    /// How much of a live stream is kept behind its live edge.
    var availableDelay: Duration {
        guard let edge = transport.live.frame else { return .zero }
        return min(keptWindow, edge.duration)
    }

    /// How much of a live stream is kept once so much has come.
    var keptWindow: Duration {
        min(configuration.maxDelay, transport.current?.source.kept ?? configuration.maxDelay)
    }

    /// Takes note that only `length` of a stream is kept, or all that is asked for if it is `nil`.
    mutating func noteKept(_ length: Duration?, delayBefore before: Duration) {
        if let length, !transport.live.isShort {
            transport.live.isShort = true
            warn(
                "only \(Int(saturating: length.inSeconds)) s of the stream can be kept: the folder for "
                    + "temporary files is full, or the stream is too large")
        }
        let after = availableDelay
        if after != before { effects.append(.availableDelayChanged(after)) }
    }

    mutating func seek(to time: Duration) {
        guard let current = transport.current, !isChangingSource else {
            return refuse("nothing plays yet")
        }
        switch current.source.facts?.kind {
        case .live: setDelay(time < .zero ? .zero - time : time)
        case .pipe: refuse("what comes over a pipe is heard in order; play a file to seek in it")
        case .file, nil: seekInFile(to: FrameTime(max(.zero, time)))
        }
    }

    /// Goes to stream frame `frame` of a file, unless the file is known to end before it.
    ///
    /// A script gets no answer, so the log says it as well.
    private mutating func seekInFile(to frame: FrameTime) {
        if let end = transport.current?.source.length, frame >= end {
            warn(Self.words(forEnd: end))
            return refuse(Self.words(forEnd: end))
        }
        ask(for: frame)
    }

    mutating func setDelay(_ delay: Duration) {
        guard transport.current?.isLive == true, !isChangingSource, let edge = transport.live.frame
        else {
            return refuse("only a live stream has a delay")
        }
        let clamped = min(max(.zero, delay), availableDelay)
        guard ask(for: max(.zero, edge - clamped.frameCount)) else { return }
        tell(.delayChanged(clamped))
    }

    /// Goes to stream frame `frame` as a listener asks, unless a break comes first, or is on.
    ///
    /// Returns `false` if it was refused.
    @discardableResult
    private mutating func ask(for frame: FrameTime) -> Bool {
        guard transport.hold == nil else {
            refuse(Self.heldWords)
            return false
        }
        guard truex.isActive else {
            jump(to: frame)
            transport.incoming?.isAskedFor = true
            return true
        }
        let before = effects.count
        tellTruex(.seekRequested(to: frame))
        return !effects[before...].contains { if case .refuse = $0 { true } else { false } }
    }

    mutating func goLive() {
        guard transport.current?.isLive == true, !isChangingSource, let edge = transport.live.frame
        else {
            return refuse("only a live stream has a live edge")
        }
        guard ask(for: max(.zero, edge - (transport.live.initialLag ?? FrameTime.rate))) else {
            return
        }
        if isPaused { move(.resume) }
    }

    /// Jumps to the oldest that is kept of a live stream if what comes next is older than that.
    mutating func stayInWindow() {
        guard transport.current?.isLive == true, !transport.lifecycle.isPaused,
            let edge = transport.live.frame,
            let next = streamFrame(at: heard)
        else { return }
        let oldest = edge - keptWindow.frameCount
        if next < oldest { goOn(withOldest: oldest) }
    }

    /// Jumps to `oldest`, the first frame that is kept of a live stream, and a little further: it
    /// moves on before the first is decoded. Does nothing if the stream goes elsewhere anyway.
    mutating func goOn(withOldest oldest: FrameTime) {
        guard transport.hold == nil else { return moveReturn(toOldest: oldest) }
        guard transport.incoming == nil else { return }
        warn("what comes next is further behind live than is kept: it goes on with the oldest")
        jump(to: oldest + min(FrameTime.rate, keptWindow.frameCount / 2))
    }

    /// Goes on as far behind live as before the output was lost, if that is how it is to resume
    /// (rule X6).
    mutating func catchUp() {
        guard transport.output == .running, let before = transport.live.lagAtLoss,
            let now = lag(at: heard),
            let edge = transport.live.frame
        else { return }
        transport.live.lagAtLoss = nil
        guard transport.hold == nil else { return }
        // Less than half a second is the network's doing.
        guard configuration.resume == .live, transport.incoming == nil, !isPaused,
            now - before >= FrameTime.rate / 2
        else { return stayInWindow() }
        jump(to: max(.zero, edge - before))
    }

    /// Whether another source is being opened.
    var isChangingSource: Bool {
        transport.incoming?.origin == .opened
    }

    /// The output frame at which the listener comes to what is kept for them; `nil` while the
    /// stream that is laid out does not lead there, as in a pause.
    var nextDelivery: FrameTime? {
        guard transport.live.frame != nil, transport.hold == nil,
            let voice = transport.current?.voice,
            let next = breaks.delayed.firstOccurrence
        else { return nil }
        return plan.timeline.time(of: voice, reaching: next, from: heard)
            .map { max($0, heard + 1) }
    }

    /// Lets the stream go on from stream frame `frame`, as a generation of its own.
    mutating func jump(to frame: FrameTime) {
        guard let current = transport.current else { return }
        transport.rebufferLag = RebufferLag()
        let (generation, replaced) = transport.prepare(
            current.source.address, namedBy: current.source.namer, .jumped, from: frame)
        // The connection is the same, and not opened a second time.
        if current.isLive { transport.incoming?.source.facts = current.source.facts }
        effects.append(
            current.isLive
                ? .jump(
                    from: replaced ?? current.generation, generation: generation, to: frame)
                : .openStream(
                    generation: generation, source: current.source.address,
                    namedBy: current.source.namer, from: frame))
        // Only now: the connection of a live stream goes from one generation to the next.
        if let replaced { effects.append(.closeStream(generation: replaced)) }
        awaitReady(generation, from: frame, configuration.startThreshold)
    }

    /// Opens the configuration's source from stream frame `frame` on.
    mutating func open(_ source: String, from frame: FrameTime) {
        let (generation, replaced) = transport.prepare(
            source, namedBy: .operator, .opened, from: frame)
        if let replaced { effects.append(.closeStream(generation: replaced)) }
        effects.append(
            .openStream(
                generation: generation, source: source, namedBy: .operator, from: frame))
        awaitReady(generation, from: frame, configuration.startThreshold)
    }

    mutating func awaitReady(_ generation: Int, from frame: FrameTime, _ threshold: Duration) {
        effects.append(.awaitReady(generation: generation, from: frame, threshold))
    }
}
