import Advertising
import MediaTime

/// Places the spots that have not begun.
extension AdPlayManager {
    /// Joins all spots that are loaded, up to the first that is not, to what has begun. Those of a
    /// marked break wait for its first frame, and end at its last one. A bumper is not placed where
    /// the ads that it was to join are too late.
    mutating func placeTheRest(by placing: inout SpotPlacing, _ outbox: inout Outbox) {
        let begun = placing
        placeWhatIsLoaded(by: &placing, &outbox)
        while let bumper = loneBumper(in: placing, butNotIn: begun, outbox) {
            dropBumper(bumper, .withoutAds, &outbox)
            placing = begun
            placeWhatIsLoaded(by: &placing, &outbox)
        }
    }

    private mutating func placeWhatIsLoaded(
        by placing: inout SpotPlacing, _ outbox: inout Outbox
    ) {
        var late: [AdvertisementPlayer] = []
        placing: for index in activeSpots.indices {
            letPushPass(slateAt: index, after: placing.spots, outbox)
            let token = activeSpots[index].token
            if placing.spots.contains(where: { $0.token == token }) { continue }
            let isFirst = activeSpots.allSatisfy { player in
                player.bumper != nil || !placing.spots.contains { $0.token == player.token }
            }
            switch hasTurn(activeSpots[index], isFirst: isFirst) {
            case .now: break
            case .later: break placing
            case .never:
                if activeSpots[index].isReady { late.append(activeSpots[index]) }
                continue
            }
            guard let audio = activeSpots[index].audio else { break placing }
            if admission == .closed, outbox.range(of: activeSpots[index]) == nil { break placing }
            activeSpots[index].settleGain(by: configuration.loudness, in: programmeLoudness)
            var window = window(of: activeSpots[index])
            let isSlate = activeSpots[index].bumper == .slate
            if isSlate, let place = pushPlace(during: activeSpots[index], outbox) {
                window?.endSlate(at: place)
                renewSlate(after: activeSpots[index])
            }
            let frameCount = isSlate ? window?.frameCount : audio.frameCount
            var spot = PlacedSpot(
                token: token, range: FrameRange(.zero, count: frameCount ?? 0),
                decibels: activeSpots[index].decibels ?? 0)
            if isSlate { spot.turnFrameCount = audio.frameCount }
            let start = window.flatMap { insertionStart(of: $0, among: placing.spots) }
            let rest = closingFrameCount(after: activeSpots[index])
            let overlap = crossfadeFrameCount(before: activeSpots[index], after: placing.spots)
            switch placing.place(
                spot, in: window, begunAt: start, leaving: rest, overlapping: overlap)
            {
            case .placed: continue
            case .tooLate: late.append(activeSpots[index])
            case .outOfReach: break placing
            }
        }
        for player in late { dropTooLate(player, &outbox) }
    }

    private mutating func dropTooLate(_ player: AdvertisementPlayer, _ outbox: inout Outbox) {
        activeSpots.removeAll { $0.token == player.token }
        callOff(player, &outbox)
        let ending: SpotEnding =
            if player.bumper != nil {
                .unheard(.withoutAds)
            } else {
                window(of: player)?.joint == .pushed
                    ? .unheard(.passed) : .failed(.breakShortened)
            }
        end(player, ending, at: outbox.heard, &outbox)
    }

    /// How many frames of `player` may be heard together with the last of `spots`. An ad crossfades
    /// with another one of its break, for half of the shorter one at most.
    private func crossfadeFrameCount(
        before player: AdvertisementPlayer, after spots: [PlacedSpot]
    ) -> Int {
        guard configuration.crossfadeFrameCount > 0, let audio = player.audio,
            let last = spots.last,
            let before = activeSpots.first(where: { $0.token == last.token }),
            before.bumper == nil, player.bumper == nil,
            wholeBreak(before.breakNumber) == wholeBreak(player.breakNumber)
        else { return 0 }
        let shorter = min(last.range.count, audio.frameCount)
        return min(configuration.crossfadeFrameCount, shorter / 2)
    }

    /// Whether the sink can render the beginning of a loaded spot that is not placed, as far as is
    /// known now.
    func isWithinReach(_ player: AdvertisementPlayer, in context: BreakContext) -> Bool {
        guard let window = window(of: player) else { return true }
        return context.programme?.output(of: window.begin) != nil
    }

    /// The output frame at which a spot is cut because its marked break is over; `nil` if that is
    /// not known.
    func cutFrame(of player: AdvertisementPlayer, _ outbox: Outbox) -> FrameTime? {
        guard var window = window(of: player), window.earlyEnd != .finish || player.bumper == .slate
        else { return nil }
        if let place = pushPlace(during: player, outbox) { window.endSlate(at: place) }
        let rest = closingFrameCount(after: player)
        switch window.joint {
        case .replaced:
            let end = window.end(ofSlate: player.bumper == .slate)
            return outbox.context.programme?.output(of: end).map { $0 - rest }
        case .inserted:
            return insertionStart(of: window, among: outbox.layout?.spots ?? [])
                .map { $0 + window.frameCount - rest }
        case .pushed: return nil
        }
    }

