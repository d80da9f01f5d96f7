import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The assets of the breaks for which the stream names any, and what is left for spots to fill.
struct BreakAssets: Sendable {
    /// The lists that are being loaded or are known, by the numbers of breaks.
    private var lists: [Int: List] = [:]

    /// The requests whose breaks have ended before the answer.
    private var overtaken: Set<Int> = []

    /// The breaks that were handed over and are not over, by their numbers.
    private(set) var handed: [Int: Handed] = [:]

    /// Whether ad servers decide on the breaks for which the stream names nothing.
    private let decides: Bool

    /// The ads that are not heard in the last break that was handed over.
    private var leftOut: [LeftOutAd] = []

    /// Whether the rules of the operator allow ads.
    private(set) var pacing: AdPacing

    /// How many lists were requested; the number of the last request.
    private var requestCount = 0

    /// Where the programme goes on after the breaks that were heard since it was.
    private var returns = BreakReturns()

    /// How many frames before a break its list is requested.
    private let notice: Int

    init(decides: Bool = false, ahead: Duration? = nil, by rules: AdRules = AdRules()) {
        self.decides = decides
        notice = max(0, (ahead ?? StreamMarkers.usualLead).frameCount)
        pacing = AdPacing(rules)
    }

    /// An ad that is longer than the rest of its break by no more than this fits.
    static let fitTolerance = FrameTime.rate / 4

    /// What is to be told of breaks, by their numbers.
    private var trackings: [Int: AdDecision.BreakTracking] = [:]

    /// What has become of breaks, and was not told yet.
    private var news: [BreakTold] = []

    /// The breaks for which nothing was handed over and that have not begun, by their numbers.
    private(set) var unfilled: [Int: UnfilledBreak] = [:]

    /// Forgets all breaks, as those of another stream.
    mutating func forgetBreaks() {
        lists = [:]
        handed = [:]
        unfilled = [:]
        trackings = [:]
        returns = BreakReturns()
    }

    /// Forgets a break that is over.
    mutating func forget(_ number: Int) {
        if case .asked(let request)? = lists[number]?.state { overtaken.insert(request) }
        lists[number] = nil
        handed[number] = nil
        unfilled[number] = nil
        trackings[number] = nil
    }

    // MARK: Breaks that are taken back

    /// What is called off with a break.
    struct CalledOff {
        /// The request that waits for an answer.
        var request: Int?

        /// The spots that are known and were not handed over.
        var spots: [Advertisement] = []
    }

    /// Forgets a break that the stream takes back, or for which it names other media.
    mutating func callOff(_ number: Int) -> CalledOff {
        var calledOff = CalledOff(spots: waiting(for: number))
        if case .asked(let request)? = lists[number]?.state { calledOff.request = request }
        lists[number] = nil
        forget(number)
        return calledOff
    }

    /// The spots that are known of a break and were not handed over.
    func waiting(for number: Int) -> [Advertisement] {
        if case .known(let spots)? = lists[number]?.state, handed[number] == nil {
            spots
        } else {
            []
        }
    }

    /// The numbers of all breaks whose lists are being loaded or are known.
    var listedNumbers: [Int] { lists.keys.sorted() }

    /// Whether the marker of a break that has not begun names other media than when these were
    /// requested or handed over.
    func isOutdated(_ one: StreamBreak) -> Bool {
        if let handed = handed[one.number] {
            return !handed.hasBegun && handed.one.interstitial?.asset != one.interstitial?.asset
        }
        return lists[one.number].map { $0.asset != one.interstitial?.asset } ?? false
    }

    // MARK: Breaks that nothing fills

    /// Whether ad servers were asked for a break, and have no ad for it.
    func isUndecided(_ number: Int) -> Bool {
        if case .failed = lists[number]?.state { true } else { false }
    }

