import AdPlayback
import Advertising
import MediaTime
import Playout
import TestSignals
@testable import Interlude

// MARK: - The shell and the network

extension RandomScenario {
    var liveEdge: FrameTime? {
        guard let current = machine.transport.current, current.isLive else { return nil }
        return edge
    }

    mutating func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .sourceTaken: edge = .zero
        case .openStream(let generation, let source, _, let frame):
            unopened[generation] = source
            available[generation] = frame
        case .jump(_, let generation, let frame): available[generation] = frame
        case .wait(let generation, _): waits.append(generation)
        case .awaitReady(let generation, let frame, let threshold):
            awaited[generation] = frame + threshold.frameCount
        case .closeStream(let generation):
            awaited[generation] = nil
            unopened[generation] = nil
        case .requestSwitch: sink.isAsked = true
        case .publish(let timeline, _): sink.take(timeline)
        case .advertisements(.load(let token, let spot, _)):
            loading.append(token)
            if spot.audioFileURL == machine.configuration.slate?.audioFileURL {
                slates.insert(token)
            }
        case .advertisements(.cancelLoad(let token)): loading.removeAll { $0 == token }
        case .measureFill(let index, _):
            answers.append(.fillMeasured(index: index, frameCount: 3000, reason: nil))
        case .listAssets(let request, _): lists.append(request)
        case .cancelRequest(let request): lists.removeAll { $0 == request }
        case .decideAds, .track, .planBreaks: answers += answer(to: effect)
        case .readNowPlaying(let stream, _):
            answers.append(.nowPlayingRead(stream: stream, nowPlayingCues(), reason: nil))
        case .readLoudness(let generation, let range):
            let count = max(0, (range.end - range.start) / 4800 - 3)
            guard count > 0 else { return }
            // One silence, so that the breaks come to rest.
            let energies = (0..<count).map { index in
                (24_000..<60_000).contains((range.start + index * 4800).frames) ? 0 : 0.01
            }
            answers.append(.loudnessRead(generation: generation, from: range.start, energies))
        case .loadMuteMusic: answers.append(.muteMusicLoaded(frameCount: 4800))
        case .truex(.ask(let token, _)): units.append(token)
        case .truex(.cancel(let token)), .truex(.release(let token)):
            units.removeAll { $0 == token }
        case .loadVoiceOver(let number, _): voices.append(number)
        case .dropVoiceOver(let number): voices.removeAll { $0 == number }
        case .advertisements, .truex, .log, .stateChanged, .availableDelayChanged,
            .metadataHeard, .catchUp,
            .sourceRefused, .refuse, .end:
            break
        }
    }

    /// Whether a failure of any source leads back to the home, and so does not end the session.
    var mayFail: Bool {
        machine.configuration.home != nil && machine.configuration.giveUp == nil
    }

    /// A source that is being opened cannot be played.
    mutating func fail() {
        guard let generation = unopened.keys.min() else { return }
        unopened[generation] = nil
        give(
            .source(
                generation: generation, .failed(SessionFailure(.unreachable, "it is gone"))))
    }

    mutating func open() {
        guard let generation = unopened.keys.min(), let source = unopened[generation] else {
            return
        }
        unopened[generation] = nil
        let facts = SourceFacts(
            kind: source == "file" ? .file : .live, codec: "made", sampleRate: 48_000,
            channelCount: 2)
        give(.source(generation: generation, .opened(facts)))
    }

    /// Whether everything before `frame` is decoded, or all there is.
    func isReady(_ generation: Int, _ frame: FrameTime) -> Bool {
        let available = available[generation] ?? .zero
        return available >= frame || isFile(generation) && available >= Self.fileEnd
    }

    func isFile(_ generation: Int) -> Bool {
        [machine.transport.current, machine.transport.incoming].contains {
            $0?.generation == generation && $0?.source.address == "file"
        }
    }

    mutating func becomeReady() {
        for (generation, frame) in awaited.sorted(by: { $0.key < $1.key })
        where isReady(generation, frame) {
            awaited[generation] = nil
            give(.source(generation: generation, .ready))
        }
    }

    /// A file is decoded to its end at once, a live stream as it arrives.
    mutating func decode() {
        for (generation, frame) in available.sorted(by: { $0.key < $1.key }) {
            let more = Int.random(in: 1...12_000, using: &random)
            edge = max(edge, frame + more)
            available[generation] = isFile(generation) ? max(frame, Self.fileEnd) : frame + more
        }
    }
}

extension AdvertisementPlayer {
    /// Whether it is to end because the stream has taken its break back.
    var isTakenBack: Bool {
        switch pendingEnd {
        case .breakOver(.cancelled, _)?, .drop(_, ifBegun: .breakOver(.cancelled, _)?)?: true
        case .skip?, .fail?, .breakOver?, .drop?, nil: false
        }
    }
}
