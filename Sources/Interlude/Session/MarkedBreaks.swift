import AdCues
import AdPlayback
import Advertising
import MediaTime

/// The breaks that the stream marks: finds them in its cues, chooses the spots that fill them, and
/// hands them to the ad-play manager before they begin.
///
/// All frames are of the programme, if nothing else is said.
struct MarkedBreaks: Sendable {
    var book: CueBook
    var fill: FillRotation

    /// Finds advertisements in the titles of the stream.
    var titles: TitleCues

    /// The search for silences that mark breaks or their ends; `nil` for none.
    var silence: SilenceSearch?

    /// When the now-playing feed is read; `nil` for none.
    var polls: NowPlayingPolls?
    var markers: StreamMarkers

    /// The breaks that begin by the clock of the stream; `nil` for none.
    var interval: IntervalCues?

    /// The breaks of the lists of ad servers that are not near yet.
    var planned = PlannedBreaks()

    /// The pushes for places in the stream.
    var placed = PlacedPushes()

    /// The breaks that were handed over, or left out, and are not over.
    var handed = Handed()

    /// The assets of breaks that name any.
    var assets: BreakAssets

    private(set) var streamEnd = StreamEnd()

    /// The first frame after the stream; each is `nil` while it is not known.
    struct StreamEnd: Hashable {
        /// Whether the stream has an end at all.
        var kind: SourceFacts.Kind?

        /// As the decoder found it, which is ahead of the listener by a time that varies.
        var found: FrameTime?

        /// As the header of a file gives it. The audio may end earlier or later.
        var declared: FrameTime?

        /// As an MP3's tag or FFmpeg's estimate has it, if the header of a file does not.
        var estimated: FrameTime?

        /// As the listener reached it: the same in each run of a session in virtual time.
        var reached: FrameTime?
    }

    /// What was handed over of breaks, by their numbers.
    struct Handed: Hashable {
        /// How many spots; 0 for a break that is left out.
        var spotCounts: [Int: Int] = [:]

        /// How many frames pushed spots take.
        var pushedCounts: [Int: Int] = [:]

        /// Those whose rest is left to the slate.
        var slated: Set<Int> = []

        /// Those that a credit or a rule leaves out.
        var leftOut: Set<Int> = []

        mutating func forget(_ number: Int) {
            spotCounts[number] = nil
            pushedCounts[number] = nil
            slated.remove(number)
            leftOut.remove(number)
        }
    }

    /// How long a break that has begun waits for the lengths of spots.
    static let patience = 5 * FrameTime.rate

    init(
        _ markers: StreamMarkers?, bumpers: BreakBumpers? = nil, hasSlate: Bool = false,
        crossfadeFrameCount: Int = 0
    ) {
        let markers = markers ?? .none
        book = CueBook(rules: CueRules(markers))
        fill = FillRotation(
            markers.fill, fallback: markers.fallback, bumpers: bumpers, hasSlate: hasSlate,
            crossfadeFrameCount: crossfadeFrameCount)
        assets = BreakAssets(
            decides: !markers.adTags.isEmpty, ahead: markers.decisionLead, by: markers.adRules)
        self.markers = markers
        titles = TitleCues(markers.adTitles.map(\.pattern))
        silence = markers.silence.map(SilenceSearch.init)
        polls = markers.nowPlaying.map(NowPlayingPolls.init)
        interval = markers.interval.map {
            IntervalCues(
                IntervalRule(
                    every: $0.every, length: $0.length, distance: $0.distance,
                    catchesUp: $0.catchesUp))
        }
    }

    /// Replaces the spots that fill breaks. What was handed over for a break stays.
    mutating func setFill(_ spots: [Advertisement], _ outbox: inout SessionOutbox) {
        fill.replace(with: spots)
        begin(&outbox)
    }

    /// Begins to learn the lengths of the spots that fill breaks.
    mutating func begin(_ outbox: inout SessionOutbox) {
        for (index, spot) in fill.takeUnmeasured() {
            outbox.send(.measureFill(index: index, spot))
        }
    }