    /// Records that nothing is handed over for a break. `hadSpots` is whether there were spots that
    /// do not fit.
    mutating func noteUnfilled(_ one: StreamBreak, hadSpots: Bool) {
        var failure: AdDecision.Failure?
        if case .failed(let why)? = lists[one.number]?.state { failure = why }
        if failure != nil { tell("error", of: one.number) }
        forget(one.number)
        unfilled[one.number] = UnfilledBreak(one: one, hadSpots: hadSpots, failure: failure)
    }

    /// Removes and returns the unfilled breaks that begin at `place` or before, in their order.
    mutating func takeUnfilled(upTo place: FrameTime) -> [UnfilledBreak] {
        let due = unfilled.values.filter { $0.one.begin <= place }
            .sorted { ($0.one.begin, $0.one.number) < ($1.one.begin, $1.one.number) }
        for one in due { unfilled[one.one.number] = nil }
        return due
    }

    /// Where the next unfilled break begins; `nil` if there is none.
    var nextUnfilledPlace: FrameTime? { unfilled.values.map(\.one.begin).min() }

    /// The break that is heard and has the name of `cue`; `nil` if there is none.
    func heardBreak(namedBy cue: Cue) -> StreamBreak? {
        handed.values.first { $0.hasBegun && !$0.isOver && $0.one.isNamed(by: cue) }?.one
    }

    // MARK: Lists

    /// Whether the list of the break with this number is being loaded.
    func isAsked(for number: Int) -> Bool {
        if case .asked = lists[number]?.state { true } else { false }
    }

    /// The frame at which the list of `one` has to be requested; `nil` if none has to be.
    func askPlace(of one: StreamBreak) -> FrameTime? {
        guard lists[one.number] == nil else { return nil }
        switch one.interstitial?.asset {
        case .list, .decision: return one.begin - notice
        case .playlist: return nil
        case nil: return decides && one.interstitial == nil ? one.begin - notice : nil
        }
    }

    /// Begins to wait for the list of a break. Returns the number of the request.
    mutating func ask(for one: StreamBreak) -> Int {
        requestCount += 1
        lists[one.number] = List(
            asset: one.interstitial?.asset, state: .asked(request: requestCount))
        return requestCount
    }

    /// Whether the break of an answered request has ended in the meantime.
    mutating func takeOvertaken(_ request: Int) -> Bool { overtaken.remove(request) != nil }

    /// Records the answer to a request, which arrives at output frame `heard`. Returns whether it is
    /// waited for.
    mutating func note(_ decision: AdDecision, of request: Int, at heard: FrameTime) -> Bool {
        let waiting = lists.first { _, list in
            if case .asked(request) = list.state { true } else { false }
        }
        guard let number = waiting?.key else { return false }
        lists[number]?.state = decision.failure.map { .failed($0) } ?? .known(decision.spots)
        lists[number]?.spares = decision.spares
        lists[number]?.answer = heard
        trackings[number] = decision.breakTracking
        return true
    }

    /// Whether ads that are known of a break, and were not handed over, may not be heard any more at
    /// output frame `heard`.
    func hasExpired(_ number: Int, at heard: FrameTime) -> Bool {
        guard let answer = lists[number]?.answer else { return false }
        return waiting(for: number).contains { $0.hasExpired(at: heard, since: answer) }
    }

    // MARK: Handing over

