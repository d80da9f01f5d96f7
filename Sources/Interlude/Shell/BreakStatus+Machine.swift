import AdPlayback
import MediaTime

extension BreakStatus {
    /// The break that is heard at output frame `now`; `nil` outside of one.
    init?(_ machine: SessionMachine, at now: FrameTime) {
        let ads = machine.ads
        guard let tally = ads.openBreak?.tally, let away = ads.away, away.contains(now),
            let spot = ads.line.first, let range = spot.range
        else { return nil }
        let done = tally.played + tally.skipped + tally.failed + tally.notUsed
        let isWaitingForMore = ads.line.contains { $0.range == nil } || !ads.queue.isEmpty
        self.init(
            spotNumber: done + 1, spotCount: done + ads.line.count + ads.queue.count,
            spotTitle: spot.advertisement.title,
            spotRemaining: .frames(max(0, range.end - now)),
            remaining: isWaitingForMore ? nil : .frames(max(0, away.end - now)))
        spotDecibels = spot.decibels
    }
}
