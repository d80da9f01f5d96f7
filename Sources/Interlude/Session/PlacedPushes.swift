import AdPlayback
import Advertising
import MediaTime

/// The pushes for places in the stream that were not heard yet.
///
/// Each is handed to the ad-play manager some seconds before its place. One at the place of a break that
/// the stream marks is a part of that break: its spots come first, and it ends with the break at the
/// latest.
struct PlacedPushes: Sendable {
    /// In the order in which they came.
    private(set) var pushes: [Push] = []

    /// The end of the stream, as far as it is known; `nil` if it has none.
    var streamEnd: FrameTime?

    /// The end of the stream, once all of it was rendered; `nil` before.
    var reachedEnd: FrameTime?

    /// How many pushes there were; the number of the last one, negated.
    private var count = 0

    struct Push: Hashable, Sendable {
        /// The number of its ``BreakWindow``.
        let number: Int
        let place: StreamPlace
        var spots: [Advertisement]

        /// Where it was handed over to begin; `nil` before.
        var begin: FrameTime? { handedOver?.begin }

        /// The window with which it was handed over; `nil` before.
        var handedOver: BreakWindow?

        /// The window of the break that the stream marks at its place; `nil` if there is none.
        var markedWindow: BreakWindow?

        /// Whether the break of which it is a part has ended.
        var isOver = false

        /// The ids of the spots that have not ended.
        var unended: Set<Advertisement.ID>
        var hasBegun = false

        /// How many frames the spots have of which that is known.
        var frameCounts: [Advertisement.ID: Int] = [:]

        /// Its spot that is heard; `nil` if none is.
        var heard: HeardSpot?

        struct HeardSpot: Hashable, Sendable {
            let id: Advertisement.ID
            /// The programme frame at which it has begun; `nil` if no stream plays.
            let start: FrameTime?
        }

        /// The number of the break that the stream marks and of which it is a part.
        var partOf: Int? { isOver ? nil : markedWindow?.number }

        /// The stream frame at which it begins; `nil` while that is not known. `end` is the end of
        /// the stream.
        func frame(before end: FrameTime?) -> FrameTime? {
            switch place {
            case .time(let time): FrameTime(time)
            case .end: end
            }
        }

        /// Where it takes place, in the break that the stream marks there or else by itself; `nil` while
        /// that is not known.
        func window(before end: FrameTime?) -> BreakWindow? {
            if var window = markedWindow {
                window.partOf = window.number
                window.number = number
                window.missedCount = 0
                // The break itself has it, behind all of its ads.
                window.hasSlate = false
                window.slateEnd = nil
                return window
            }
            return frame(before: end).map {
                BreakWindow(number: number, begin: $0, end: .distantFuture, .pushed)
            }
        }

        /// How many frames its spots still take from programme frame `start` on; `nil` while that is not
        /// known.
        func rest(from start: FrameTime) -> Int? {
            var rest = 0
            for id in unended {
                guard let count = frameCounts[id] else { return nil }
                rest += count
            }
            return max(0, rest - (heard?.start.map { max(0, start - $0) } ?? 0))
        }
    }

    /// How late a push may begin: one that is further behind the listener is dropped.
    static let lateness = FrameTime.rate

    /// How many spots wait that were not handed over.
    var waitingCount: Int { pushes.filter { $0.begin == nil }.map(\.spots.count).reduce(0, +) }

    /// Queues `spots`, which have ids, for `place`. The listener is at `frame`. Returns why not; `nil`
    /// if they are queued.
    mutating func add(
        _ spots: [Advertisement], at place: StreamPlace, after frame: FrameTime?
    ) -> String? {
        if case .time(let time) = place, let frame, FrameTime(time) + Self.lateness < frame {
            return "the stream is at \(frame.words) already; name a later time"
        }
        guard !spots.isEmpty else { return nil }
        count += 1
        var push = Push(
            number: -count, place: place, spots: spots, unended: Set(spots.map(\.id)))
        for spot in spots { push.frameCounts[spot.id] = spot.duration?.frameCount }
        pushes.append(push)
        return nil
    }

    /// The place at which ``advance(to:end:_:)`` has to be called, at the latest.
    func nextPlace(after moment: ListenerMoment, end: FrameTime?) -> FrameTime? {
        pushes.lazy.filter { $0.begin == nil }.compactMap { $0.window(before: end)?.begin }.min()
            .map { max(handOverPlace(of: $0, at: moment), moment.place + 1) }
    }

    private func handOverPlace(of begin: FrameTime, at moment: ListenerMoment) -> FrameTime {
        // What is not handed over by then has its place there only since the end was reached.
        if begin == reachedEnd { return begin }
        return ListenerMoment.handOverPlace(
            of: begin, from: begin - ListenerMoment.notice, isInBreak: moment.isInBreak)
    }

