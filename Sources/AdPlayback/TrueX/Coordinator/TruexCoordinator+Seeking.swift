import MediaTime

// Where a listener gets who moves in the stream.
extension TruexCoordinator {
    mutating func seek(to target: FrameTime, at now: FrameTime, _ effects: inout [Effect]) {
        go(to: target, &effects)
        advance(at: now, &effects)
    }

    /// Goes to `target`, or first to a break that is owed on the way, and remembers it meanwhile.
    mutating func go(to target: FrameTime, _ effects: inout [Effect]) {
        if let pod = breakOwed(onTheWayTo: target) {
            remembered = target >= pod.range.end ? target : nil
            effects.append(.log(.snappedBack(pod.id, target: target)))
            position = pod.range.start
        } else {
            remembered = nil
            position = outside(target)
        }
        effects.append(.seek(to: position))
    }

    /// Where a step gets that counts only what is not an ad that was played.
    func target(ofStep count: Int) -> FrameTime {
        var target = position + count
        let pods = schedule.pods.filter(schedule.isPlayed)
        if count < 0 {
            for pod in pods.reversed() where pod.range.start < position {
                if target < pod.range.end { target = target - pod.range.count }
            }
        } else {
            for pod in pods where pod.range.start >= position {
                if target >= pod.range.start { target = target + pod.range.count }
            }
        }
        return max(target, .zero)
    }

    /// The break that has to be played before `target` is reached.
    private func breakOwed(onTheWayTo target: FrameTime) -> TruexPod? {
        let inside = schedule.unplayed.filter { $0.range.contains(target) }
        let between = schedule.unplayed.filter {
            $0.range.start >= position && $0.range.start <= target
        }
        return switch policy.snapBack {
        case .playNone: nil
        case .playAll: between.first ?? inside.first
        case .playLast: between.last ?? inside.first
        }
    }

    /// The frame that is gone to instead of one in a pod: the first after one that was played, or
    /// is not to be, and the first of any other.
    func outside(_ target: FrameTime) -> FrameTime {
        var target = target
        while let pod = schedule.pod(at: target) {
            guard schedule.isPlayed(pod) || policy.snapBack == .playNone else {
                return pod.range.start
            }
            target = pod.range.end
        }
        return target
    }
}
