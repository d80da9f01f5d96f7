import AdPlayback
import Advertising
import MediaTime

/// The pushes for places in the stream that were not heard yet.
///
/// Each is handed to the ad-play manager some seconds before its place.
struct PlacedPushes: Sendable {
    /// In the order in which they came.
    private(set) var pushes: [Push] = []

    /// How many pushes there were; the number of the last one, negated.
    private var count = 0

    struct Push: Hashable, Sendable {
        /// The number of its ``BreakWindow``.
        let number: Int
        let place: StreamPlace
        var spots: [Advertisement]

        /// Where it was handed over to begin; `nil` before.
        var begin: FrameTime?

        /// The ids of the spots that have not ended.
        var unended: Set<Advertisement.ID>
        var hasBegun = false

        /// The stream frame at which it begins; `nil` while that is not known. `end` is the end of
        /// the stream.
        func frame(before end: FrameTime?) -> FrameTime? {
            switch place {
            case .time(let time): FrameTime(time)
            case .end: end
            }
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
            let seconds = (frame.seconds * 10).rounded() / 10
            return "the stream is at \(seconds) s already; name a later time"
        }
        guard !spots.isEmpty else { return nil }
        count += 1
        pushes.append(
            Push(
                number: -count, place: place, spots: spots, unended: Set(spots.map(\.id))))
        return nil
    }

    /// The place at which ``advance(to:end:_:)`` has to be called, at the latest.
    func nextPlace(after moment: ListenerMoment, end: FrameTime?) -> FrameTime? {
        pushes.lazy.filter { $0.begin == nil }.compactMap { $0.frame(before: end) }.min()
            .map { max(Self.handOverPlace(of: $0, at: moment), moment.place + 1) }
    }

    private static func handOverPlace(
        of begin: FrameTime, at moment: ListenerMoment
    ) -> FrameTime {
        ListenerMoment.handOverPlace(
            of: begin, from: begin - ListenerMoment.notice, isInBreak: moment.isInBreak)
    }

    /// The pushes that have not begun: the frames until each from `place` on, and its spots.
    func coming(from place: FrameTime, end: FrameTime?) -> [(frameCount: Int, spotCount: Int)] {
        pushes.filter { !$0.hasBegun }.compactMap { push in
            push.frame(before: end).map { (max(0, $0 - place), push.spots.count) }
        }
    }

    /// Hands over the pushes that begin soon, moves those whose place has changed, and drops those
    /// that the listener has passed. The stream ends at `end`.
    mutating func advance(
        to moment: ListenerMoment, end: FrameTime?, _ outbox: inout SessionOutbox
    ) {
        for index in pushes.indices where !pushes[index].hasBegun {
            guard let frame = pushes[index].frame(before: end) else { continue }
            let window = BreakWindow(
                number: pushes[index].number, begin: frame, end: .distantFuture, .pushed)
            let isPassed = window.isPassed(at: moment.place)
            if let before = pushes[index].begin {
                if isPassed {
                    outbox.post(.advertisements(.breakOver(number: window.number, .cancelled)))
                    outbox.wantSwitch()
                } else if before != frame {
                    pushes[index].begin = frame
                    outbox.post(.advertisements(.breakMoved(window)))
                    outbox.wantSwitch()
                }
            } else if isPassed {
                drop(pushes[index], .passed, at: moment.heard, &outbox)
                pushes[index].unended = []
            } else if Self.handOverPlace(of: frame, at: moment) <= moment.place {
                pushes[index].begin = frame
                outbox.post(.pushReached(window, pushes[index].spots))
            }
        }
        pushes.removeAll { $0.unended.isEmpty }
    }

    /// Follows the spots that were handed over.
    mutating func note(_ event: AdEvent, _ outbox: inout SessionOutbox) {
        guard let id = event.spot?.id,
            let index = pushes.firstIndex(where: { $0.begin != nil && $0.unended.contains(id) })
        else { return }
        switch event.kind {
        case .slotStarted: pushes[index].hasBegun = true
        case .slotCompleted, .slotSkipped, .slotFailed, .slotNotUsed:
            pushes[index].unended.remove(id)
            guard pushes[index].unended.isEmpty else { break }
            outbox.post(
                .advertisements(.breakOver(number: pushes.remove(at: index).number, .whole)))
        case .breakAnnounced, .breakResolving, .breakReady, .breakStarted, .breakExtended,
            .breakChanged, .breakEndedEarly, .breakEnded, .breakCancelled, .breakDropped,
            .slotLoading, .slotLoaded, .slotFirstAudible, .slotImpression, .slotFirstQuartile,
            .slotMidpoint, .slotProgress,
            .slotThirdQuartile, .slotSkippable, .slotPaused, .slotResumed:
            break
        }
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