    /// Whether a push waits for the end of the stream.
    var seeksEnd: Bool { pushes.contains { $0.place == .end && $0.begin == nil && !$0.isOver } }

    /// Whether a push that is not handed over takes place at the end of the stream, which is `end`.
    func awaits(_ end: FrameTime) -> Bool {
        pushes.contains {
            $0.begin == nil && !$0.isOver && $0.partOf == nil && $0.frame(before: end) == end
        }
    }

    /// The pushes that have not begun: the frames until each from `place` on, and its spots.
    func coming(from place: FrameTime, end: FrameTime?) -> [(frameCount: Int, spotCount: Int)] {
        pushes.filter { !$0.hasBegun && $0.markedWindow == nil }.compactMap { push in
            push.frame(before: end).map { (max(0, $0 - place), push.spots.count) }
        }
    }

    // MARK: Their places

    /// Records the breaks that the stream marks at the places of pushes, by the numbers of these, and
    /// moves what was handed over. The stream ends at `end`. Returns the breaks that a push has joined.
    mutating func join(
        _ windows: [Int: BreakWindow], end: FrameTime?, _ outbox: inout SessionOutbox
    ) -> [Int] {
        var joined: [Int] = []
        for index in pushes.indices where !pushes[index].isOver {
            let before = pushes[index]
            pushes[index].markedWindow = windows[before.number]
            if let number = pushes[index].partOf, number != before.partOf { joined.append(number) }
            // One that is heard stays where it has begun.
            guard !before.hasBegun || before.partOf != nil || pushes[index].partOf != nil,
                let handedOver = before.handedOver,
                let window = pushes[index].window(before: end), window != handedOver
            else { continue }
            pushes[index].handedOver = window
            outbox.post(.advertisements(.breakMoved(window)))
            outbox.wantSwitch()
        }
        return joined
    }

    /// Hands over the pushes that begin soon, and drops those that the listener has passed. The stream
    /// ends at `end`. Those that are a part of a break are handed over only for that one, by its
    /// `number`.
    mutating func advance(
        to moment: ListenerMoment, end: FrameTime?, partOf number: Int? = nil,
        _ outbox: inout SessionOutbox
    ) {
        for index in pushes.indices where !pushes[index].hasBegun && !pushes[index].isOver {
            guard let window = pushes[index].window(before: end), window.partOf == number
            else { continue }
            let isPassed = window.partOf == nil && window.isPassed(at: moment.place)
            if pushes[index].handedOver != nil {
                guard isPassed else { continue }
                outbox.post(.advertisements(.breakOver(number: window.number, .cancelled)))
                outbox.wantSwitch()
            } else if isPassed {
                drop(pushes[index], .passed, at: moment.heard, &outbox)
                pushes[index].unended = []
            } else if handOverPlace(of: window.begin, at: moment) <= moment.place {
                pushes[index].handedOver = window
                outbox.post(.pushReached(window, pushes[index].spots))
            }
        }
        pushes.removeAll { $0.unended.isEmpty }
    }

    /// Drops what was handed over for a time that the stream does not reach, which has ended at
    /// `end`.
    func dropHandedOver(after end: FrameTime, _ outbox: inout SessionOutbox) {
        for push in pushes where !push.hasBegun && push.partOf == nil {
            guard case .time = push.place, let begin = push.begin, begin > end else { continue }
            outbox.post(.advertisements(.breakOver(number: push.number, .cancelled)))
            outbox.wantSwitch()
        }
    }

    /// Whether spots of a push are a part of the break with this number.
    func isPart(of number: Int) -> Bool { pushes.contains { $0.partOf == number } }

    /// Whether a push that is a part of the break with this number is heard, or was begun.
    func isHeard(in number: Int) -> Bool {
        pushes.contains { $0.partOf == number && $0.hasBegun }
    }

    /// How many spots of the break with this number were pushed.
    func spotCount(in number: Int) -> Int {
        pushes.reduce(0) { $0 + ($1.partOf == number && !$1.hasBegun ? $1.spots.count : 0) }
    }

    /// How many frames of the break with this number pushed spots take from `start` on; `nil` while
    /// that is not known, or one of them was not handed over.
    func frameCount(in number: Int, from start: FrameTime) -> Int? {
        var sum = 0
        for push in pushes where push.partOf == number {
            guard push.handedOver != nil, let rest = push.rest(from: start) else { return nil }
            sum += rest
        }
        return sum
    }

