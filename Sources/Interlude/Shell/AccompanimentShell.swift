import AdCues
import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Playout

/// What a session loads other than stream and spots: the music in place of a muted stream, the
/// voice-overs of choice cards, spots that are loaded only for their lengths, and lists of assets.
struct AccompanimentShell {
    private let spots: any SpotSupply
    private let voices: (any SpotSupply)?
    private let lists: (any AssetListSupply)?
    private let decisions: (any AdDecisionSupply)?
    private let mailbox: Mailbox<SessionLoop.Message>

    /// `nil` until it is loaded; until then a muted stream is silent.
    private(set) var muteMusic: SampleStore?
    private var muteMusicLoad: MusicLoad?
    private var voiceOvers: [Int: VoiceOver] = [:]
    /// The loads of spots whose lengths are to be learnt, by their index.
    private var fills: [Int: MusicLoad] = [:]
    /// The loads of lists of assets and of decisions, by their requests.
    private var listLoads: [Int: ListLoad] = [:]
    /// The load of the lists of breaks; `nil` if there are none.
    private var planLoad: (any SpotLoad)?

    /// Its limit may have failed it when its outcome arrives: only the first end counts.
    private struct MusicLoad {
        let load: LimitedLoad
        let reply: SessionLoop.ReplyID
    }

    private struct ListLoad {
        let load: any SpotLoad
        let reply: SessionLoop.ReplyID
    }

    private struct VoiceOver {
        var load: any SpotLoad
        var reply: SessionLoop.ReplyID
        var spot: LoadedSpot?
        /// Whether the machine has dropped it. Its samples stay while a clip names them.
        var isDropped = false
    }

    /// `voices` loads voice-overs, `lists` the assets of interstitials, and `decisions` the ads for
    /// breaks; `nil` if the session has none.
    init(
        spots: any SpotSupply, voices: (any SpotSupply)?, lists: (any AssetListSupply)?,
        decisions: (any AdDecisionSupply)?, mailbox: Mailbox<SessionLoop.Message>
    ) {
        self.spots = spots
        self.voices = voices
        self.lists = lists
        self.decisions = decisions
        self.mailbox = mailbox
    }

    /// Whether a voice-over can be loaded.
    var hasVoices: Bool { voices != nil }

    /// Whether the mute music is neither loaded nor being loaded.
    var needsMuteMusic: Bool { muteMusic == nil && muteMusicLoad == nil }

    func store(ofVoiceOver number: Int) -> SampleStore? { voiceOvers[number]?.spot?.store }

    mutating func loadMuteMusic(from address: String, _ reply: SessionLoop.ReplyID) {
        let mailbox = mailbox
        let music = Advertisement(id: 0, title: "mute music", audioFileURL: address)
        let load = LimitedLoad(of: music, from: spots) { mailbox.send(.muteMusic(reply, $0)) }
        muteMusicLoad = MusicLoad(load: load, reply: reply)
    }

    mutating func takeMuteMusic(
        _ event: SpotEvent, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard let one = muteMusicLoad, one.reply == reply, muteMusic == nil else { return [] }
        switch event {
        case .connected, .received, .arrived: return []
        case .loaded(let music):
            one.load.disarm()
            muteMusic = music.store
            return [.answer(reply, [.muteMusicLoaded(frameCount: music.frameCount)])]
        case .failed(let failure):
            // The next mute requests it again.
            one.load.disarm()
            muteMusicLoad = nil
            return [.answer(reply, [.muteMusicFailed(reason: failure.words)])]
        }
    }

    /// Loads a spot to learn its length; `reply` is answered when the load ends.
    mutating func measureFill(
        _ index: Int, _ spot: Advertisement, _ reply: SessionLoop.ReplyID
    ) {
        let mailbox = mailbox
        let load = LimitedLoad(of: spot, from: spots) { mailbox.send(.fill(index, reply, $0)) }
        fills[index] = MusicLoad(load: load, reply: reply)
    }

    mutating func takeFill(
        _ event: SpotEvent, of index: Int, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard let one = fills[index], one.reply == reply else { return [] }
        let answer: SessionEvent
        switch event {
        case .connected, .received, .arrived: return []
        case .loaded(let spot):
            answer = .fillMeasured(index: index, frameCount: spot.frameCount, reason: nil)
        case .failed(let failure):
            answer = .fillMeasured(index: index, frameCount: nil, reason: failure.words)
        }
        one.load.disarm()
        fills[index] = nil
        return [.answer(reply, [answer])]
    }

    /// Loads the assets of an interstitial; `reply` is answered when the load ends.
    mutating func listAssets(
        _ request: Int, _ interstitial: Interstitial, _ reply: SessionLoop.ReplyID
    ) {
        let mailbox = mailbox
        guard let lists else {
            let reason = AssetFailure.unsupported.words
            let answer = SessionEvent.assetsListed(request: request, [], reason: reason)
            mailbox.send(.answer(reply, [answer]))
            return
        }
        let load = lists.load(interstitial) { mailbox.send(.assets(request, reply, $0)) }
        listLoads[request] = ListLoad(load: load, reply: reply)
    }

