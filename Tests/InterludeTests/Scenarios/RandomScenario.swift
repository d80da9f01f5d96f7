import AdCues
import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout
import TestSignals
@testable import Interlude

/// One random scenario of a session: its machine, with a random shell, network and sink.
struct RandomScenario {
    let seed: UInt64
    private(set) var machine: SessionMachine
    private(set) var events: [SessionEvent] = []
    private(set) var visits: [Step: Int] = [:]

    var random: SeededRandom
    private(set) var witness: SessionWitness
    var sink = ModelSink()
    private var nextSpot = 1

    /// The frames of the streams, by generation, and the streams that still have to report ready.
    var available: [Int: FrameTime] = [:]
    var awaited: [Int: FrameTime] = [:]
    /// The live edge.
    var edge = FrameTime.zero
    var unopened: [Int: String] = [:]
    var loading: [PlayToken] = []
    /// The slates among them, and those that were loaded.
    var slates: Set<PlayToken> = []
    /// The answers to effects that were not given yet.
    var answers: [SessionEvent] = []
    /// The waits that are not over.
    var waits: [Int] = []
    /// The requests for lists of assets that are not answered.
    var lists: [Int] = []
    /// The renderers that wait for their ad server, and the loading voices.
    var units: [TruexToken] = []
    var voices: [Int] = []

    /// The length of each file.
    static let fileEnd = FrameTime(60_000)
    /// The distance in frames at which a refused plan is requested again.
    private static let delay = 700

    enum Step: Hashable, CaseIterable {
        case render, hear, answer, refuse, lose, restore, load, failLoad, open, ready, decode
        case reconnect, push, pause, unpause, seek, goLive, volume, skip, mute, unmute, change
        case ignore, stop, cue, answerList
        case skipBreak, adVolume, consent
        case fail, endWait
        case learnPods, answerUnit, loadVoice, actOnUnit, delay, leave
    }

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        var configuration = SessionConfiguration(
            source: Bool.random(using: &random) ? "live" : "file")
        configuration.breakPolicy = BreakPolicy.allCases.randomElement(using: &random) ?? .mute
        configuration.resume = Bool.random(using: &random) ? .live : .continue
        configuration.home = [nil, "live", "file"].randomElement(using: &random) ?? nil
        configuration.giveUp = Bool.random(using: &random) ? nil : .seconds(60)
        configuration.markers?.fill = [3000, 9000].map { frameCount in
            var spot = Advertisement.spot(0, frames: frameCount)
            spot.adID = .text(SessionWitness.fillID)
            return spot
        }
        // A break without an end comes to rest too.
        configuration.askAdServers(in: seed)
        configuration.shiftMarkersAndAddBumpers(in: seed)
        configuration.markers?.longest = .frames(24_000)
        if seed % 5 == 0 {
            configuration.markers?.silence = StreamMarkers.Silence(
                StreamMarkers.Silence.Role.allCases[Int(seed / 5 % 2)],
                length: .milliseconds(500))
        }
        if seed % 7 == 0 {
            configuration.markers?.nowPlaying = StreamMarkers.NowPlaying(
                address: "http://station/feed", every: .seconds(1))
        }
        configuration.markers?.preroll = StreamMarkers.Preroll.allCases[Int(seed / 3 % 3)]
        configuration.markers?.earlyEnd = BreakEndPolicy.allCases[Int(seed % 3)]
        configuration.markers?.overrun = BreakEndPolicy.allCases[Int(seed / 9 % 3)]
        configuration.crossfadeAds(in: seed)
        configuration.addSlate(in: seed)
        configuration.keepCredits(in: seed)
        configuration.catchUp(in: seed)
        configuration.separateCategories(in: seed)
        machine = SessionMachine(configuration)
        witness = SessionWitness(configuration, hasPods: Self.hasPods(seed))
    }

    /// Whether the stream may have pods with true[X].
    private static func hasPods(_ seed: UInt64) -> Bool { seed % 3 != 0 }

    /// The broken rule and where.
    var complaint: String? {
        witness.complaint.map { "scenario \(seed), event \(events.count): \($0)" }
    }

    /// The events except the passing of time, with the resulting states.
    var story: String {
        let events = events.filter { if case .heard = $0 { false } else { true } }
        let lines = events.map { "\($0)".replacing("Interlude.", with: "") }
        return (lines + ["\(String(describing: machine.transport.current))", "\(machine.state)"])
            .joined(separator: "\n")
    }

    /// Takes `count` random steps, lets everything settle, and ends.
    mutating func run(steps count: Int) {
        give(.began)
        if Self.hasPods(seed), Bool.random(using: &random) { take(.learnPods) }
        if hasOptions { begin() }
        for _ in 0..<count where complaint == nil && !witness.isOver { take(someStep()) }
        comeToRest()
        if machine.state == .playing { expectAudible() }
        if !witness.isOver { give(.command(.stop)) }
        for _ in 0..<400 where complaint == nil && !witness.isOver { settle() }
        if !witness.isOver { witness.complain("does not end") }
        let markers = machine.configuration.markers
        let crossfade = min(machine.configuration.crossfade ?? .zero, .seconds(5)).frameCount
        witness.judge(
            sink.parts, isDucked: machine.configuration.breakPolicy == .duck,
            fadesOut: markers?.earlyEnd == .fade || markers?.overrun == .fade,
            crossfade: crossfade)
        if complaint == nil { replay() }
    }

    /// Another session that receives the same events writes the same log.
    private mutating func replay() {
        var other = SessionMachine(machine.configuration)
        var lines = witness.records[...]
        for event in events {
            for case .log(let record) in other.receive(event) {
                guard record == lines.popFirst() else {
                    return witness.complain("a replay says \(record.json)")
                }
            }
        }
        if let line = lines.first { witness.complain("a replay does not say \(line.json)") }
    }

    private mutating func someStep() -> Step {
        let useful: [Step] = [
            .render, .hear, .render, .hear, .answer, .open, .ready, .load, .decode, .answerUnit,
            .actOnUnit, .actOnUnit, .actOnUnit, .actOnUnit, .loadVoice, .learnPods, .answerList,
            .answerList, .cue,
        ]
        if hasOptions, Bool.random(using: &random) {
            return favoured.randomElement(using: &random) ?? .render
        }
        if Bool.random(using: &random) { return useful.randomElement(using: &random) ?? .render }
        return Step.allCases.randomElement(using: &random) ?? .render
    }

    private mutating func comeToRest() {
        for step in [Step.restore, .unpause, .unmute] where complaint == nil { take(step) }
        for _ in 0..<400 where complaint == nil && !witness.isOver { settle() }
    }

    /// Performs all pending work, and lets time pass.
    private mutating func settle() {
        for step in [Step.answer, .open, .decode, .ready, .load, .render, .hear] { take(step) }
        for step in [Step.answerUnit, .answerList, .loadVoice, .endWait] { take(step) }
        if machine.transport.hold != nil { leaveUnits() }
    }

    private mutating func expectAudible() {
        guard !witness.isOver, let current = machine.transport.current, current.exhaustedAt == nil
        else { return }
        if machine.transport.hold != nil { witness.complain("stands still for ever") }
        let gain = machine.plan.timeline.gain(of: current.voice, at: sink.rendered + 48_000)
        // With pods it may stop before that.
        if gain != machine.focus.userVolume, !machine.keepsTime {
            witness.complain("at rest the stream has gain \(gain)")
        }
        if machine.adsAreBusy {
            let ads = "\(machine.breaks.manager.phase), \(machine.breaks.manager.admission)"
            witness.complain(
                "advertisements do not come to rest: \(ads), \(machine.truex.coordinator.state)")
        }
    }
}