    /// The assets of `one`, which is handed over at output frame `heard` and begins at `start`. Those
    /// of a list whose time is over by then are left out, and the one that is under way begins inside,
    /// unless the break is heard whole.
    mutating func take(
        of one: StreamBreak, in window: BreakWindow, from start: FrameTime, upTo end: FrameTime,
        by rules: CueRules, overrun: BreakEndPolicy, spotLimit: Int, at heard: FrameTime
    ) -> [Advertisement] {
        var spots: [Advertisement] = []
        let list = lists[one.number]
        var spares = list?.spares(allowedBy: pacing.rules, at: heard) ?? []
        switch one.interstitial?.asset {
        case .playlist(let address):
            spots = [
                Advertisement(assetAt: address, typed: one.interstitial?.typedAddress)
            ]
        case .list:
            if case .known(let listed)? = list?.state { spots = listed }
        case .decision, nil:
            if case .known(let decided)? = list?.state {
                let ads = decided.chosen(
                    for: one.interstitial == nil ? max(0, end - start) : nil, by: pacing.rules,
                    spotLimit: spotLimit, overrun: overrun, spares: spares)
                (spots, leftOut, spares) = (ads.spots, ads.others, ads.spares)
            }
        }
        var missedCount = 0
        if let interstitial = one.interstitial, !interstitial.isDecided {
            missedCount = spots.join(at: one.missed(before: start, by: rules))
            for index in spots.indices { spots[index].adID = one.name(on: .hls).map { .text($0) } }
        }
        let lengths = spots.map { spot in
            spot.duration.map { Length.known(frameCount: $0.frameCount) } ?? .unknown
        }
        let fillsRest = one.interstitial.map { $0.duration != nil } ?? true
        handed[one.number] = Handed(
            unnumbered: lengths, one: one, begin: window.begin, start: start, fillsRest: fillsRest,
            interstitial: one.interstitial)
        handed[one.number]?.unnumberedCount = spots.count
        handed[one.number]?.missedCount = missedCount
        handed[one.number]?.spares = spares
        handed[one.number]?.answer = list?.answer
        handed[one.number]?.creatives = Set(spots.flatMap(\.creatives))
        return spots
    }

    /// The break of a list that was handed over and is not over; `nil` if this is none.
    func listedBreak(_ number: Int) -> StreamBreak? {
        handed[number].flatMap { $0.one.interstitial?.isDecided == true ? $0.one : nil }
    }

    /// Removes and returns an ad that takes the place of one whose media have failed; `nil` if none
    /// fits `frameCount` frames and may begin at output frame `heard`, or none of the break has failed.
    /// `frameCount` is `nil` for a break without a length.
    mutating func takeSpare(
        for frameCount: Int?, of number: Int, at heard: FrameTime
    ) -> Advertisement? {
        handed[number]?.takeSpare(for: frameCount, at: heard)
    }

    /// How many spots were handed over and have not begun.
    var waitingCount: Int {
        handed.values.reduce(0) { $0 + $1.unbegun.count + $1.unnumberedCount }
    }

    /// Whether spots of a break were handed over, and not all have ended.
    func awaitsEnd(of number: Int) -> Bool { handed[number].map { !$0.isOver } ?? false }

    /// Removes and returns the ads that are not heard in the last break.
    mutating func takeLeftOut() -> [LeftOutAd] {
        defer { leftOut = [] }
        return leftOut
    }

    /// How many assets of a break that was handed over were over before it was joined.
    func missedCount(of number: Int) -> Int { handed[number]?.missedCount ?? 0 }

    /// Leaves what the assets of a break that was handed over leave of it to the programme.
    mutating func leaveRest(of number: Int) { handed[number]?.fillsRest = false }

    /// How many frames before `end` of a break that was handed over are not filled; `nil` if that is not
    /// known, or nothing is to be filled.
    func rest(of number: Int, upTo end: FrameTime, in window: BreakWindow) -> Int? {
        guard let one = handed[number], one.fillsRest else { return nil }
        let start = window.joint == .replaced ? max(window.begin, one.start) : window.begin
        var rest = end - start - one.fillCount
        for length in one.unnumbered + Array(one.lengths.values) {
            switch length {
            case .unknown: return nil
            case .known(let frameCount): rest -= frameCount
            case .failed: break
            }
        }
        return rest > 0 ? rest : nil
    }

    /// Records that so many spots, with so many frames together, fill a part of a break.
    mutating func noteFill(_ spotCount: Int, frameCount: Int, of number: Int) {
        handed[number]?.fillCount += frameCount
        handed[number]?.unnumberedCount += spotCount
        if spotCount > 0 { handed[number]?.awaitsNumbers = true }
    }

