import MediaTime

/// What a step writes.
struct ALSAFilling {
    /// The frame up to which the device's queue has room.
    var end = FrameTime.zero
    /// The frame up to which there is something to render.
    var soundEnd = FrameTime.zero
    /// The frame from which on silence follows.
    var silenceStart = FrameTime.distantFuture
    /// Whether the device accepts frames.
    var isOpen = false
    /// Whether the device has to be started after writing.
    var mustStart = false
    /// Whether the device was asked to give frames back.
    var hasRewound = false
}

/// Writing.
extension ALSAMachine {
    /// The most frames in one write: a change is heard soonest if its first frames are written
    /// before the next ones are rendered. 10 ms.
    static let longestWrite = FrameTime.rate / 100

    /// How many frames are queued at least before the device starts. 10 ms.
    private static let startLevel = FrameTime.rate / 100

    /// How many frames more than necessary are rendered when samples are missing. 10 ms.
    private static let spareFrameCount = FrameTime.rate / 100

    /// The length of the queue at which it is filled again.
    var refillLevel: Int {
        guard let queue else { return 0 }
        return queue.canRewind ? queue.depth / 2 : queue.depth * 3 / 4
    }

    /// The least queue while the sink waits for a plan or for samples.
    var leastQueued: Int {
        guard let queue else { return 0 }
        return queue.canRewind ? min(FrameTime.rate / 25, queue.depth / 4) : queue.depth / 2
    }

    /// Whether the sink waits for a plan or for samples.
    var isWaiting: Bool {
        let isAtBarrier = renderer.renderBarrier.map { renderer.rendered >= $0 } ?? false
        return finishing == nil && (isAtBarrier || renderer.rendered >= filling.soundEnd)
            && renderer.rendered < renderer.mix.outputEnd
    }

    /// Decides what to render and write.
    mutating func beginFilling() {
        guard let queue else { return }
        filling.isOpen = true
        filling.mustStart = queue.stage == .prepared
        filling.end = queue.written + queue.missingFrameCount
        guard finishing == nil else {
            filling.soundEnd = renderer.rendered
            filling.silenceStart = renderer.rendered
            return
        }
        let isAtBarrier = renderer.renderBarrier.map { queue.written >= $0 } ?? false
        if isAtBarrier, queue.stage == .running, queue.queuedFrameCount <= leastQueued {
            renderer.dropBarrier()
        }
        // Late samples may still arrive before they are needed.
        let needed = queue.written + leastQueued + Self.spareFrameCount - queue.queuedFrameCount
        filling.soundEnd = min(renderer.limit, max(renderer.suppliedEnd, needed))
        filling.silenceStart = renderer.mix.outputEnd
    }

    /// The next command; `nil` once the step is complete. Before each call, report the result of
    /// the last command.
    mutating func nextCommand() -> ALSACommand? {
        if !commands.isEmpty { return commands.removeFirst() }
        guard let queue, filling.isOpen else { return nil }
        if renderer.rendered < queue.written {
            let count = queue.written - renderer.rendered
            if queue.canRewind, queue.silenceFrameCount == 0, !filling.hasRewound {
                filling.hasRewound = true
                return .rewind(count)
            }
            // These frames are heard under the old plan.
            renderer.report(.late(from: renderer.rendered, frameCount: count))
            switchMargin.noteLatePlan()
            return .skip(frameCount: count)
        }
        let length = min(filling.end, filling.soundEnd, queue.written + Self.longestWrite)
        if length > queue.written {
            return .writeSound(frameCount: length - queue.written)
        }
        if renderer.rendered >= filling.silenceStart {
            let count = filling.end - (queue.written + queue.silenceFrameCount)
            if count > 0, queue.roomFrameCount > 0 {
                return .writeSilence(frameCount: min(count, Self.longestWrite))
            }
        }
        if filling.mustStart, queue.queuedFrameCount >= Self.startLevel {
            filling.mustStart = false
            hasStarted = true
            return .start
        }
        // A change follows the queue, so the queue is filled first: the session gets more time.
        if !queue.canRewind, finishing == nil {
            // And more after plans that came late.
            answerSwitch(with: renderer.rendered + switchMargin.extraFrameCount)
        }
        filling.isOpen = false
        return nil
    }

    /// Records that the device has accepted the first `accepted` of `frameCount` rendered frames.
    mutating func wrote(_ accepted: Int, of frameCount: Int) {
        queue?.noteWriting(of: accepted)
        guard accepted < frameCount, let queue else { return }
        renderer.goBack(to: queue.written)
        if accepted == 0 { refuse() }
    }

    mutating func wroteSilence(_ accepted: Int) {
        queue?.noteSilence(of: accepted)
        if accepted == 0 { refuse() }
    }

    private mutating func refuse() {
        isUnwilling = true
        filling.isOpen = false
    }

    /// Records that the device has given back `frameCount` frames, which may be more or fewer than
    /// requested; `nil` if it cannot.
    mutating func rewound(_ frameCount: Int?) {
        guard let frameCount else { queue?.noteFailedRewinding(); return }
        let count = min(max(0, frameCount), queue.map { $0.written - $0.base } ?? 0)
        queue?.noteRewinding(of: count)
        if let queue { renderer.goBack(to: queue.written) }
    }
}

/// Adopts plans.
extension ALSAMachine {
    /// Adopts or refuses the published plan, and answers a request to switch if the queue can be
    /// rewritten.
    mutating func settlePlans() {
        guard let queue else { return }
        let earliest = min(
            queue.firstReplaceable(after: PendingSwitch.wayFrameCount), renderer.rendered)
        switch renderer.adoptNewest(replacingFrom: earliest) {
        case .none: break
        case .adopted: switchMargin.notePlanInTime()
        case .refused:
            switchMargin.noteLatePlan()
            noteRefusal()
        }
        guard queue.canRewind else { return }
        let margin = PendingSwitch.wayFrameCount + switchMargin.frameCount
        answerSwitch(with: min(queue.firstReplaceable(after: margin), renderer.rendered))
    }

    /// The same while nothing plays: audio can be changed from the next frame on.
    mutating func settlePlansWithoutDevice() {
        if renderer.adoptNewest(replacingFrom: renderer.rendered) == .refused { noteRefusal() }
        answerSwitch(with: renderer.rendered)
    }

    private mutating func noteRefusal() {
        pendingSwitch = pendingSwitch ?? PendingSwitch(since: now)
        pendingSwitch?.followsRefusal = true
    }

    /// Answers the pending request. One waits until a refused plan was replaced.
    private mutating func answerSwitch(with frame: FrameTime) {
        guard let answered = pendingSwitch else { return }
        if answered.followsRefusal {
            pendingSwitch =
                answered.isRequested ? PendingSwitch(since: now, isRequested: true) : nil
            renderer.setBarrier(at: frame, answering: .refused(frame))
        } else if !renderer.awaitsAnotherPlan {
            pendingSwitch = nil
            renderer.setBarrier(at: frame, answering: .switchable(frame))
        }
    }
}