// MARK: - Steps

extension RandomScenario {
    mutating func take(_ step: Step) {
        guard !witness.isOver, complaint == nil, canTake(step) else { return }
        visits[step, default: 0] += 1
        switch step {
        case .render: render(Int.random(in: 1...9000, using: &random))
        case .hear:
            let frame = sink.heard + Int.random(in: 1...9000, using: &random)
            give(.heard(sink.hear(to: frame), liveEdge: liveEdge))
            witness.compare(with: sink.renderedSpots, heardBefore: sink.heard)
        case .answer: give(.switchable(sink.answer()))
        case .refuse: refuse()
        case .lose:
            sink.lose()
            give(.sinkLost(reason: "gone"))
        case .restore:
            sink.restore()
            give(.sinkRestored)
        case .load:
            let token = loading.removeFirst()
            // Less than a second is no slate.
            let lengths = slates.contains(token) ? 47_000...60_000 : 0...12_000
            let frameCount = Int.random(in: lengths, using: &random)
            witness.noteLoaded(token, frameCount: frameCount)
            give(.advertisements(.spotLoaded(token, frameCount: frameCount)))
        case .failLoad:
            give(.advertisements(.spotFailed(loading.removeFirst(), SpotFailure(.other))))
        case .open:
            if mayFail, Int.random(in: 0..<3, using: &random) == 0 { fail() } else { open() }
        case .ready: becomeReady()
        case .decode: decode()
        case .reconnect:
            guard let generation = machine.transport.current?.generation else { return }
            give(.source(generation: generation, .reconnecting(reason: "lost")))
            if Bool.random(using: &random) { take(.hear) }
            give(.source(generation: generation, .reconnected))
            let seam = FrameTime(Int64.random(in: 0...96_000, using: &random))
            give(.source(generation: generation, .discontinuity(.reconnected, at: seam)))
        case .push: push()
        case .pause: command(.pause)
        case .unpause: command(.unpause)
        case .seek: command(.seek(.frames(Int.random(in: 0...70_000, using: &random))))
        case .goLive: command(.goLive)
        case .volume:
            command(.setVolume(Gain(linear: [0.5, 1, 1.5].randomElement(using: &random)!)))
        case .skip: command(.skip)
        case .skipBreak: command(.skipBreak)
        case .adVolume:
            command(.setAdVolume(Gain(linear: [0, 0.5, 1].randomElement(using: &random)!)))
        case .consent: command(.setPrivacy(.random(using: &random)))
        case .mute: command(.streamerMuted)
        case .unmute: command(.streamerUnmuted)
        case .change:
            command(.play(source: ["live", "file", "other"].randomElement(using: &random)!))
        case .ignore: command(.ignoreAdvertisements)
        case .stop: command(.stop)
        case .learnPods: learnPods()
        case .answerUnit: answerUnit()
        case .loadVoice: loadVoice()
        case .actOnUnit: actOnUnit()
        case .cue: sendCue()
        case .answerList: answerList()
        case .delay: command(.setDelay(.frames(Int.random(in: 0...70_000, using: &random))))
        case .leave: command(.truex(.leave))
        case .fail: fail()
        case .endWait: give(.waitOver(generation: waits.removeFirst()))
        }
    }