    /// Forgets the breaks of a stream that another one replaces.
    mutating func forgetStream(_ outbox: inout SessionOutbox) {
        for number in assets.listedNumbers { callOff(number, &outbox) }
        book = CueBook(rules: book.rules)
        handed = Handed()
        assets.forgetBreaks()
        streamEnd = StreamEnd()
        interval = interval.map { IntervalCues($0.rule) }
        planned = PlannedBreaks(.over)
        silence?.forgetStream()
        polls?.forgetStream()
    }

    /// Records the end of the stream, where its last breaks begin at the latest. Once the listener has
    /// reached it, the breaks that would replace what comes after it are left out.
    mutating func noteEnd(_ end: StreamEnd, _ outbox: inout SessionOutbox) {
        guard streamEnd != end else { return }
        streamEnd = end
        if let reached = end.reached { placed.dropHandedOver(after: reached, &outbox) }
        for one in known where isHandedOver(one) {
            guard isAfterEnd(one) else {
                move(one, &outbox)
                continue
            }
            handed.spotCounts[one.number] = 0
            handed.slated.remove(one.number)
            assets.forget(one.number)
            outbox.post(.advertisements(.breakOver(number: one.number, .cancelled)))
            outbox.wantSwitch()
        }
    }

    /// The place at which ``advance(to:_:)`` has to be called, at the latest; `nil` if nothing happens
    /// by itself.
    func nextPlace(isInBreak: Bool) -> FrameTime? {
        let due = known.first { one in
            handed.spotCounts[one.number] == nil && !assets.isAsked(for: one.number)
                && (pushedCount(in: one) != nil || askPlace(of: one) != nil)
        }
        let handOver = due.map {
            max(askPlace(of: $0) ?? handOverPlace(of: $0, isInBreak: isInBreak), book.now + 1)
        }
        return [
            book.deadline, handOver, intervalPlace(isInBreak: isInBreak), silence?.nextPlace,
            polls?.nextPlace, assets.nextUnfilledPlace, plannedPlace,
        ]
        .compactMap { $0 }.min()
    }

    /// Takes the cues that have become known.
    mutating func receive(
        _ cues: [Cue], at moment: ListenerMoment, _ outbox: inout SessionOutbox
    ) {
        let (sources, cueOffset) = (markers.sources, markers.cueOffsetFrameCount)
        for cue in cues {
            guard sources.contains(cue.source) else {
                log("cue.ignored", cue, at: moment.heard, reason: "off", &outbox)
                continue
            }
            let cue = cue.delayed(by: cueOffset)
            let news = book.receive(cue.inProgramme)
            log(cue, news.first, at: moment.heard, &outbox)
            act(on: news, at: moment.heard, &outbox)
            if case .ignored(.over)? = news.first { amend(cue, &outbox) }
        }
        advance(to: moment, &outbox)
    }

    /// Records where the listener is.
    mutating func advance(to moment: ListenerMoment, _ outbox: inout SessionOutbox) {
        logUnfilled(upTo: moment, &outbox)
        act(on: book.advance(to: moment.place), at: moment.heard, &outbox)
        followInterval(at: moment, &outbox)
        followPlanned(at: moment, &outbox)
        handOverDue(at: moment, &outbox)
    }

    /// Records the length of a spot that fills breaks; `nil` if it could not be loaded.
    mutating func noteFill(
        frameCount: Int?, of index: Int, at moment: ListenerMoment?, _ outbox: inout SessionOutbox
    ) {
        fill.note(frameCount: frameCount, of: index)
        if let moment { handOverDue(at: moment, &outbox) }
    }

    mutating func act(on news: [BreakNews], at heard: FrameTime, _ outbox: inout SessionOutbox) {
        for item in news {
            switch item {
            case .changed(let one), .extended(let one):
                renew(one, &outbox)
                move(one, &outbox)
                // Once its spots have ended, the programme is heard again.
                if !isHeardOut(one.number) { topUp(one.number, at: heard, &outbox) }
            case .shortened(let one): move(one, &outbox)
            case .merged(let number):
                // A later tag may say more about an interstitial.
                guard let one = known.first(where: { $0.number == number }),
                    one.interstitial != nil
                else { break }
                renew(one, &outbox)
                move(one, &outbox)
            case .ended(let one, let ending): end(one, ending.ofWindow, &outbox)
            case .cancelled(let one): end(one, .cancelled, &outbox)
            case .dropped(let one, _): end(one, .cancelled, &outbox)
            case .announced(let one):
                // Nothing is handed over for it.
                if markers.preroll != .fill, one.insertion == .preroll {
                    handed.spotCounts[one.number] = 0
                }
            case .started(let one): if isMuted(one) { outbox.post(.preroll(.muted)) }
            case .ignored: break
            }
        }
    }

