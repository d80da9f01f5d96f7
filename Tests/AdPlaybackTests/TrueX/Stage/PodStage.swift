import AdPlayback
import MediaTime

/// A coordinator with a shell that plays a stream on command, and carries out the effects.
struct PodStage {
    private(set) var coordinator: TruexCoordinator
    private(set) var now: FrameTime = .zero
    private(set) var position: FrameTime = .zero
    private(set) var isHeld = false
    private(set) var isOpen = false
    private(set) var token: TruexToken?
    private(set) var wakeTime: FrameTime?

    /// Whether renderers find an ad at once.
    let adServer: AdServer

    /// The effects as text, without wakes and answers of the ad server.
    private(set) var log: [String] = []

    enum AdServer {
        case answers
        case silent
    }

    /// Opens a stream with these pods at second `start`.
    init(
        _ pods: TruexPod..., at start: Double = 0, policy: TruexPolicy = TruexPolicy(),
        adServer: AdServer = .answers
    ) {
        coordinator = TruexCoordinator(policy: policy)
        self.adServer = adServer
        open(pods, at: start)
    }

    mutating func open(_ pods: [TruexPod], at start: Double = 0) {
        position = .at(start)
        isOpen = true
        isHeld = false
        send(.opened(at: position))
        send(.podsChanged(pods))
    }

    @discardableResult
    mutating func send(_ event: TruexCoordinator.Event) -> [TruexCoordinator.Effect] {
        let answer = coordinator.receive(event, at: now)
        for effect in answer { carryOut(effect) }
        for case .create(let token, _, _) in answer where adServer == .answers {
            for effect in coordinator.receive(.renderer(token, .fetchAdComplete), at: now) {
                if case .wake = effect { carryOut(effect) }
            }
        }
        return answer
    }

    private mutating func carryOut(_ effect: TruexCoordinator.Effect) {
        switch effect {
        case .wake(let time):
            wakeTime = time
            return
        case .create(let token, _, _): self.token = token
        case .hold, .fill: isHeld = true
        case .land(let landing):
            position = landing.target
            isHeld = false
        case .seek(let target): position = target
        case .closeStream: isOpen = false
        case .start, .stop, .release, .pause, .resume, .forward, .endCard, .refuseSeek, .controls,
            .spots, .log:
            break
        }
        log.append(effect.text)
    }

    /// Plays until this second of the stream, or until it is held.
    mutating func play(to second: Double) {
        while isOpen, !isHeld, position < .at(second) {
            let next = min(coordinator.nextMark, .at(second))
            let count = next - position
            guard count > 0 else { return }
            position = next
            pass(count)
            send(.heard(position))
        }
    }

    /// Lets time pass while the stream is held.
    mutating func wait(_ seconds: Double) {
        pass(Duration(clamping: seconds, to: .session).frameCount)
    }

    private mutating func pass(_ count: Int) {
        let end = now + count
        while let time = wakeTime, time <= end {
            now = max(now, time)
            send(.wake)
        }
        now = end
    }

    /// Sends events of the newest renderer.
    mutating func tell(_ events: TruexEvent...) {
        for event in events { if let token { send(.renderer(token, event)) } }
    }

    mutating func clearLog() { log = [] }

    /// The lines of the log that begin with one of these words.
    func lines(_ words: String...) -> [String] {
        log.filter { line in words.contains { line.hasPrefix($0) } }
    }

    var second: Double { position.seconds }
}

extension PodStage {
    /// A stream with a pod at second 100, in the phase with this name.
    static func at(_ phase: String) -> PodStage {
        var stage = PodStage(.sample("mid", at: 100, phase == "card" ? .truexCard : .truex))
        switch phase {
        case "card": stage.play(to: 101)
        case "preparing": stage.play(to: 90)
        case "waitingForSpot":
            stage.send(.spotsChanged(.playing))
            stage.play(to: 100)
        case "waitingStart": stage.play(to: 100)
        case "interactive", "popup", "leaving", "linearAds":
            stage.play(to: 100)
            stage.tell(.coffeeStarted)
        default: break
        }
        switch phase {
        case "popup": stage.tell(.popupWebsite("http://brand/"))
        case "leaving":
            stage.send(.reachChanged(.seconds(0, 110)))
            stage.tell(.adFreePod, .adCompleted(timeSpent: 30))
        case "linearAds": stage.tell(.adCompleted(timeSpent: 0))
        default: break
        }
        return stage
    }
}

extension TruexPod {
    /// A pod of `length` seconds: a placeholder of 2 s, and two ads that share the rest.
    static func sample(
        _ id: String, at start: Double, length: Double = 60, _ kind: Kind = .truex,
        _ slotType: TruexSlotType = .midroll
    ) -> TruexPod {
        let middle = start + 2 + (length - 2) / 2
        return TruexPod(
            id: id, range: .seconds(start, start + length), slotType: slotType,
            ads: [
                Ad(range: .seconds(start, start + 2), kind: kind),
                Ad(range: .seconds(start + 2, middle), kind: .linear),
                Ad(range: .seconds(middle, start + length), kind: .linear),
            ])
    }
}

extension FrameTime {
    /// The frame at this second.
    static func at(_ second: Double) -> FrameTime {
        FrameTime(Duration(clamping: second, to: .session))
    }
}

extension FrameRange {
    static func seconds(_ start: Double, _ end: Double) -> FrameRange {
        FrameRange(.at(start), .at(end))
    }
}
