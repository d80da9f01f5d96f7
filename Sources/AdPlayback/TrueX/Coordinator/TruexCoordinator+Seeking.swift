import MediaTime

// The target of a listener who moves in the stream.
extension TruexCoordinator {
    mutating func seek(to target: FrameTime, at now: FrameTime, _ effects: inout [Effect]) {
        go(to: target, &effects)
        advance(at: now, &effects)
    }

    /// Seeks to `target`, or first to a break on the way that must be played, and remembers the
    /// target.
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

    /// The target of a relative seek, which does not count ads that were played.
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

    /// The break that must be played before `target`.
    private func breakOwed(onTheWayTo target: FrameTime) -> TruexPod? {
        if hasCredit { return nil }
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

    /// The frame to use for a target inside a pod: the first frame after a pod that was played or
    /// is not to be played, otherwise the pod's first frame.
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