    /// Cancels a request for a list of assets, or for ads. Its outcome, which may be on its way, is
    /// left out.
    mutating func cancelRequest(_ request: Int) -> [SessionLoop.Message] {
        guard let one = listLoads.removeValue(forKey: request) else { return [] }
        one.load.cancel()
        return [.answer(one.reply, [])]
    }

    mutating func takeAssets(
        _ outcome: Result<[Advertisement], AssetFailure>, of request: Int,
        _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard listLoads.removeValue(forKey: request) != nil else { return [] }
        let answer: SessionEvent =
            switch outcome {
            case .success(let spots): .assetsListed(request: request, spots, reason: nil)
            case .failure(let failure):
                .assetsListed(request: request, [], reason: failure.words)
            }
        return [.answer(reply, [answer])]
    }

    /// Asks ad servers for the ads of a break; `reply` is answered once they have decided.
    mutating func decideAds(
        _ request: Int, _ opportunity: AdOpportunity, _ reply: SessionLoop.ReplyID
    ) {
        let mailbox = mailbox
        guard let decisions else {
            var decision = AdDecision()
            decision.failure = AdDecision.Failure(
                code: VASTError.undefined.rawValue, words: "this session asks no ad servers")
            let answer = SessionEvent.adsDecided(request: request, decision)
            mailbox.send(.answer(reply, [answer]))
            return
        }
        let load = decisions.decide(opportunity) { mailbox.send(.decision(request, reply, $0)) }
        listLoads[request] = ListLoad(load: load, reply: reply)
    }

    /// Loads the lists of breaks; `reply` is answered with them.
    mutating func planBreaks(under privacy: AdPrivacy, _ reply: SessionLoop.ReplyID) {
        let mailbox = mailbox
        guard let decisions else {
            let reason = "this session asks no ad servers"
            mailbox.send(.answer(reply, [.breaksPlanned([], reason: reason)]))
            return
        }
        planLoad = decisions.plan(under: privacy) { breaks, reason in
            mailbox.send(.answer(reply, [.breaksPlanned(breaks, reason: reason)]))
        }
    }

    mutating func takeDecision(
        _ decision: AdDecision, of request: Int, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard listLoads.removeValue(forKey: request) != nil else { return [] }
        return [.answer(reply, [.adsDecided(request: request, decision)])]
    }

    mutating func loadVoiceOver(_ number: Int, from address: String, _ reply: SessionLoop.ReplyID) {
        guard let voices else { return }
        let mailbox = mailbox
        let load = voices.load(
            Advertisement(id: 0, title: "voice-over", audioFileURL: address),
            deadlines: SpotDeadlines()
        ) { mailbox.send(.voiceOver(number, reply, $0)) }
        voiceOvers[number] = VoiceOver(load: load, reply: reply)
    }

    mutating func take(
        _ event: SpotEvent, ofVoiceOver number: Int, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard voiceOvers[number]?.isDropped == false else { return [] }
        switch event {
        case .connected, .received, .arrived: return []
        case .loaded(let voice):
            voiceOvers[number]?.spot = voice
            let event = TruexServerEvent.voiceOverLoaded(
                number: number, frameCount: voice.frameCount, voice.loudness)
            return [.answer(reply, [.truex(event)])]
        case .failed(let failure):
            let event = TruexServerEvent.voiceOverFailed(number: number, reason: failure.words)
            return [.answer(reply, [.truex(event)])]
        }
    }

    /// Cancels a voice-over's load. Its samples stay while a clip names them.
    mutating func dropVoiceOver(_ number: Int) -> [SessionLoop.Message] {
        guard let slot = voiceOvers[number] else { return [] }
        slot.load.cancel()
        voiceOvers[number]?.isDropped = true
        return [.answer(slot.reply, [])]
    }

    /// Whether it keeps the samples of a dropped voice-over.
    var keepsDropped: Bool { voiceOvers.values.contains(where: \.isDropped) }

    /// Drops the samples of dropped voice-overs that none of `planned` names.
    mutating func forgetDropped(except planned: Set<Voice>) {
        voiceOvers = voiceOvers.filter { number, slot in
            !slot.isDropped || planned.contains(.voiceOver(number: number))
        }
    }

    /// Cancels all loads, without replies.
    func close() {
        muteMusicLoad?.load.cancel()
        for one in fills.values { one.load.cancel() }
        for one in listLoads.values { one.load.cancel() }
        planLoad?.cancel()
        for slot in voiceOvers.values { slot.load.cancel() }
    }
}