    /// Records the ids of spots of a break, in their order: first those of its assets.
    mutating func number(_ spots: [Advertisement], of number: Int) {
        guard var one = handed[number] else { return }
        for (spot, length) in zip(spots, one.unnumbered) { one.lengths[spot.id] = length }
        if pacing.rules.separatesCategories {
            for spot in spots { one.categories[spot.id] = spot.categories }
        }
        one.unnumbered = []
        one.unended.formUnion(spots.map(\.id))
        one.unbegun.formUnion(spots.map(\.id))
        one.awaitsNumbers = false
        one.unnumberedCount = 0
        handed[number] = one
    }

    /// Removes and returns the events of breaks that servers get.
    mutating func takeNews() -> [BreakTold] {
        defer { news = [] }
        return news
    }

    private mutating func tell(_ event: String, of number: Int) {
        guard let tracking = trackings[number] else { return }
        news.append(BreakTold(event: event, tracking: tracking))
    }

    // MARK: What becomes of the spots

    /// Records an event of a spot. Returns the number of the break whose rest may have grown.
    mutating func note(_ event: AdEvent) -> Int? {
        pacing.note(event)
        guard let id = event.spot?.id,
            let number = handed.first(where: { $0.value.unended.contains(id) })?.key,
            var one = handed[number]
        else { return nil }
        defer { handed[number] = one }
        let isAsset = one.lengths[id] != nil
        switch event.kind {
        case .slotLoaded(let frameCount, _):
            guard isAsset else { return nil }
            one.lengths[id] = .known(frameCount: frameCount)
            return number
        case .slotStarted:
            one.unbegun.remove(id)
            if !one.hasBegun {
                returns.add(
                    number, from: one.begin, offset: one.interstitial?.resumeOffset?.frameCount)
                tell("breakStart", of: number)
            }
            one.hasBegun = true
        case .slotFailed:
            one.end(id)
            guard isAsset else { return nil }
            one.lengths[id] = .failed
            one.awaitsSpare = true
            return number
        case .slotCompleted, .slotSkipped, .slotNotUsed: one.end(id)
        case .breakAnnounced, .breakResolving, .breakReady, .breakStarted, .breakExtended,
            .breakChanged, .breakEndedEarly, .breakEnded, .breakCancelled, .breakDropped,
            .slotLoading, .slotFirstAudible, .slotImpression, .slotFirstQuartile, .slotMidpoint,
            .slotProgress, .slotThirdQuartile, .slotSkippable, .slotPaused, .slotResumed:
            break
        }
        return nil
    }

    /// Records what a later marker says, as where the programme goes on after the break.
    mutating func amend(_ number: Int, _ interstitial: Interstitial) {
        if handed[number]?.hasBegun == false { handed[number]?.interstitial = interstitial }
        returns.amend(number, offset: interstitial.resumeOffset?.frameCount)
    }

    /// Whether `interstitial` is to end before the end that was known when its break began.
    func isCutShort(_ number: Int, by interstitial: Interstitial) -> Bool {
        guard let one = handed[number], one.hasBegun, let duration = interstitial.duration else {
            return false
        }
        return one.interstitial?.duration.map { duration < $0 } ?? true
    }

    /// Removes and returns the numbers of the breaks with assets whose spots have all ended.
    mutating func takeFinished() -> [Int] {
        let numbers = handed.filter { $0.value.isOver && $0.value.one.interstitial != nil }.keys
            .sorted()
        for number in numbers {
            if handed[number]?.hasBegun == true { tell("breakEnd", of: number) }
            forget(number)
        }
        return numbers
    }

    /// Removes and returns the frame at which the programme, which is at `place`, goes on after the
    /// break that has ended; `nil` if it is close to there.
    mutating func takeReturn(from place: FrameTime) -> FrameTime? { returns.take(from: place) }
}