    /// The output frame at which an insertion begins; `nil` if none of its spots is placed.
    private func insertionStart(of window: BreakWindow, among spots: [PlacedSpot]) -> FrameTime? {
        if let start = marked.starts[window.number] { return start }
        let tokens = activeSpots.filter { $0.breakNumber == window.number }.map(\.token)
        return spots.first { tokens.contains($0.token) }?.range.start
    }
}

/// Places spots one after the other from an output frame on.
struct SpotPlacing {
    private(set) var spots: [PlacedSpot]

    /// The break that is heard at the first frame or ends there, or else the first one after it.
    private(set) var breakRange: FrameRange?

    private let time: FrameTime
    private let programme: ProgrammePlace?
    private let isHolding: Bool

    /// Where the next spot joins.
    private var joint: FrameTime

    /// For how many frames from `time` on the programme is held.
    private var heldCount: Int

    enum Outcome {
        case placed
        /// Its break is over before its turn.
        case tooLate
        /// It is not known when its break begins.
        case outOfReach
    }

    /// `spots` and `breakRange` have begun before `time`. The programme stands still under spots if
    /// `isHolding`.
    init(
        from time: FrameTime, _ spots: [PlacedSpot], _ breakRange: FrameRange?,
        programme: ProgrammePlace?, isHolding: Bool
    ) {
        self.time = time
        self.spots = spots
        self.breakRange = breakRange
        self.programme = programme
        self.isHolding = isHolding
        joint = breakRange?.end ?? time
        heldCount = isHolding ? max(0, joint - time) : 0
    }

    /// Whether `player` is placed.
    func has(_ player: AdvertisementPlayer) -> Bool {
        spots.contains { $0.token == player.token }
    }

    /// Places `spot`, whose range has its length, in `window`, or as soon as possible for a push.
    /// An insertion has begun at output frame `begun`, or begins with `spot`, which leaves the last
    /// `rest` frames of the window to another. If it joins the previous spot, it begins `overlap`
    /// frames before that one's end, as far as that can change and the window is longer.
    mutating func place(
        _ spot: PlacedSpot, in window: BreakWindow?, begunAt begun: FrameTime?, leaving rest: Int,
        overlapping overlap: Int
    ) -> Outcome {
        var start = max(joint, time)
        var limit = FrameTime.distantFuture
        if let window {
            guard let programme, let begin = programme.output(of: window.begin, holding: heldCount)
            else { return .outOfReach }
            start = max(start, begin)
            switch window.joint {
            case .replaced:
                let end = window.end(ofSlate: spot.turnFrameCount != nil)
                limit = programme.output(of: end, holding: heldCount) ?? .distantFuture
            case .inserted: limit = (begun ?? start) + window.frameCount
            case .pushed:
                // A seek has passed it.
                if begun == nil, window.isPassed(at: programme.frame) { return .tooLate }
            }
            limit = limit - rest
            guard limit - start >= spot.leastFrameCount else { return .tooLate }
        }
        var placed = spot
        let isJoined = start == joint
        let canOverlap = isJoined && spots.last?.range.end == joint
        let begin = canOverlap ? start - min(overlap, joint - time, limit - joint) : start
        placed.range = FrameRange(begin, count: spot.range.count)
        if window?.earlyEnd != .finish || spot.turnFrameCount != nil {
            let fits = limit - begin >= PlacedSpot.fadeFrameCount
            placed.end(at: limit, from: begin, isFading: window?.earlyEnd == .fade && fits)
        }
        spots.append(placed)
        let range = placed.range
        if isJoined, let begun = breakRange, begun.end == joint {
            breakRange = FrameRange(begun.start, range.end)
        } else if breakRange.map({ $0.end < time }) ?? true {
            breakRange = range
        }
        if isHolding { heldCount += range.end - start }
        joint = range.end
        return .placed
    }
}

extension PlacedSpot {
    /// Less of it is not heard: half a second of a slate.
    fileprivate var leastFrameCount: Int { turnFrameCount == nil ? 1 : Self.leastSlate }

    static let leastSlate = fadeFrameCount
}

extension BreakWindow {
    fileprivate mutating func endSlate(at place: FrameTime) {
        slateEnd = min(slateEnd ?? place, place)
    }

    /// The frame at which a spot, or the slate, is cut.
    fileprivate func end(ofSlate isSlate: Bool) -> FrameTime {
        isSlate ? min(end, slateEnd ?? end) : end
    }

    /// The most frames of an insertion or a slate.
    var frameCount: Int { end - begin }

    /// Whether a listener at programme frame `place` is so far behind it that it does not begin.
    package func isPassed(at place: FrameTime) -> Bool { begin + FrameTime.rate < place }
}
