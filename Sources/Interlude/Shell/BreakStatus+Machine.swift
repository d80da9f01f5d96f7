import AdPlayback
import MediaTime

extension BreakStatus {
    /// The break at output frame `now`; `nil` outside of breaks.
    init?(_ machine: SessionMachine, at now: FrameTime) {
        let ads = machine.breaks.manager
        guard let open = ads.openBreak, let layout = machine.plan.layout,
            let breakRange = layout.lastBreak(before: now + 1), breakRange.contains(now)
        else { return nil }
        let ranges = ads.activeSpots.map { layout.range(of: $0.token) }
        // `now` may be later than the last frame that the manager knows to be heard.
        guard let index = ranges.firstIndex(where: { now < $0?.end ?? .zero }),
            let range = ranges[index]
        else { return nil }
        let spot = ads.activeSpots[index]
        // Spots that failed or were dropped before they began are not among those heard.
        let active = ads.activeSpots.filter { $0.bumper == nil }
        let done = open.begunCount - active.count { $0.hasBegun }
        let place = ads.activeSpots[...index].count { $0.bumper == nil }
        let isSlate = spot.bumper == .slate
        let isOpenEnded = isSlate && ads.window(of: spot)?.isOpenEnded == true
        let isWaitingForMore = ranges.contains(nil) || !ads.queue.isEmpty || isOpenEnded
        self.init(
            number: machine.heardLog.breakNumbers.number(of: open.id) ?? open.id.rawValue,
            policy: layout.policy,
            slot: spot.token.rawValue, spot.advertisement,
            spotNumber: max(1, done + place), spotCount: done + active.count + ads.queue.count,
            spotRemaining: .frames(max(0, range.end - now)),
            remaining: isWaitingForMore ? nil : .frames(max(0, breakRange.end - now)),
            leastRemaining: isOpenEnded ? .zero : .frames(max(0, breakRange.end - now)))
        self.isSlate = isSlate
        spotDecibels = spot.decibels
        switch spot.advertisement.skipping {
        case .atOnce: skipWait = .zero
        case .from: skipWait = spot.skipFrame(in: range).map { .frames(max(0, $0 - now)) }
        case .never: skipWait = nil
        }
    }
}