    /// Takes back what was requested or handed over for a break whose marker names other media now.
    private mutating func renew(_ one: StreamBreak, _ outbox: inout SessionOutbox) {
        if assets.isOutdated(one) { withdraw(one.number, &outbox) }
    }

    /// Takes back what was requested or handed over for a break, which is handed over again.
    mutating func withdraw(_ number: Int, _ outbox: inout SessionOutbox) {
        callOff(number, &outbox)
        let isSlated = handed.slated.remove(number) != nil
        let count = handed.spotCounts.removeValue(forKey: number) ?? 0
        guard count > 0 || isSlated else { return }
        outbox.post(.advertisements(.breakOver(number: number, .cancelled)))
        outbox.wantSwitch()
    }

    private mutating func move(_ one: StreamBreak, _ outbox: inout SessionOutbox) {
        guard isHandedOver(one) else { return }
        if let interstitial = one.interstitial { assets.amend(one.number, interstitial) }
        outbox.post(.advertisements(.breakMoved(window(of: one))))
        outbox.wantSwitch()
    }

    private mutating func end(
        _ one: StreamBreak, _ ending: BreakWindow.Ending, _ outbox: inout SessionOutbox
    ) {
        let wasHandedOver = isHandedOver(one)
        handed.forget(one.number)
        if one.interstitial == nil { placed.endBreak(window(of: one), ending, &outbox) }
        if isMuted(one) { outbox.post(.preroll(.heard)) }
        // The book does not know how long this one is.
        if ending == .whole, isSelfTimed(one), assets.isHeard(one.number) { return }
        if ending == .cancelled {
            callOff(one.number, &outbox)
        } else {
            // A seek has passed it.
            for spot in assets.waiting(for: one.number) {
                outbox.post(.adLeftOut(LeftOutAd(spot: spot, reason: .passed)))
            }
            assets.forget(one.number)
        }
        guard wasHandedOver else { return }
        // The marker came with its end, or after it.
        let window = window(of: one)
        if window.earlyEnd.map({ $0 != .cut }) == true {
            outbox.post(.advertisements(.breakMoved(window)))
        }
        outbox.post(.advertisements(.breakOver(number: one.number, ending)))
        outbox.wantSwitch()
    }

    /// Hands over the breaks that begin soon, and the one that has begun.
    private mutating func handOverDue(
        at moment: ListenerMoment, _ outbox: inout SessionOutbox
    ) {
        joinPushes(at: moment, &outbox)
        for one in known where handed.spotCounts[one.number] == nil {
            guard !isAfterEnd(one) else {
                handed.spotCounts[one.number] = 0
                callOff(one.number, because: .afterEnd, &outbox)
                logDrop(of: one, .afterEnd, at: moment.heard, &outbox)
                continue
            }
            let place = handOverPlace(of: one, isInBreak: moment.isInBreak)
            // Where its ads are requested later than it could be handed over, it waits for them.
            let asking = askPlace(of: one)
            let isDue = asking.map { $0 <= book.now } ?? (place <= moment.place)
            let isHandOver = asking == nil && !assets.isAsked(for: one.number)
            if isDue, let reason = reasonToLeaveOut(one, isHandOver: isHandOver, at: moment) {
                leaveOut(one, reason, at: moment, &outbox)
                continue
            }
            handOverPushes(for: one, at: moment, &outbox)
            guard isDue, !assets.isAsked(for: one.number) else { continue }
            if asking != nil {
                ask(for: one, at: moment.heard, &outbox)
                continue
            }
            guard pushedCount(in: one) != nil else { continue }
            if assets.hasExpired(one.number, at: moment.heard) {
                callOff(one.number, because: .answerExpired, &outbox)
                ask(for: one, at: moment.heard, &outbox)
                continue
            }
            handOver(one, at: moment, &outbox)
            // A spot that could not be loaded gets another chance.
            begin(&outbox)
        }
        handOverPushes(for: nil, at: moment, &outbox)
        logUnfilled(upTo: moment, &outbox)
        for told in assets.takeNews() { outbox.post(.breakTold(told)) }
    }

