import Advertising
import MediaTime

/// Something that happened in the stream, to be delivered when the listener gets there.
package enum DelayedEvent: Hashable, Sendable, Codable {
    case advertisements([Advertisement])
    case streamerMuted
    case streamerUnmuted
}

/// Keeps what happened live until a time-shifted listener reaches it.
///
/// Events are kept at their place in the stream and delivered by the listener's place in it, so
/// a change of delay needs no reckoning: what is pending simply comes nearer or moves away.
package struct DelayedEventQueue: Hashable, Sendable {
    /// Events further behind live than this are out of reach.
    package let maxDelay: Duration

    private var pending: [Pending] = []

    private struct Pending: Hashable {
        var occurrence: FrameTime
        var event: DelayedEvent
    }

    /// What is not pending any more.
    package struct Passed: Hashable, Sendable {
        /// What the listener has reached, in the order of the stream.
        package var reached: [DelayedEvent]
        /// What was ahead of him and cannot be reached any more, in the order of the stream.
        package var expired: [DelayedEvent]

        package init(reached: [DelayedEvent], expired: [DelayedEvent]) {
            self.reached = reached
            self.expired = expired
        }
    }

    package init(maxDelay: Duration = .seconds(300)) {
        self.maxDelay = maxDelay
    }

    package var isEmpty: Bool { pending.isEmpty }

    /// How much is pending: spots of pushes, mutes and unmutes.
    package var count: Int {
        pending.reduce(0) { count, pending in
            switch pending.event {
            case .advertisements(let spots): count + spots.count
            case .streamerMuted, .streamerUnmuted: count + 1
            }
        }
    }

    /// The stream time of the first that is pending.
    package var firstOccurrence: FrameTime? { pending.first?.occurrence }

    /// The stream time of the last that is pending.
    package var lastOccurrence: FrameTime? { pending.last?.occurrence }

    /// Keeps `event`, which happened live at stream time `occurrence`.
    ///
    /// Those of one frame are delivered in the order in which they were added.
    package mutating func add(_ event: DelayedEvent, at occurrence: FrameTime) {
        let place = pending.firstIndex { $0.occurrence > occurrence } ?? pending.endIndex
        pending.insert(Pending(occurrence: occurrence, event: event), at: place)
    }

    /// Takes out what the listener has reached, and what he cannot reach any more.
    ///
    /// `listener` is the stream frame that is heard, `liveEdge` the newest one there is.
    package mutating func advance(listener: FrameTime, liveEdge: FrameTime) -> Passed {
        let reached = pending.prefix { $0.occurrence <= listener }
        pending.removeFirst(reached.count)
        let oldest = liveEdge - maxDelay.frameCount
        let expired = pending.prefix { $0.occurrence < oldest }
        pending.removeFirst(expired.count)
        return Passed(reached: reached.map(\.event), expired: expired.map(\.event))
    }

    /// The pushes that are pending: how long the listener, who hears stream frame `listener`, has to
    /// listen on until each, and how many spots it has.
    package func pushes(listener: FrameTime) -> [(wait: Duration, spotCount: Int)] {
        pending.compactMap { pending in
            guard case .advertisements(let spots) = pending.event else { return nil }
            return (.frames(max(0, pending.occurrence - listener)), spots.count)
        }
    }

    /// Drops all, since the stream that it belongs to is over, and returns it.
    @discardableResult
    package mutating func removeAll() -> [DelayedEvent] {
        defer { pending.removeAll() }
        return pending.map(\.event)
    }
}
