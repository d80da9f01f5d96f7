import AdPlayback
import MediaTime
import StreamFetching
import TestSignals

@testable import Interlude

/// A shop's player through a day on which its stations come and go, in virtual time.
///
/// The machine and the retries are the real ones.
struct ShopDay {
    /// The time in seconds.
    private(set) var now = 0
    /// The longest time in seconds without sound.
    private(set) var longestSilence = 0
    private(set) var end: SessionEnd?
    private(set) var session: SessionHarness

    private let isHomeUp: (Int) -> Bool
    private var random: SeededRandom
    private var silence = 0
    private var seenCount = 0
    private var nextSpot = 1
    private var connections: [Int: Connection] = [:]
    private var due: [(second: Int, event: SessionEvent)] = []

    /// A source that is being opened or plays.
    private struct Connection {
        let source: String
        var policy: RetryPolicy
        var nextTry: Int
        var state = State.opening

        enum State {
            case opening, playing, lost
        }
    }

    /// `isHomeUp` tells whether the home can be reached in a second.
    init(_ configuration: SessionConfiguration, seed: UInt64, isHomeUp: @escaping (Int) -> Bool) {
        self.isHomeUp = isHomeUp
        random = SeededRandom(seed: seed)
        session = SessionHarness(configuration)
        follow()
    }

    /// The seconds heard of the present stream.
    private var place: Double {
        session.machine.streamFrame(at: session.machine.heard)?.seconds ?? 0
    }

    /// Lets `seconds` pass. Every few minutes somebody plays a source or pushes a spot.
    mutating func run(seconds: Int) {
        for _ in 0..<seconds where end == nil {
            now += 1
            if Int.random(in: 0..<150, using: &random) == 0 { act() }
            let ready = due.filter { $0.second <= now }
            due.removeAll { $0.second <= now }
            for (_, event) in ready { give(event) }
            for generation in connections.keys.sorted() { attend(to: generation) }
            hear()
        }
    }

    private mutating func act() {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: give(.command(.play(source: "dead")))
        case 1: give(.command(.play(source: "page")))
        case 2: give(.command(.play(source: "file")))
        case 3: give(.command(.play(source: "brief")))
        default:
            nextSpot += 1
            give(.command(.push([.spot(nextSpot, frames: 96_000)])))
        }
    }

    private mutating func hear() {
        let frame = FrameTime(.seconds(now))
        let place = session.machine.streamFrame(at: session.machine.heard)
        let edge = place.map { $0 + 2 * FrameTime.rate }
        let isLive = session.machine.transport.current?.isLive == true
        give(.heard(frame, liveEdge: isLive ? edge : nil))
        let isSounding = session.machine.plan.timeline.clips.contains {
            $0.output.contains(frame - 1)
        }
        silence = isSounding ? 0 : silence + 1
        longestSilence = max(longestSilence, silence)
    }

    private mutating func give(_ event: SessionEvent) {
        session.take(event)
        follow()
    }

    /// Carries out the effects that are new.
    private mutating func follow() {
        let new = session.effects[seenCount...]
        seenCount = session.effects.count
        for effect in new { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .openStream(let generation, let source, _, _):
            let limit = Home.retryLimit(
                of: source, namedBy: .operator, home: session.configuration.home,
                giveUp: session.configuration.giveUp)
            var policy = RetryPolicy(givingUpAfter: limit)
            policy.begin(at: .seconds(now))
            connections[generation] = Connection(
                source: source, policy: policy, nextTry: now + 1)
        case .closeStream(let generation): connections[generation] = nil
        case .wait(let generation, let delay):
            due.append(
                (now + Int(saturating: delay / .seconds(1)), .waitOver(generation: generation)))
        case .advertisements(.load(let token, _, _)):
            due.append((now + 1, .advertisements(.spotLoaded(token, frameCount: 96_000))))
        case .end(let end, _): self.end = end
        case .jump, .awaitReady, .sourceTaken, .sourceRefused, .catchUp, .readLoudness,
            .readNowPlaying,
            .requestSwitch,
            .publish,
            .loadMuteMusic, .measureFill, .listAssets, .planBreaks, .decideAds,
            .cancelRequest, .track,
            .advertisements, .truex,
            .loadVoiceOver,
            .dropVoiceOver,
            .log,
            .stateChanged, .availableDelayChanged, .metadataHeard, .refuse:
            break
        }
    }

    /// Whether `source` can be reached now. `brief` is a station that breaks off after 20 s.
    private func isUp(_ source: String) -> Bool {
        switch source {
        case "home": isHomeUp(now)
        case "brief": place < 20 || session.machine.transport.lifecycle.stream != "brief"
        case "file": true
        default: false
        }
    }

    private mutating func attend(to generation: Int) {
        guard var connection = connections[generation] else { return }
        let isUp = isUp(connection.source)
        defer { if connections[generation] != nil { connections[generation] = connection } }
        switch connection.state {
        case .playing where connection.source == "file": playFile(generation)
        case .playing where isUp: connection.policy.receiveAudio(at: .seconds(now))
        case .playing:
            connection.state = .lost
            connection.nextTry = now + 1
            give(.source(generation: generation, .reconnecting(reason: "lost")))
            if session.machine.transport.current?.generation == generation {
                give(
                    .starved(
                        at: session.machine.heard,
                        sourceFrame: session.machine.streamFrame(at: session.machine.heard) ?? .zero
                    ))
            }
        case .opening, .lost: retry(&connection, generation)
        }
    }

    private mutating func playFile(_ generation: Int) {
        guard place >= 30, session.machine.transport.current?.generation == generation,
            session.machine.transport.current?.exhaustedAt == nil
        else { return }
        give(.exhausted(at: session.machine.heard))
    }

    /// Tries to connect, if that is due; the policy decides what follows a failure.
    private mutating func retry(_ connection: inout Connection, _ generation: Int) {
        guard now >= connection.nextTry else { return }
        let isOpening = connection.state == .opening
        if isUp(connection.source), isOpening || connection.source != "brief" {
            connection.state = .playing
            connection.policy.receiveAudio(at: .seconds(now))
            let facts = SourceFacts(
                kind: connection.source == "file" ? .file : .live, codec: "made",
                sampleRate: 48_000, channelCount: 2)
            connections[generation] = connection
            give(.source(generation: generation, isOpening ? .opened(facts) : .reconnected))
            give(.source(generation: generation, .ready))
            return
        }
        let failure: FetchFailure =
            connection.source == "page"
            ? .source(.webPage("page")) : .ended(address: connection.source)
        switch connection.policy.decide(
            on: failure, at: .seconds(now), using: &random)
        {
        case .retry(let wait):
            connection.nextTry = now + 1 + Int(saturating: wait / .seconds(1))
        case .giveUp:
            connection.nextTry = .max
            connections[generation] = connection
            give(
                .source(
                    generation: generation,
                    .failed(SessionFailure(.unreachable, "\(connection.source) is gone"))))
            if !isOpening { give(.exhausted(at: session.machine.heard)) }
        }
    }
}
