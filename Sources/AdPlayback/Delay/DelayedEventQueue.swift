import Advertising
import MediaTime

/// Something that happened at the live edge, delivered when the listener gets there.
package enum DelayedEvent: Hashable, Sendable, Codable {
    case advertisements([Advertisement])
    case streamerMuted
    case streamerUnmuted
}

/// Keeps live events until a time-shifted listener reaches them.
///
/// Events are kept by stream time, so a change of the listener's delay needs no recalculation.
package struct DelayedEventQueue: Hashable, Sendable {
    /// Events further behind live than this expire.
    package let maxDelay: Duration

    private var pending: [Pending] = []

    private struct Pending: Hashable {
        var occurrence: FrameTime
        var event: DelayedEvent
    }

    /// The events that are no longer pending.
    package struct Passed: Hashable, Sendable {
        /// Reached by the listener, in stream order.
        package var reached: [DelayedEvent]
        /// Ahead of the listener but out of reach, in stream order.
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

    /// The number of pending spots; a push without spots counts as one.
    package var spotCount: Int {
        pending.reduce(0) { count, pending in
            switch pending.event {
            case .advertisements(let spots): count + max(1, spots.count)
            case .streamerMuted, .streamerUnmuted: count
            }
        }
    }

    /// The number of pending mutes and unmutes.
    package var muteCount: Int {
        pending.count { pending in
            switch pending.event {
            case .advertisements: false
            case .streamerMuted, .streamerUnmuted: true
            }
        }
    }

    /// The stream time of the first pending event.
    package var firstOccurrence: FrameTime? { pending.first?.occurrence }

    /// The stream time of the last pending event.
    package var lastOccurrence: FrameTime? { pending.last?.occurrence }

    /// Adds `event`, which happened live at stream time `occurrence`.
    ///
    /// Events of the same frame keep the order in which they were added.
    package mutating func add(_ event: DelayedEvent, at occurrence: FrameTime) {
        let place = pending.firstIndex { $0.occurrence > occurrence } ?? pending.endIndex
        pending.insert(Pending(occurrence: occurrence, event: event), at: place)
    }

    /// Removes and returns the events that were reached or expired.
    ///
    /// `listener` is the stream frame being heard, `liveEdge` the newest stream frame.
    package mutating func advance(listener: FrameTime, liveEdge: FrameTime) -> Passed {
        let reached = pending.prefix { $0.occurrence <= listener }
        pending.removeFirst(reached.count)
        let oldest = liveEdge - maxDelay.frameCount
        let expired = pending.prefix { $0.occurrence < oldest }
        pending.removeFirst(expired.count)
        return Passed(reached: reached.map(\.event), expired: expired.map(\.event))
    }

    /// The pending pushes: the time until a listener at stream frame `listener` reaches each, and
    /// its number of spots.
    package func pushes(listener: FrameTime) -> [(wait: Duration, spotCount: Int)] {
        pending.compactMap { pending in
            guard case .advertisements(let spots) = pending.event else { return nil }
            return (.frames(max(0, pending.occurrence - listener)), spots.count)
        }
    }

    /// Removes and returns all events; their stream has ended.
    @discardableResult
    package mutating func removeAll() -> [DelayedEvent] {
        defer { pending.removeAll() }
        return pending.map(\.event)
    }
}
