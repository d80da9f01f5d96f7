import AdDisplay
import TestSignals

/// Random actions of a listener, a host, an ad server and a session.
struct FeedScenario {
    enum Step: String, CaseIterable {
        case scroll, rest, turn, load, fail, staleAnswer, activity, edit, clean, refresh, rebuild
        case start, stop, stopAll, click, audio, settings, places
    }

    let stage: FeedStage
    private(set) var steps: [Step] = []
    private var checker = FeedInvariantChecker()
    private var random: SeededRandom
    private var pastRequests: [FeedAdRequest.ID] = []

    /// The first broken rule.
    private(set) var complaint: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let tag = ServedPlacements(
            tag: "NEWS",
            placements: [
                .stream("TOP", maxPos: 6, servingFreq: 2),
                .stream("REST", minPos: 5, servingFreq: 3),
            ])
        stage = FeedStage(
            [8, 0, 9], seed.isMultiple(of: 2) ? tag : ServedPlacements(.stream(servingFreq: 2)))
        stage.driver.ready = { $0.id.rawValue.isMultiple(of: 2) ? nil : .sample("ready") }
        stage.helper.preroll()
        _ = stage.feed.takeChanges()
    }

    mutating func run(stepCount: Int) {
        for _ in 0..<stepCount where complaint == nil {
            let step = Step.allCases.randomElement(using: &random)!
            steps.append(step)
            stage.clearLog()
            take(step)
            complaint = checker.complaint(about: stage).map { "\($0), after \(step)" }
        }
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .scroll: scroll()
        case .rest: stage.rest()
        case .turn: if let turn = stage.driver.takeTurn() { stage.helper.take(.turn(turn)) }
        case .load: answer { stage in stage.load(.audioCard) }
        case .fail:
            let failure: FeedAdFailure = Bool.random(using: &random) ? .failed : .timeout
            answer { stage in stage.fail(failure) }
        case .staleAnswer:
            if let id = pastRequests.randomElement(using: &random) {
                stage.helper.take(.loaded(id, .sample("stale")))
            }
        case .activity:
            stage.helper.setActive(Bool.random(using: &random) ? .active : .inactive)
        case .edit: edit()
        case .clean:
            stage.helper.cleanAds()
            pastRequests = stage.driver.requests.map(\.id)
        case .refresh:
            stage.helper.refresh { stage.feed.replace(with: [["a", "b", "c"], [], ["d", "e"]]) }
        case .rebuild:
            stage.feed.replace(with: [Array(repeating: "new", count: 12)])
            stage.helper.updateVisiblePosition()
        case .start: if let ad = randomAd() { stage.helper.startAd(ad) }
        case .stop: if let ad = randomAd() { stage.helper.stopAd(ad) }
        case .stopAll: stage.helper.stopAds()
        case .click: if let ad = randomAd() { stage.helper.clickAd(ad) }
        case .audio: audio()
        case .settings:
            stage.helper.settings.autoplay = Bool.random(using: &random) ? .never : .whenIdle
            stage.helper.settings.replay = Bool.random(using: &random) ? .automatic : .byListener
        case .places: places()
        }
    }

    private mutating func scroll() {
        let count = stage.feed.model.paths.count
        guard count > 3 else { return }
        let top = Int.random(in: 0..<count - 3, using: &random)
        stage.scroll(top...top + 3, Bool.random(using: &random) ? .idle : .moving)
    }

    private mutating func answer(_ answer: (FeedStage) -> Void) {
        guard let request = stage.driver.open.first else { return }
        answer(stage)
        pastRequests.append(request.id)
    }

    private mutating func edit() {
        let counts = stage.feed.itemCounts
        guard let section = counts.indices.randomElement(using: &random) else { return }
        let row = Int.random(in: 0...counts[section], using: &random)
        let path = FeedPath(section: section, row: row)
        let target = FeedPath(
            section: section, row: Int.random(in: 0...max(0, counts[section] - 1), using: &random))
        // An edit of a missing item must change nothing, so impossible edits are tried too.
        do {
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1: try stage.feed.insert("x", at: path)
            case 2: try stage.feed.remove(at: path)
            case 3: try stage.feed.move(from: path, to: target)
            case 4: try stage.feed.insertSection(["y", "z", "w"], at: section)
            case 5: try stage.feed.moveSection(from: section, to: counts.count - 1)
            default: if counts.count > 3 { try stage.feed.removeSection(at: section) }
            }
        } catch {}
    }

    private mutating func randomAd() -> FeedAdHandle? {
        stage.helper.loadedAds.randomElement(using: &random)?.id
    }

    private mutating func audio() {
        let events: [FeedAudioEvent] = [.granted, .refused, .lost, .ended]
        guard let play = stage.driver.plays.suffix(2).randomElement(using: &random) else { return }
        stage.helper.take(.audio(play.ticket, events.randomElement(using: &random)!))
    }

    private mutating func places() {
        let paths = (0..<2).map { _ in
            FeedPath(section: 0, row: Int.random(in: 0..<9, using: &random))
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: stage.helper.setAppAdPaths(paths)
        case 1: stage.helper.setCustomAdPaths(paths)
        case 2: stage.helper.setCustomAdPaths([])
        default: stage.helper.allowAds(at: Int.random(in: 0..<4, using: &random)..<20)
        }
    }
}
