import MediaTime

// A credit that lasts for some time: the pods that begin meanwhile are left at once.
extension TruexCoordinator {
    /// Whether an earlier credit pays for a pod that begins now.
    var hasCredit: Bool { creditEnd.map { surroundings.time < $0 } ?? false }

    /// Whether an earlier credit pays for `pod`, which the listener has not reached, if nothing holds
    /// the stream before.
    func isPaid(_ pod: TruexPod) -> Bool {
        guard openPod?.id != pod.id, let creditEnd else { return false }
        return surroundings.time + max(0, pod.range.start - position) < creditEnd
    }

    /// A credit has landed at session time `now`.
    mutating func keepCredit(from now: FrameTime) {
        guard let lasts = policy.creditLasts, lasts > .zero else { return }
        creditEnd = max(creditEnd ?? now, now + lasts.frameCount)
    }

    /// Leaves a pod that an earlier credit pays for, without any of its ads and without a unit.
    mutating func leavePaid(_ pod: TruexPod, at now: FrameTime, _ effects: inout [Effect]) {
        dropPrepared(&effects)
        enter(pod, &effects)
        set(.keep, &effects)
        schedule.markPlayed(pod.id)
        let target = remembered.map(outside) ?? pod.range.end
        remembered = nil
        go(
            Departure(
                pod: pod.id, credit: .lasting, adsStart: position, start: position,
                end: pod.range.end, target: target),
            at: now, &effects)
    }
}
