import AdPlayback
import MediaTime

extension EventRecord {
    /// The line of the event log for what happened to an advertisement.
    init(_ event: AdEvent) {
        self.init(event.name, at: event.frame)
        if let id = event.breakID { add("break", .integer(Int64(id.rawValue))) }
        if let slot = event.slot { add("slot", .integer(Int64(slot.rawValue))) }
        if let spot = event.spot { add("spot", .integer(Int64(spot))) }
        addDetails(of: event.kind)
    }

    private mutating func addDetails(of kind: AdEvent.Kind) {
        switch kind {
        case .breakAnnounced(let count), .breakExtended(let count):
            add("spots", .integer(Int64(count)))
        case .breakDropped(let count, let reason):
            add("spots", .integer(Int64(count)))
            add("reason", .string(reason.rawValue))
        case .breakEnded(let tally): add(tally)
        case .breakCancelled(let tally, let reason):
            add(tally)
            add("reason", .string(reason.rawValue))
        case .slotLoaded(let frameCount, let loudness):
            add("frames", .integer(Int64(frameCount)))
            add("duration", .decimal(Duration.frames(frameCount).inSeconds))
            guard let loudness else { break }
            add("loudness", .decimal(loudness.integrated))
            add("truePeak", .decimal(loudness.truePeak))
        case .slotStarted(let decibels):
            if let decibels { add("gain", .decimal(decibels)) }
        case .slotFailed(let failure):
            add("code", .integer(Int64(failure.code)))
            add("reason", .string(failure.words.isEmpty ? failure.reason.rawValue : failure.words))
        case .slotNotUsed(let reason): add("reason", .string(reason.rawValue))
        case .slotSkipped(let reason): add("reason", .string(reason.rawValue))
        case .breakResolving, .breakReady, .breakStarted, .slotLoading,
            .slotFirstAudible, .slotFirstQuartile, .slotMidpoint, .slotThirdQuartile,
            .slotPaused, .slotResumed, .slotCompleted:
            break
        }
    }

    mutating func add(_ tally: BreakTally) {
        add("played", .integer(Int64(tally.played)))
        add("skipped", .integer(Int64(tally.skipped)))
        add("failed", .integer(Int64(tally.failed)))
        add("credited", .integer(Int64(tally.credited)))
        add("notUsed", .integer(Int64(tally.notUsed)))
    }
}
