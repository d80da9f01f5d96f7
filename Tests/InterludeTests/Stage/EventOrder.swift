import Interlude

/// The order that `docs/events.md` promises for the events of breaks and spots.
struct EventOrder {
    /// What breaks the order, in words.
    private(set) var faults: [String] = []
    private var breaks: [String: Life] = [:]
    private var slots: [String: Life] = [:]

    private struct Life {
        /// The place in the order of the latest event.
        var stage = -1
        var lastFrame = Int64.min
        var isOver = false
    }

    /// The events of a spot that is heard whole, in their order.
    private static let slotStages = [
        "slot.loading", "slot.loaded", "slot.started", "slot.firstAudible", "slot.firstQuartile",
        "slot.midpoint", "slot.thirdQuartile", "slot.completed",
    ]
    private static let slotEnds: Set = [
        "slot.completed", "slot.skipped", "slot.failed", "slot.notUsed",
    ]
    private static let breakStages = [
        "break.announced", "break.resolving", "break.ready", "break.started", "break.ended",
    ]
    private static let breakEnds: Set = ["break.ended", "break.cancelled"]
    private static let sessionEnds: Set = ["session.stopped", "session.failed"]

    init(of records: [EventRecord]) {
        for record in records { note(record) }
        // The log of a session that goes on has breaks that go on.
        guard records.contains(where: { Self.sessionEnds.contains($0.event) }) else { return }
        for (number, life) in breaks where !life.isOver { fault("break \(number) does not end") }
        for (number, life) in slots where !life.isOver { fault("slot \(number) does not end") }
    }

    private mutating func note(_ record: EventRecord) {
        guard let number = record.json["break"]?.description, record.json["pod"] == nil else {
            return
        }
        if record.event.hasPrefix("slot."), let slot = record.json["slot"]?.description {
            if breaks[number]?.isOver != false {
                fault("\(record.event) of slot \(slot) is outside of break \(number)")
            }
            slots[slot] = advanced(slots[slot], record, Self.slotStages, Self.slotEnds)
        } else if record.event.hasPrefix("break."), record.event != "break.dropped" {
            if breaks[number] == nil, record.event != "break.announced" {
                fault("\(record.event) comes before the announcement of break \(number)")
            }
            breaks[number] = advanced(
                breaks[number], record, Self.breakStages, Self.breakEnds)
        }
    }

    /// An event that may come at any time, as `slot.paused`, has no stage.
    private mutating func advanced(
        _ before: Life?, _ record: EventRecord, _ stages: [String], _ ends: Set<String>
    ) -> Life {
        let event = record.event
        var life = before ?? Life()
        if record.frame < life.lastFrame { fault("the frame of \(event) goes back") }
        life.lastFrame = record.frame
        if life.isOver { fault("\(event) comes after the end") }
        if let stage = stages.firstIndex(of: event) {
            if stage <= life.stage { fault("\(event) comes too late") }
            life.stage = stage
        }
        life.isOver = life.isOver || ends.contains(event)
        return life
    }

    private mutating func fault(_ words: String) { faults.append(words) }
}
