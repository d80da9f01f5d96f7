import Interlude
import MediaTime

/// Breaks and their spots.
extension SessionAccount {
    mutating func noteBreak(_ record: EventRecord) {
        guard let id = record.integer("break") else {
            if record.event == "break.dropped" {
                let count = record.integer("spots") ?? 0
                note(.dropped, record, "\(count): \(record.text("reason") ?? "")")
            }
            return
        }
        if record.event == "break.announced" {
            return add(ReportedBreak(id: id, announced: record.time), to: \.breaks)
        }
        guard let place = breaks.lastIndex(where: { $0.id == id }) else { return }
        switch record.event {
        case "break.cancelled": breaks[place].cancelled = record.text("reason")
        case "latency":
            breaks[place].latency = ReportedBreak.Latency(
                cueToAd: record.decimal("cueToAd") ?? 0, gaps: record.decimals("gaps"),
                adToStream: record.decimal("adToStream"),
                lagBefore: record.decimal("lagBefore") ?? 0,
                lagAfter: record.decimal("lagAfter") ?? 0)
        default: break
        }
    }

    mutating func noteSlot(_ record: EventRecord) {
        guard let slot = record.integer("slot"), let breakID = record.integer("break") else {
            return
        }
        if record.event == "slot.started" { hear(slot, at: record.time) }
        let place = spots.lastIndex { $0.slot == slot } ?? spots.endIndex
        if place == spots.endIndex {
            add(
                ReportedSpot(slot: slot, spot: record.integer("spot") ?? 0, breakID: breakID),
                to: \.spots)
            if let place = breaks.lastIndex(where: { $0.id == breakID }) {
                breaks[place].slots.append(slot)
            }
        }
        if spots.indices.contains(place) { spots[place].note(record) }
        switch record.event {
        case "slot.completed", "slot.skipped", "slot.failed": endHearing(slot, at: record.time)
        default: break
        }
    }
}

extension ReportedSpot {
    /// Takes in a line of the log that is about this spot.
    fileprivate mutating func note(_ record: EventRecord) {
        let reason = record.text("reason") ?? ""
        switch record.event {
        case "slot.loading": loading = record.time
        case "slot.loaded":
            loaded = record.time
            loudness = record.decimal("loudness")
        case "slot.started":
            start = record.time
            gain = record.decimal("gain")
        case "slot.firstAudible": firstAudible = record.time
        case "slot.completed": close(.completed, at: record.time)
        case "slot.skipped": close(.skipped(reason: reason), at: record.time)
        case "slot.failed":
            close(.failed(code: record.integer("code") ?? 0, reason: reason), at: record.time)
        case "slot.notUsed": close(.notUsed(reason: reason), at: record.time)
        default: break
        }
    }

    private mutating func close(_ outcome: Outcome, at time: FrameTime) {
        self.outcome = outcome
        end = time
    }
}
