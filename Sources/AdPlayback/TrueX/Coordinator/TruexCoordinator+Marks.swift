import MediaTime

extension TruexCoordinator {
    /// The frame before which the stream may be heard without a question: what follows it is
    /// known once ``Event/heard(_:)`` has said that it is next, and was answered.
    package var nextTurn: FrameTime {
        let ends = openPod != nil && remembered != nil ? schedule.pods.map(\.range.end) : []
        let jumps = schedule.pods.flatMap { pod in
            schedule.isPlayed(pod)
                ? [pod.range.start]
                : pod.stops.filter { $0.kind != .truexCard }.map(\.range.start)
        }
        return (ends + jumps).filter { $0 > position }.min() ?? .distantFuture
    }

    /// The next frame that is worth an ``Event/heard(_:)`` as soon as all before it was heard.
    package var nextMark: FrameTime {
        let edges = schedule.unplayed.flatMap { pod in
            let cards = pod.stops.filter { $0.kind == .truexCard }
            return ([pod.range] + cards.map(\.range)).flatMap { [$0.start, $0.end] }
        }
        let preload = schedule.nextStop(after: position).map {
            $0.range.start - policy.preloadTime.frameCount
        }
        let marks = edges + [preload].compactMap(\.self)
        return marks.filter { $0 > position }.reduce(nextTurn, min)
    }
}