    /// Ends what was pushed of a break, which ends with `window`. If a marker has taken it back, what was
    /// pushed takes place by itself.
    mutating func endBreak(
        _ window: BreakWindow, _ ending: BreakWindow.Ending, _ outbox: inout SessionOutbox
    ) {
        guard ending != .cancelled else { return }
        for index in pushes.indices where pushes[index].partOf == window.number {
            pushes[index].markedWindow = window
            guard pushes[index].handedOver != nil,
                let last = pushes[index].window(before: nil)
            else {
                pushes[index].markedWindow = nil
                continue
            }
            pushes[index].isOver = true
            outbox.post(.advertisements(.breakMoved(last)))
            outbox.post(.advertisements(.breakOver(number: last.number, ending)))
            outbox.wantSwitch()
        }
    }

    /// What became known of the time that a push takes of its break.
    struct TakenTime: Hashable {
        /// The number of the break.
        let breakNumber: Int
        /// How many frames more it takes than was known.
        var change = 0
    }

    /// Follows the spots that were handed over. The programme is at `place`. Returns what became known of
    /// the time that the push takes of the break of which it is a part; `nil` for nothing.
    mutating func note(
        _ event: AdEvent, at place: FrameTime?, _ outbox: inout SessionOutbox
    ) -> TakenTime? {
        guard let id = event.spot?.id,
            let index = pushes.firstIndex(where: { $0.begin != nil && $0.unended.contains(id) })
        else { return nil }
        var taken = pushes[index].partOf.map { TakenTime(breakNumber: $0) }
        let before = pushes[index].frameCounts[id] ?? 0
        switch event.kind {
        case .slotLoaded(let frameCount, _):
            pushes[index].frameCounts[id] = frameCount
            taken?.change = frameCount - before
        case .slotStarted:
            pushes[index].hasBegun = true
            pushes[index].heard = Push.HeardSpot(id: id, start: place)
            return nil
        case .slotCompleted, .slotSkipped, .slotFailed, .slotNotUsed:
            if pushes[index].heard?.id == id {
                pushes[index].heard = nil
            } else if case .slotFailed = event.kind {
                taken?.change = -before
            }
            pushes[index].unended.remove(id)
            guard pushes[index].unended.isEmpty else { break }
            outbox.post(
                .advertisements(.breakOver(number: pushes.remove(at: index).number, .whole)))
        case .breakAnnounced, .breakResolving, .breakReady, .breakStarted, .breakExtended,
            .breakChanged, .breakEndedEarly, .breakEnded, .breakCancelled, .breakDropped,
            .slotLoading, .slotFirstAudible, .slotImpression, .slotFirstQuartile,
            .slotMidpoint, .slotProgress,
            .slotThirdQuartile, .slotSkippable, .slotPaused, .slotResumed:
            return nil
        }
        return taken
    }

    /// Drops the pushes that were not handed over, for `reason`.
    mutating func dropWaiting(
        _ reason: AdEvent.NotUsedReason, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) {
        for push in pushes where push.begin == nil { drop(push, reason, at: heard, &outbox) }
        pushes.removeAll { $0.begin == nil }
    }

    /// Drops all pushes, of which the ad-play manager drops those that it has.
    mutating func dropAll(at heard: FrameTime, _ outbox: inout SessionOutbox) {
        dropWaiting(.stopped, at: heard, &outbox)
        pushes = []
    }

    /// Drops the spot with this id from a push that was not handed over. Returns whether there is one.
    mutating func dropSpot(
        id: Advertisement.ID, at heard: FrameTime, _ outbox: inout SessionOutbox
    ) -> Bool {
        guard
            let index = pushes.lastIndex(where: { $0.begin == nil && $0.unended.contains(id) }),
            let spot = pushes[index].spots.first(where: { $0.id == id })
        else { return false }
        var dropped = pushes[index]
        dropped.spots = [spot]
        drop(dropped, .ignored, at: heard, &outbox)
        pushes[index].spots.removeAll { $0.id == id }
        pushes[index].unended.remove(id)
        if pushes[index].spots.isEmpty { pushes.remove(at: index) }
        return true
    }

    private func drop(
        _ push: Push, _ reason: AdEvent.NotUsedReason, at heard: FrameTime,
        _ outbox: inout SessionOutbox
    ) {
        let dropped = AdEvent(
            kind: .breakDropped(spotCount: push.spots.count, reason), frame: heard)
        outbox.send(.log(EventRecord(dropped)))
    }
}

/// A place in a stream.
public enum StreamPlace: Hashable, Sendable, Codable {
    /// This time of the stream: of a file from its beginning, of a live stream from where the session
    /// has joined it.
    case time(Duration)
    /// The end of a file. A live stream has none, unless its playlist comes to one.
    case end
}