    private mutating func handOver(
        _ one: StreamBreak, at moment: ListenerMoment, _ outbox: inout SessionOutbox
    ) {
        handed.pushedCounts[one.number] = pushedCount(in: one, at: moment)
        let window = window(of: one)
        let spotLimit = assets.pacing.spotLimit(
            at: outputBegin(of: one, at: moment), waitingCount: assets.waitingCount)
        var spots = assets.take(
            of: one, in: window, from: max(window.begin, moment.place),
            upTo: fillEnd(of: one, in: window), by: book.rules, overrun: markers.overrun,
            spotLimit: spotLimit, at: moment.heard)
        let leftOut = assets.takeLeftOut()
        for ad in leftOut { outbox.post(.adLeftOut(ad)) }
        let rest = assets.rest(of: one.number, upTo: fillEnd(of: one, in: window), in: window)
        let isRestPaid = isRestPaid(of: one, at: moment)
        if isRestPaid {
            assets.leaveRest(of: one.number)
        } else if let rest {
            spots += chooseFill(for: rest, of: one.number, limit: spotLimit - spots.count)
        }
        handed.spotCounts[one.number] = spots.count
        if window.hasSlate { handed.slated.insert(one.number) }
        // What is left out of a list is known now.
        if isHandedOver(one) { outbox.post(.breakMarked(self.window(of: one), spots)) }
        guard spots.isEmpty else { return }
        if placed.isPart(of: one.number) { return }
        if isRestPaid, rest != nil { return leaveOut(one, .credited, at: moment, &outbox) }
        let isUndecided = assets.isUndecided(one.number)
        let hadSpots =
            switch one.interstitial?.isDecided {
            case false?: true
            case true?: !leftOut.isEmpty
            case nil: !leftOut.isEmpty || !fill.isEmpty(isUndecided: isUndecided)
            }
        assets.noteUnfilled(one, hadSpots: hadSpots)
    }

    /// Fills with further spots what those of a break that was handed over leave of it. One of a list
    /// has no length to fill, and gets only an ad in place of one that has failed.
    mutating func topUp(_ number: Int, at heard: FrameTime, _ outbox: inout SessionOutbox) {
        let listed = assets.listedBreak(number)
        guard let one = known.first(where: { $0.number == number }) ?? listed,
            let count = handed.spotCounts[number] ?? (listed == nil ? nil : 0)
        else { return }
        let window = window(of: one)
        let rest = assets.rest(of: number, upTo: fillEnd(of: one, in: window), in: window)
        guard rest != nil || listed != nil else { return }
        let room = assets.pacing.spotLimit(at: heard, waitingCount: assets.waitingCount)
        // It takes the place of an ad that counts among the ads of the break.
        let spare = room > 0 ? assets.takeSpare(for: rest, of: number, at: heard) : nil
        let left = (rest ?? 0) - (spare?.duration?.frameCount ?? 0)
        let inBreak = max(0, markers.adRules.mostPerBreak ?? .max) - count
        let limit = min(inBreak, room) - (spare == nil ? 0 : 1)
        let spots =
            (spare.map { [$0] } ?? []) + chooseFill(for: max(0, left), of: number, limit: limit)
        guard !spots.isEmpty else { return }
        handed.spotCounts[number]? += spots.count
        outbox.post(.breakMarked(window, spots))
    }

    private mutating func chooseFill(
        for frameCount: Int, of number: Int, limit: Int
    ) -> [Advertisement] {
        let (spots, frameCount) = fill.choose(
            for: frameCount, isUndecided: assets.isUndecided(number), limit: limit)
        assets.noteFill(spots.count, frameCount: frameCount, of: number)
        return spots
    }

    /// The break that is open, and those that have not begun.
    var known: [StreamBreak] { (book.open.map { [$0] } ?? []) + book.announced }
}