    private mutating func canTake(_ step: Step) -> Bool {
        switch step {
        case .answer: sink.isAsked
        case .refuse: sink.isAsked && !sink.isLost
        case .lose: !sink.isLost && Int.random(in: 0..<3, using: &random) == 0
        case .restore: sink.isLost
        case .load, .failLoad: !loading.isEmpty
        case .open: !unopened.isEmpty
        case .fail: Int.random(in: 0..<4, using: &random) == 0
        case .endWait: !waits.isEmpty
        case .ready: awaited.contains { isReady($0.key, $0.value) }
        case .change, .leave, .stop: Int.random(in: 0..<4, using: &random) == 0
        case .learnPods: Self.hasPods(seed) && Int.random(in: 0..<3, using: &random) == 0
        case .answerUnit: !units.isEmpty
        case .answerList: !lists.isEmpty
        case .loadVoice: !voices.isEmpty
        case .actOnUnit: machine.truex.shown != nil
        case .cue:
            machine.transport.current != nil && Bool.random(using: &random)
        case .render, .hear, .decode, .reconnect, .push, .pause, .unpause, .seek, .goLive, .delay,
            .volume, .adVolume, .consent, .skip, .skipBreak, .mute, .unmute, .ignore:
            true
        }
    }

    /// The answering plan comes too late, up to three times: the sink continues under the old one,
    /// and refuses it.
    private mutating func refuse() {
        var before = sink.course
        give(.switchable(sink.answer()))
        for _ in 0..<Int.random(in: 1...3, using: &random) where !witness.isOver {
            sink.goOn(with: before)
            render(Self.delay)
            before = sink.course
            give(.planRefused(sink.waitHere()))
        }
    }

    private mutating func render(_ count: Int) {
        let end = min(sink.rendered + count, machine.outputEnd)
        let voice = machine.transport.current?.voice
        let generation = machine.transport.current?.generation ?? 0
        let isFile = machine.transport.current?.source.address == "file"
        for miss in sink.render(to: end, voice, available: available[generation] ?? .zero) {
            if isFile, miss.sourceFrame >= Self.fileEnd {
                guard miss.clip.output.end == .distantFuture else { continue }
                give(.exhausted(at: miss.frame))
            } else {
                give(.starved(at: miss.frame, sourceFrame: miss.sourceFrame))
            }
        }
    }

    private mutating func push() {
        let spots = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            nextSpot += 1
            return Advertisement.spot(nextSpot, frames: 100)
        }
        guard !machine.isStopping else { return }
        witness.note(pushed: spots.count)
        let places: [StreamPlace] = [
            .time(.frames(Int.random(in: 0...90_000, using: &random))), .end,
        ]
        let ways: [SessionCommand] = [
            .push(spots), .pushAtLiveEdge(spots), .pushInStream(spots, at: places[0]),
            .pushInStream(spots, at: places[1]),
        ]
        command(ways.randomElement(using: &random) ?? .push(spots))
    }

    mutating func command(_ command: SessionCommand) { give(.command(command)) }

    /// Gives `event` to the machine, and after all its effects what answers them at once.
    mutating func give(_ event: SessionEvent) {
        var due = [event]
        while !due.isEmpty, !witness.isOver {
            let event = due.removeFirst()
            events.append(event)
            witness.see(event)
            let effects = machine.receive(event)
            witness.noteSlates(in: machine.breaks.manager.activeSpots)
            witness.noteTakenBack(
                machine.breaks.manager.activeSpots.filter(\.isTakenBack).map(\.token))
            for effect in effects {
                let isAskedFor = machine.transport.incoming?.isAskedFor == true
                witness.see(effect, isAskedFor: isAskedFor)
                carryOut(effect)
            }
            due += answers
            answers = []
        }
    }
}
