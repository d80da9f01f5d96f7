import AdCues
import MediaTime

/// The breaks that begin by the clock of the stream.
extension MarkedBreaks {
    /// The place at which the next break of the interval becomes known; `nil` if there is none, or if
    /// the end of the open break comes first.
    func intervalPlace(isInBreak: Bool) -> FrameTime? {
        guard let interval, !isInBreak, !isIntervalOver else { return nil }
        return max(interval.next.map { $0 - ListenerMoment.notice } ?? .zero, book.now + 1)
    }

    /// Whether the stream ends before the next break of the interval.
    private var isIntervalOver: Bool {
        guard let end = streamEnd.reached ?? streamEnd.declared, let next = interval?.next
        else { return false }
        return next >= end
    }

    /// The frames from `place` on until the next break of the interval that is not marked yet; `nil` if
    /// there is none. Another break may still postpone it.
    private func framesToInterval(from place: FrameTime) -> Int? {
        guard let next = interval?.next, next > place, !isIntervalOver else { return nil }
        return next - place
    }

    /// The breaks that are known and have not begun: the frames until each from `place` on, and the
    /// number of its spots, 0 while they are not chosen.
    func coming(from place: FrameTime) -> [(frameCount: Int, spotCount: Int)] {
        let marked = book.announced.filter { !isAfterEnd($0) }
            .map { one in
                let spotCount = handed.spotCounts[one.number] ?? 0
                return (
                    max(0, one.begin - place), spotCount + placed.spotCount(in: one.number)
                )
            }
        return marked + [framesToInterval(from: place)].compactMap { $0.map { ($0, 0) } }
    }

    /// Marks the next break of the interval once it is near.
    mutating func followInterval(
        at moment: ListenerMoment, _ outbox: inout SessionOutbox
    ) {
        guard interval != nil else { return }
        if moment.isInBreak {
            interval?.isWaiting = true
            return
        }
        if interval?.isWaiting == true { interval?.keepAway(until: moment.place) }
        interval?.isWaiting = false
        for one in known {
            interval?.keepAway(from: one.begin, until: one.end(by: book.rules))
        }
        guard !isIntervalOver,
            let cue = interval?.take(at: moment.place, notice: ListenerMoment.notice)
        else { return }
        let news = book.receive(cue)
        log(cue, news.first, at: moment.heard, &outbox)
        act(on: news, at: moment.heard, &outbox)
    }
}
